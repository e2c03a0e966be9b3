#pragma once

#include <vector>

#include "serve/route.h"

namespace dragoman {

/// Routes GET /, /page/... and /openapi.json.
std::vector<Route> page_routes();

}  // namespace dragoman

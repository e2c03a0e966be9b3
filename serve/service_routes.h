#pragma once

#include <vector>

#include "serve/route.h"
#include "serve/service_parts.h"

namespace dragoman {

/// Returns all routes of the service.
std::vector<Route> service_routes(const ServiceParts& parts);

}  // namespace dragoman

#pragma once

#include "serve/service_settings.h"

namespace dragoman {

/// Asks the service that `settings` describe (listen, or host and port; whether certificate is
/// named) whether it takes requests, by GET /readyz. Whom its certificate names is not looked at.
/// It asks again for up to `seconds` until it does; with 0 it asks once. Throws std::runtime_error
/// saying what the last answer was.
void probe_service(const ServiceSettings& settings, double seconds);

}  // namespace dragoman

#pragma once

#include "serve/service_settings.h"

namespace dragoman {

/// Asks the service at the address in `settings` for GET /readyz, until it is ready or `seconds`
/// are over; with 0 asks once. Uses TLS if a certificate is set, and does not verify the service's
/// certificate. Throws std::runtime_error with the last failure.
void probe_service(const ServiceSettings& settings, double seconds);

}  // namespace dragoman

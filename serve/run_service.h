#pragma once

#include <string>
#include <vector>

#include "io/log.h"
#include "serve/service_settings.h"
#include "translate/translator.h"

namespace dragoman {

/// Serves `folders` until SIGTERM or SIGINT, then finishes running requests; a second signal, or
/// one while the folders are opened, ends the process at once. A signal of these that the process
/// ignores stays ignored. SIGHUP opens the folders again. Throws like Service's constructor and
/// start().
void run_service(const ServiceSettings& settings, const std::vector<std::string>& folders,
                 const TranslatorOptions& options, const Logger& log);

}  // namespace dragoman

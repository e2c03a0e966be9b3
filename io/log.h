#pragma once

#include <spdlog/logger.h>
#include <memory>

namespace dragoman {

using Logger = std::shared_ptr<spdlog::logger>;

/// Returns a logger of plain lines on stderr; lines of these levels begin with "warning: " or
/// "error: ".
Logger make_stderr_logger();

/// Like make_stderr_logger(), for what must go on if nobody reads stderr (see LossyStderr).
Logger make_service_logger();

/// Returns a logger that drops all lines, for tests.
Logger make_null_logger();

/// True if stderr is a terminal that can show progress bars.
bool stderr_is_terminal();

}  // namespace dragoman

#pragma once

#include <spdlog/logger.h>
#include <memory>
#include <string>

namespace dragoman {

using Logger = std::shared_ptr<spdlog::logger>;

/// A logger of plain lines on stderr ("warning: ..." and "error: ..." carry their level).
Logger make_stderr_logger();

/// A logger that drops everything, for tests.
Logger make_null_logger();

/// True if stderr is a terminal that shows progress bars.
bool stderr_is_terminal();

}  // namespace dragoman

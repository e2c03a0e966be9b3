#include "io/log.h"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/null_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>
#include <utility>

#include "io/lossy_stderr.h"

namespace dragoman {
namespace {

/// Writes "warning: " and "error: " before lines of these levels, and nothing before other lines.
class LevelPrefix : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm&,
              spdlog::memory_buf_t& out) override {
    std::string_view prefix;
    if (message.level == spdlog::level::warn) prefix = "warning: ";
    if (message.level >= spdlog::level::err) prefix = "error: ";
    out.append(prefix.data(), prefix.data() + prefix.size());
  }
  std::unique_ptr<custom_flag_formatter> clone() const override {
    return std::make_unique<LevelPrefix>();
  }
};

Logger make_logger(spdlog::sink_ptr sink) {
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  formatter->add_flag<LevelPrefix>('*').set_pattern("%*%v");
  auto logger = std::make_shared<spdlog::logger>("dragoman", std::move(sink));
  logger->set_formatter(std::move(formatter));
  return logger;
}

}  // namespace

Logger make_stderr_logger() {
  return make_logger(std::make_shared<spdlog::sinks::stderr_sink_mt>());
}

Logger make_service_logger() { return make_logger(std::make_shared<LossyStderr>()); }

Logger make_null_logger() {
  return std::make_shared<spdlog::logger>("null", std::make_shared<spdlog::sinks::null_sink_mt>());
}

bool stderr_is_terminal() {
  if (!::isatty(STDERR_FILENO)) return false;
  const char* terminal = std::getenv("TERM");
  return terminal != nullptr && std::string_view(terminal) != "dumb";
}

}  // namespace dragoman

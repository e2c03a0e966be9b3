#include "app/translation_progress.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "io/log.h"
#include "io/text_file.h"

namespace dragoman {
namespace {

constexpr auto kInterval = std::chrono::milliseconds(500);

bool stdout_is_file() {
  struct stat status = {};
  return ::fstat(STDOUT_FILENO, &status) == 0 && S_ISREG(status.st_mode);
}

/// Returns the number of lines; 0 if it is unknown.
int64_t num_lines(const std::string& input, const LineShard& shard) {
  return static_cast<int64_t>(shard.of(count_lines(input).value_or(0)).size());
}

}  // namespace

bool shows_translation_progress(const std::string& output) {
  return stderr_is_terminal() && (output != "-" || stdout_is_file());
}

TranslationProgress::TranslationProgress(bool shown, const std::string& input,
                                         const LineShard& shard)
    : bar_(shown, 0, shown ? num_lines(input, shard) : 0, kInterval) {}

void TranslationProgress::add(size_t lines) {
  done_ += static_cast<int64_t>(lines);
  if (!bar_.due()) return;
  const double lines_per_second = static_cast<double>(done_) / std::max(bar_.seconds(), 1e-9);
  bar_.draw(done_, fmt::format("lines, {:.0f} lines/s{}", lines_per_second, bar_.time_left(done_)));
}

}  // namespace dragoman

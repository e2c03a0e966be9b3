#include "app/line_warnings.h"

#include <utility>

#include "io/descriptor.h"
#include "io/text_file.h"

namespace dragoman {
namespace {

constexpr size_t kMostWarnings = 10;  // of a fault

}  // namespace

LineWarnings::LineWarnings(Logger log, std::string input, size_t first_line)
    : log_(std::move(log)),
      input_(std::move(input)),
      first_line_(first_line),
      split_{"longer than the model takes: translated in parts", ""},
      repaired_{"invalid UTF-8: replaced by U+FFFD", kConversionAdvice} {}

void LineWarnings::add(TranslationCounts& counts) {
  add(counts.split_lines, split_);
  add(counts.repaired_lines, repaired_);
}

void LineWarnings::add(std::vector<size_t>& lines, Fault& fault) {
  for (const size_t line : lines) {
    if (++fault.count > kMostWarnings) continue;
    const std::string advice = fault.count == 1 ? fault.advice : "";
    log_->warn("{}: {}{}{}", place_of(input_, first_line_ + line), fault.what,
               advice.empty() ? "" : "; ", advice);
  }
  lines.clear();
}

void LineWarnings::end() const {
  for (const Fault& fault : {split_, repaired_}) {
    if (fault.count <= kMostWarnings) continue;
    const size_t more = fault.count - kMostWarnings;
    log_->warn("{}: {} more {} {}", plain_name(input_), more, more == 1 ? "line is" : "lines are",
               fault.what);
  }
}

}  // namespace dragoman

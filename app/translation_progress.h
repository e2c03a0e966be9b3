#pragma once

#include <cstdint>
#include <string>

#include "app/line_shard.h"
#include "io/progress_bar.h"

namespace dragoman {

/// Returns true if stderr is a terminal and translations go elsewhere: to the file `output`, or to
/// a stdout ("-") that is a file.
bool shows_translation_progress(const std::string& output);

/// Shows on stderr how many lines are translated, how fast, and how long the rest will take.
class TranslationProgress {
 public:
  /// If `shown` is false, shows nothing. Counts the lines of `shard` if `input` is a regular file.
  TranslationProgress(bool shown, const std::string& input, const LineShard& shard = {});

  /// Adds `lines` to the number of translated lines.
  void add(size_t lines);
  /// Removes the bar. Call it before anything else is printed.
  void clear() { bar_.clear(); }

 private:
  ProgressBar bar_;
  int64_t done_ = 0;
};

}  // namespace dragoman

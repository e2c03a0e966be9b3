#pragma once

#include <cstdint>
#include <string>

#include "app/line_shard.h"
#include "io/progress_bar.h"

namespace dragoman {

/// True if people see stderr while translations go elsewhere: to `output` ("-" is stdout, and
/// elsewhere only if that is a file).
bool shows_translation_progress(const std::string& output);

/// Shows on stderr how many lines are translated, how fast, and how long the rest will take.
class TranslationProgress {
 public:
  /// Nothing is shown unless `shown`. The lines of the shard of `input` are counted if they are and
  /// it is a regular file.
  TranslationProgress(bool shown, const std::string& input, const LineShard& shard = {});

  /// So many more lines are translated.
  void add(size_t lines);
  /// Takes the bar away; before anything else is printed.
  void clear() { bar_.clear(); }

 private:
  ProgressBar bar_;
  int64_t done_ = 0;
};

}  // namespace dragoman

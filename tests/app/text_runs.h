#pragma once

#include <string>
#include <vector>

#include "app/text_training.h"
#include "io/atomic_file.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {

/// Writes pairs whose lines are `line(i)` on both sides.
template <class Line>
TextTraining text_of(const TemporaryFolder& folder, int num_pairs, Line line) {
  std::string lines;
  for (int i = 0; i < num_pairs; ++i) lines += line(i) + "\n";
  TextTraining text;
  text.source = written_file(folder / "train.en", lines);
  text.target = written_file(folder / "train.de", lines);
  return text;
}

inline std::string number(int i) { return std::to_string(i); }

/// Prepares a run of 200 pairs, whose lines are `line(i)` on both sides. Returns its configuration.
template <class Line>
std::string config_of_lines(const TemporaryFolder& folder, Line line,
                            const std::vector<std::string>& overrides = {},
                            const std::string& preset = "") {
  TextTraining text = text_of(folder, 200, line);
  text.preset = preset;
  RunRequest request;
  request.folder = folder / "run";
  request.overrides = overrides;
  prepare_text_training(text, 1, request, make_null_logger());
  return read_file(request.config);
}

/// Returns the configuration of a run of 200 pairs of lines of 100 words, as training reads it.
inline Config config_of_words(const TemporaryFolder& folder,
                              const std::vector<std::string>& overrides) {
  const auto line = [](int i) {
    std::string words = std::to_string(i);
    for (int word = 1; word < 100; ++word) words += " x";
    return words;
  };
  written_file(folder / "train.json", config_of_lines(folder, line, overrides));
  return load_config(folder / "train.json", {});
}

}  // namespace dragoman

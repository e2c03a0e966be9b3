#pragma once

#include <string>
#include <vector>

#include "io/random.h"

/// The words that the example lines are made of: several scripts, accents, digits, punctuation.
inline const std::vector<std::string>& example_words() {
  static const std::vector<std::string> words = {
      "the",   "The",    "house",   "Haus",  "straße",  "Größe",    "Ärger", "naïve",
      "don't", "(yes)",  "\"no\"",  "λόγος", "Ἀθῆναι",  "世界",     "北京",  "smørrebrød",
      "walks", "walked", "walking", "3.14",  "1984",    "мир",      "война", "İstanbul",
      "unter", "und",    "haltung", "ing",   "co-opts", "co-opted", "été",   "Unterhaltung"};
  return words;
}

/// Random sentences of these words.
inline std::vector<std::string> example_lines(size_t num_lines, uint64_t seed = 1) {
  const std::vector<std::string>& words = example_words();
  dragoman::RandomSequence random(seed);
  std::vector<std::string> lines(num_lines);
  for (std::string& line : lines) {
    line = words[random.below(words.size())];
    for (uint64_t left = random.below(12); left > 0; --left) {
      line += ' ';
      line += words[random.below(words.size())];
    }
  }
  return lines;
}

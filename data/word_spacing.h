#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "data/sentence_pair.h"

namespace dragoman {

/// Finds out whether a text writes its words without spaces between them, as Chinese, Japanese and
/// Thai do, and nothing has put spaces there.
class WordSpacing {
 public:
  /// Adds a line of valid UTF-8.
  void add(std::string_view line);

  /// True if most letters are of scripts without spaces, and stretches of them between spaces are
  /// on average too long for words.
  bool is_missing() const;

 private:
  int64_t letters_ = 0;
  int64_t unspaced_ = 0;   // letters of scripts without spaces
  int64_t stretches_ = 0;  // parts between white space that have such letters
};

/// The same for both sides of a corpus.
class PairSpacing {
 public:
  void add(const SentencePair& pair);

  /// Returns the sides whose spacing is missing, with their verb: "the target is"; "" if there are
  /// none.
  std::string sides_without_spaces() const;

 private:
  WordSpacing source_, target_;
};

}  // namespace dragoman

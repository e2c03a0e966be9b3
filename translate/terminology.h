#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "translate/translation.h"

namespace dragoman {

/// A term in a text.
struct TermOccurrence {
  size_t begin = 0;  // bytes of the text
  size_t end = 0;
  const std::string* translation = nullptr;  // the Terminology's
};

/// Terms of the source language and how they are to be translated.
class Terminology {
 public:
  /// Reads a file of a term, a tab and its translation a line; blank lines are passed over. Throws
  /// std::runtime_error naming file and line for a line of another form, for invalid UTF-8, and for
  /// a term that has another translation already.
  explicit Terminology(const std::string& path);
  /// Of terms and their translations. Throws std::invalid_argument for empty ones, for invalid
  /// UTF-8, and for a term that has two translations.
  explicit Terminology(const std::vector<std::pair<std::string, std::string>>& terms);

  /// The translations of the terms that `text` has, in its order, each once. A term is found
  /// between boundaries of words (Unicode Standard Annex 29), whatever its case, white space and
  /// compatibility forms; where terms overlap, the longest one counts. None touches the `kept`
  /// spans, which are bytes of the text and have no translation.
  std::vector<std::string> phrases_for(std::string_view text,
                                       const std::vector<ByteSpan>& kept = {}) const;
  /// Where these terms are in `text`, in its order.
  std::vector<TermOccurrence> occurrences_in(std::string_view text,
                                             const std::vector<ByteSpan>& kept = {}) const;
  /// All terms, folded, in no order.
  std::vector<std::string> terms() const;

 private:
  /// Gives what is wrong with the term, or nothing.
  std::string add(const std::string& term, const std::string& translation);

  std::unordered_map<std::string, std::string> translations_;  // by term, folded
  size_t longest_ = 0;                                         // term, in bytes
};

}  // namespace dragoman

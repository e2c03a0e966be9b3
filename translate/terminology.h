#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "translate/translation.h"

namespace dragoman {

/// An occurrence of a term in a text.
struct TermOccurrence {
  ByteSpan bytes = {};
  const std::string* translation = nullptr;  // owned by the Terminology
};

/// Returns a text as terms are compared: case-folded, in NFKC, without white space at its ends and
/// with single spaces inside.
std::string folded(std::string_view text);

/// Terms of the source language and their translations.
class Terminology {
 public:
  /// Reads a file with a term, a tab and its translation on each line; skips blank lines. Throws
  /// std::runtime_error naming file and line for a line of another form, for invalid UTF-8, and for
  /// a term with a second translation; also for a term or a translation longer than 1000 bytes, and
  /// if the file has no term.
  explicit Terminology(const std::string& path);
  /// Takes pairs of term and translation. Throws std::invalid_argument for empty strings, for
  /// invalid UTF-8, for strings longer than 1000 bytes, and for a term with two translations.
  /// `name`: what errors call the terms.
  explicit Terminology(const std::vector<std::pair<std::string, std::string>>& terms,
                       const std::string& name = "terminology");

  /// Returns the translations of the terms in `text`, in order of occurrence, each once. A term
  /// matches between word boundaries (Unicode Standard Annex 29), or before Korean particles, and
  /// ignores differences of case, white space and compatibility forms. Of overlapping terms the
  /// longest counts. Terms that overlap the `kept` spans (bytes of the text) are ignored.
  std::vector<std::string> phrases_for(std::string_view text,
                                       const std::vector<ByteSpan>& kept = {}) const;
  /// Returns the occurrences of the same terms, in the order of the text.
  std::vector<TermOccurrence> occurrences_in(std::string_view text,
                                             const std::vector<ByteSpan>& kept = {}) const;
  bool empty() const { return translations_.empty(); }
  /// Returns all terms, folded, in the order of their bytes.
  std::vector<std::string> terms() const;

 private:
  /// Returns an error message, or "" if the term was added.
  std::string add(const std::string& term, const std::string& translation);

  std::map<std::string, std::string> translations_;  // keyed by folded term
};

}  // namespace dragoman

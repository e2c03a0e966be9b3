#pragma once

#include <string>
#include <unordered_map>

namespace dragoman {

/// Maps forms of words to lemmas, their dictionary forms.
class LemmaList {
 public:
  /// Reads form<TAB>lemma a line. Skips blank lines; the first lemma of a form counts. Lower case
  /// follows the rules of `language`. Throws std::runtime_error with file and line for other lines
  /// and for invalid UTF-8.
  LemmaList(const std::string& path, std::string language);

  /// Returns the lemma of a form, or of the form in lower case; the form itself if neither is
  /// listed.
  std::string lemma_of(const std::string& form) const;

 private:
  std::unordered_map<std::string, std::string> lemmas_;  // by form
  std::string language_;
};

}  // namespace dragoman

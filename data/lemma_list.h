#pragma once

#include <string>
#include <unordered_map>

namespace dragoman {

/// Forms of words and the lemmas that dictionaries list them under.
class LemmaList {
 public:
  /// Reads form<TAB>lemma a line; blank lines are passed over, and of a form with several lemmas
  /// the first one counts. Forms in lower case are those of `language`. Throws std::runtime_error
  /// naming file and line for other lines and for invalid UTF-8.
  LemmaList(const std::string& path, std::string language);

  /// The lemma of a form, or of the form in lower case; the form itself if the list has neither.
  std::string lemma_of(const std::string& form) const;

 private:
  std::unordered_map<std::string, std::string> lemmas_;  // by form
  std::string language_;
};

}  // namespace dragoman

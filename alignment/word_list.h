#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dragoman {

/// The forms of a language's words, numbered in the order in which they are added.
class WordList {
 public:
  /// Number of a form that is not in the list.
  static constexpr int32_t kUnknown = -1;

  WordList() = default;
  /// Makes a list of these forms, which must all differ.
  explicit WordList(std::vector<std::string> forms);

  /// Returns the number of a form. Adds the form if it is new.
  int32_t add(const std::string& form);
  /// Returns the number of a form, or kUnknown.
  int32_t find(const std::string& form) const;
  const std::vector<std::string>& forms() const { return forms_; }
  size_t size() const { return forms_.size(); }

 private:
  std::unordered_map<std::string, int32_t> ids_;
  std::vector<std::string> forms_;
};

}  // namespace dragoman

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "capi/dragoman.h"

namespace dragoman {

/// A text that is given, as it is. Throws std::invalid_argument for a length without data.
std::string_view view_of(dragoman_text text);
/// The same with invalid UTF-8 replaced by U+FFFD.
std::string string_of(dragoman_text text);
std::vector<std::string> strings_of(const dragoman_text* texts, size_t count);

/// A text of ours, for the caller to read.
inline dragoman_text text_of(std::string_view text) {
  return {text.data() == nullptr ? "" : text.data(), text.size()};
}
/// Views of strings, which must not move.
std::vector<dragoman_text> views_of(const std::vector<std::string>& strings);

}  // namespace dragoman

struct dragoman_texts {
  explicit dragoman_texts(std::vector<std::string> given)
      : strings(std::move(given)), views(dragoman::views_of(strings)) {}

  std::vector<std::string> strings;
  std::vector<dragoman_text> views;
};

#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "capi/dragoman.h"

namespace dragoman {

/// Returns a caller's list; `what` names its items. Throws std::invalid_argument for a count
/// without items.
template <class Item>
std::span<const Item> list_of(const Item* items, size_t count, std::string_view what) {
  if (items == nullptr && count > 0)
    throw std::invalid_argument("a list of " + std::string(what) + " has a count, but is NULL");
  return {items, count};
}

/// Returns a view of a caller's text. Throws std::invalid_argument for a length without data.
std::string_view view_of(dragoman_text text);
/// Copies a caller's text, with invalid UTF-8 replaced by U+FFFD.
std::string string_of(dragoman_text text);
/// Copies a caller's path, whose bytes may be no UTF-8. Throws std::invalid_argument for a zero
/// byte, at which the system would cut it off.
std::string path_of(dragoman_text text);
/// The same for a file to write. Throws std::invalid_argument if the path is empty.
std::string output_path_of(dragoman_text text);
std::vector<std::string> strings_of(const dragoman_text* texts, size_t count);

/// Returns a text of the library for the caller to read.
inline dragoman_text text_of(std::string_view text) {
  return {text.data() == nullptr ? "" : text.data(), text.size()};
}
/// Returns views of strings. The strings must not move afterwards.
std::vector<dragoman_text> views_of(const std::vector<std::string>& strings);

}  // namespace dragoman

struct dragoman_texts {
  explicit dragoman_texts(std::vector<std::string> given)
      : strings(std::move(given)), views(dragoman::views_of(strings)) {}

  std::vector<std::string> strings;
  std::vector<dragoman_text> views;
};

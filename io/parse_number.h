#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace dragoman {

/// Returns the decimal number that `text` is from its first to its last character. Returns nullopt
/// if it is none, or does not fit into Number.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

}  // namespace dragoman

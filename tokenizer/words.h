#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

/// What parts the words of a line.
constexpr std::string_view kWhiteSpace = " \t\n\v\f\r";

/// The words of a line, as ASCII white space parts them. They point into `line`.
std::vector<std::string_view> split_words(std::string_view line);

/// Number of the word that each piece is part of. White space parts words, so that a word begins
/// with the first piece and where a space symbol follows text.
std::vector<int32_t> word_numbers(const std::vector<std::string>& pieces);

}  // namespace dragoman

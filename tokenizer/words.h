#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

/// Characters that separate words of a line.
constexpr std::string_view kWhiteSpace = " \t\n\v\f\r";

/// Splits a line into words at ASCII white space. Words point into `line`.
std::vector<std::string_view> split_words(std::string_view line);

/// Returns the number of each piece's word. A word begins with the first piece, and after text
/// where a space symbol follows.
std::vector<int32_t> word_numbers(const std::vector<std::string>& pieces);

}  // namespace dragoman

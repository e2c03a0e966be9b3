#pragma once

#include <string_view>
#include <vector>

namespace dragoman {

/// Characters that separate words of a line. Aligners do not split at other spaces, such as U+00A0.
constexpr std::string_view kWhiteSpace = " \t\n\v\f\r";

/// Splits a line into words at ASCII white space. Words point into `line`.
std::vector<std::string_view> split_words(std::string_view line);

}  // namespace dragoman

#pragma once

#include <string>
#include <string_view>

namespace dragoman {

/// `line` tokenised as sacreBLEU's tokeniser 13a does (after mteval-v13a.pl): tokens separated by
/// single spaces.
std::string tokenize_13a(std::string_view line);

}  // namespace dragoman

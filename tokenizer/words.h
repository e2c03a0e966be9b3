#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dragoman {

/// Returns the number of each piece's word. A word begins with the first piece, and after text
/// where a space symbol follows.
std::vector<int32_t> word_numbers(const std::vector<std::string>& pieces);

}  // namespace dragoman

#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace dragoman {

/// Returns where the stems of a word may end, ascending: before each row of Korean particles or
/// forms of the copula that ends it, and at its end. In bytes. `word`: UTF-8, in NFC.
std::vector<size_t> ends_of_stems(std::string_view word);

}  // namespace dragoman

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

/// Fewest single characters to insert, delete or replace, or neighbours to swap, that turn `a` into
/// `b`, where no character is touched twice (optimal string alignment).
size_t edit_distance(std::string_view a, std::string_view b);

/// The name that `mistyped` was probably meant to be; "" if none is near.
std::string closest_name(std::string_view mistyped, const std::vector<std::string>& names);

}  // namespace dragoman

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

/// Returns the smallest number of edits that turn `a` into `b`: inserting, deleting or replacing a
/// character, or swapping two neighbours. No character is edited twice (optimal string alignment).
size_t edit_distance(std::string_view a, std::string_view b);

/// Returns the name that `mistyped` probably stands for; "" if none is close,
/// as to a text that is too long for a name.
std::string closest_name(std::string_view mistyped, const std::vector<std::string>& names);

}  // namespace dragoman

#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace dragoman {

/// Hash of the keys of a std::unordered_map or std::unordered_set of strings that is also searched
/// for std::string_view.
struct TextHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

}  // namespace dragoman

#pragma once

#include <nlohmann/json.hpp>

namespace dragoman {

/// Nesting depth of objects and lists in JSON from outside. The library writes values recursively.
constexpr int kDeepestJson = 32;

/// Returns whether an event of the library's parser begins a level below the deepest.
inline bool is_too_deep(int depth, nlohmann::ordered_json::parse_event_t event) {
  using Event = nlohmann::ordered_json::parse_event_t;
  return depth >= kDeepestJson && (event == Event::object_start || event == Event::array_start);
}

}  // namespace dragoman

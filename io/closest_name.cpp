#include "io/closest_name.h"

#include <algorithm>
#include <utility>

namespace dragoman {
namespace {

constexpr size_t kLongestName = 255;  // bytes, as of a file; a longer text is no mistyped name

}  // namespace

size_t edit_distance(std::string_view a, std::string_view b) {
  // Rows i - 2, i - 1 and i of the table of distances between the first i characters of `a` and the
  // first j of `b`.
  std::vector<size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    before_last = std::exchange(last, row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = last[j - 1] + (a[i - 1] != b[j - 1] ? 1 : 0);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string closest_name(std::string_view mistyped, const std::vector<std::string>& names) {
  if (mistyped.size() > kLongestName) return "";
  size_t nearest = 2 + mistyped.size() / 4;  // a name further away is a different word
  std::string closest;
  for (const std::string& name : names) {
    const size_t difference =
        std::max(mistyped.size(), name.size()) - std::min(mistyped.size(), name.size());
    if (difference >= nearest) continue;  // the distance is at least the difference
    const size_t distance = edit_distance(mistyped, name);
    if (distance < nearest && distance < name.size()) {
      nearest = distance;
      closest = name;
    }
  }
  return closest;
}

}  // namespace dragoman

#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

/// Token or word `source` of the source and token or word `target` of the translation belong
/// together; both are counted from 0.
struct AlignmentLink {
  int32_t source = 0;
  int32_t target = 0;

  auto operator<=>(const AlignmentLink&) const = default;
};

/// Links as Pharaoh, fast_align and Moses write them: "0-0 1-2", source first.
std::string to_pharaoh(const std::vector<AlignmentLink>& links);
/// The links of such a line. Throws std::runtime_error naming `place` for what is none.
std::vector<AlignmentLink> parse_pharaoh(std::string_view line, const std::string& place);

}  // namespace dragoman

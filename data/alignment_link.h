#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

/// A link between the source's token or word `source` and the translation's token or word `target`,
/// both counted from 0.
struct AlignmentLink {
  int32_t source = 0;
  int32_t target = 0;

  auto operator<=>(const AlignmentLink&) const = default;
};

/// Writes links in the format of Pharaoh, fast_align and Moses: "0-0 1-2", source first.
std::string to_pharaoh(const std::vector<AlignmentLink>& links);
/// Parses a line of to_pharaoh(). Throws std::runtime_error that names `place` if a link is
/// invalid.
std::vector<AlignmentLink> parse_pharaoh(std::string_view line, const std::string& place);
/// Says which link has a word that does not exist, for an error; "" if all words exist.
std::string describe_missing_word(const std::vector<AlignmentLink>& links, size_t num_sources,
                                  size_t num_targets);

}  // namespace dragoman

#pragma once

#include <string>
#include <vector>

#include "translate/translation.h"

namespace dragoman {

/// Links of a line as Pharaoh, fast_align and Moses write them: "0-0 1-2", source first. Throws
/// std::runtime_error naming `place` for what is none.
std::vector<AlignmentLink> parse_pharaoh(const std::string& line, const std::string& place);

}  // namespace dragoman

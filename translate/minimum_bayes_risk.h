#pragma once

#include <string>
#include <vector>

#include "search/search_settings.h"

namespace dragoman {

/// Returns each candidate's expected utility (Eikema and Aziz 2020): its mean sentence-level chrF
/// or BLEU, in percent, against each other candidate as the only reference. Repeated candidates
/// count each time; a single candidate has 0. Candidates must be valid UTF-8. Throws
/// std::invalid_argument for MbrUtility::kNone.
std::vector<double> expected_utilities(const std::vector<std::string>& candidates,
                                       MbrUtility utility);

}  // namespace dragoman

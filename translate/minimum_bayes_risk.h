#pragma once

#include <string>
#include <vector>

#include "search/search_settings.h"

namespace dragoman {

/// How much each candidate agrees with all the others (Eikema and Aziz 2020): the mean of its
/// sentence-level chrF or BLEU, in percent, with each other candidate as the only reference. A
/// candidate that occurs several times counts as often; one that is alone has 0. Candidates are
/// valid UTF-8. Throws std::invalid_argument for MbrUtility::kNone.
std::vector<double> expected_utilities(const std::vector<std::string>& candidates,
                                       MbrUtility utility);

}  // namespace dragoman

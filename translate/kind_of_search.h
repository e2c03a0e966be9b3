#pragma once

#include <functional>

#include "search/search_settings.h"

namespace dragoman {

/// Resets settings of beam search if settings.samples chooses sampling, and those of sampling
/// otherwise, except those that the call gives. A folder's own would be an error there.
void reset_other_search(SearchSettings& settings,
                        const std::function<bool(const char* setting)>& gives);

}  // namespace dragoman

#pragma once

#include <functional>
#include <string_view>

#include "search/search_settings.h"

namespace dragoman {

/// Throws std::invalid_argument if a setting of the search that a call gives itself has no effect
/// without another one, or with one. A folder's own settings may lack the other one: they wait for
/// it. `gives` says whether the call gives a setting; `has_spans`, whether it has protected spans.
void check_effects(const SearchSettings& settings,
                   const std::function<bool(std::string_view name)>& gives, bool has_spans);

}  // namespace dragoman

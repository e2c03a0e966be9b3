#pragma once

#include <cstdint>

#include "search/search_settings.h"

namespace dragoman {

/// What a hypothesis of `length` tokens (end of sentence counted) has its log-probability divided
/// by: 1; length^alpha; or ((5 + length) / 6)^alpha (Wu et al. 2016, equation 14).
double length_penalty(LengthPenalty kind, double alpha, int64_t length);

}  // namespace dragoman

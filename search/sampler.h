#pragma once

#include <cstdint>
#include <span>

namespace dragoman {

/// Which tokens may be drawn, and how likely. First, log-probabilities are divided by the
/// temperature and made a distribution again. The three cuts look at that distribution, each by
/// itself; what all three leave is drawn from, in proportion.
struct SamplingFilter {
  double temperature = 1;  // above 0
  int64_t top_k = 0;       // only so many of the most probable tokens; 0: all
  double top_p = 1;        // only the fewest tokens that together are at least so probable (nucleus
                           // sampling, Holtzman et al. 2020)
  double epsilon = 0;      // only tokens at least so probable, the most probable one in any case
                           // (Hewitt et al. 2022)
};

/// Draws a token by inversion: `uniform`, from 0 up to but not including 1, picks from the tokens
/// set out side by side, the most probable first, of equal ones the smallest id. Thus equal draws
/// give equal tokens even where probabilities differ in their last digits. Tokens of -infinity are
/// never drawn. Throws std::invalid_argument if no token is left.
int32_t draw_token(std::span<const float> log_probabilities, const SamplingFilter& filter,
                   double uniform);

/// The draw for the token at `position` of the translation whose draws derive from `sampling_key`,
/// from 0 up to but not including 1.
double sampling_uniform(uint64_t sampling_key, int64_t position);

}  // namespace dragoman

#pragma once

#include <cstdint>
#include <span>

namespace dragoman {

/// Which tokens may be drawn. Log-probabilities are first divided by the temperature. The three
/// cuts follow in the order of their fields. Probabilities are normalised before each of them and
/// before the draw, so that those of the tokens that are left sum to 1.
struct SamplingFilter {
  double temperature = 1;  // above 0
  int64_t top_k = 0;       // keep only this many most probable tokens; 0: all
  double top_p = 1;        // keep the fewest tokens whose probabilities sum to at least this
                           // (nucleus sampling, Holtzman et al. 2020)
  double epsilon = 0;      // keep tokens of at least this probability, and the most probable one
                           // (Hewitt et al. 2022)
};

/// Draws a token by inversion. `uniform`, from 0 up to but not including 1, selects a point on the
/// cumulative distribution, in which the most probable tokens come first; equal ones are in the
/// order of their ids. Equal draws thus give equal tokens even if probabilities differ in their
/// last digits. Tokens of -infinity are never drawn. Throws std::invalid_argument if no token is
/// left.
int32_t draw_token(std::span<const float> log_probabilities, const SamplingFilter& filter,
                   double uniform);

/// Returns the random number, from 0 up to but not including 1, for the token at `position` of the
/// translation with this `sampling_key`.
double sampling_uniform(uint64_t sampling_key, int64_t position);

}  // namespace dragoman

#pragma once

#include <array>
#include <utility>

#include "io/settings.h"

namespace dragoman {

enum class LengthPenalty { kNone, kLength, kWu };
constexpr auto enum_names(LengthPenalty) {
  return std::array{std::pair{LengthPenalty::kNone, "none"},
                    std::pair{LengthPenalty::kLength, "length"},
                    std::pair{LengthPenalty::kWu, "wu"}};
}

#define DRAGOMAN_SEARCH_SETTINGS(FIELD)                                                           \
  FIELD(int64_t, beam, 4, between(1, 1000),                                                       \
        "Hypotheses kept for each sentence; 1 is greedy search.")                                 \
  FIELD(LengthPenalty, length_penalty, LengthPenalty::kLength, any_value(),                       \
        "What a hypothesis' log-probability is divided by: nothing, length^alpha, or ((5 + "      \
        "length) / 6)^alpha.")                                                                    \
  FIELD(double, alpha, 1.0, between(0, 10), "Exponent of the length penalty.")                    \
  FIELD(double, max_length_factor, 2.0, between(0, 100),                                          \
        "A translation has at most max_length_factor * source tokens + max_length_offset tokens " \
        "...")                                                                                    \
  FIELD(int64_t, max_length_offset, 10, between(0, 10000),                                        \
        "... and never more than model.max_length.")                                              \
  FIELD(std::vector<std::string>, suppress, {}, any_value(),                                      \
        "Tokens that are never generated, as pieces of the vocabulary.")                          \
  FIELD(int64_t, batch_tokens, 4096, at_least(1),                                                 \
        "Tokens translated at a time: sentences times the longest one, padding counted; beams "   \
        "come on top.")

/// How translations are looked for.
struct SearchSettings {
  DRAGOMAN_FIELDS(DRAGOMAN_SEARCH_SETTINGS)
};

}  // namespace dragoman

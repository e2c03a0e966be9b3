#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "io/settings.h"

namespace dragoman {

/// Changes of a source, to measure how much they worsen its translation.
enum class Perturbation { kUpper, kTitle, kLower, kTypo };
constexpr auto enum_names(Perturbation) {
  return std::array{
      std::pair{Perturbation::kUpper, "upper"}, std::pair{Perturbation::kTitle, "title"},
      std::pair{Perturbation::kLower, "lower"}, std::pair{Perturbation::kTypo, "typo"}};
}

/// Options of perturbed().
struct PerturbationOptions {
  std::string language;    // its rules for case apply; "": no language's
  double typo_rate = 0.1;  // share of words with a typo, among words of four letters or more
  uint64_t seed = 1;       // seed of the typos
};

/// Returns the lines in upper, title or lower case, or with typos. A typo swaps two neighbouring
/// letters of a word, drops or doubles a letter, or replaces it by its neighbour on a QWERTY
/// keyboard; never the first or last letter (Belinkov and Bisk 2018, section 4.2). The result for a
/// line depends only on its text, its number and the options.
std::vector<std::string> perturbed(const std::vector<std::string>& lines, Perturbation perturbation,
                                   const PerturbationOptions& options);

}  // namespace dragoman

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "io/settings.h"

namespace dragoman {

/// What is done to a source in order to see how much worse its translation gets.
enum class Perturbation { kUpper, kTitle, kLower, kTypo };
constexpr auto enum_names(Perturbation) {
  return std::array{
      std::pair{Perturbation::kUpper, "upper"}, std::pair{Perturbation::kTitle, "title"},
      std::pair{Perturbation::kLower, "lower"}, std::pair{Perturbation::kTypo, "typo"}};
}

/// How texts are perturbed.
struct PerturbationOptions {
  std::string language;    // whose capitals are written; "": of none in particular
  double typo_rate = 0.1;  // share of the words of four letters or more
  uint64_t seed = 1;       // of typos
};

/// The lines in upper, title or lower case, or with typos: in some words two letters next to each
/// other change places, a letter is left out, doubled, or replaced by one beside it on a QWERTY
/// keyboard; never the first or the last one (Belinkov and Bisk 2018, section 4.2). A line depends
/// on its text, its number and the options alone.
std::vector<std::string> perturbed(const std::vector<std::string>& lines, Perturbation perturbation,
                                   const PerturbationOptions& options);

}  // namespace dragoman

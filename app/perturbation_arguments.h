#pragma once

#include <string>
#include <vector>

#include "app/score_options.h"
#include "app/segment_reader.h"
#include "translate/perturbation.h"

namespace CLI {
class App;
}

namespace dragoman {

/// Options of `evaluate` for perturbed sources: --perturb, --typo-rate and --typo-seed.
struct PerturbationArguments {
  std::vector<std::string> names;
  PerturbationOptions options;

  void add_to(CLI::App& command);
  bool any() const { return !names.empty(); }

  /// Throws std::invalid_argument if a perturbation is named twice, if the options of typos have
  /// no effect, or if the options in `scores` do not allow the plain system and the perturbed ones.
  void check(const ScoreOptions& scores) const;
  /// If a perturbation changes case, makes all scores ignore case, those of the plain source too.
  void choose_case(ScoreOptions& scores) const;
  /// Returns the translations by `translate` of the plain source and of each perturbed one.
  template <class Translate>
  std::vector<SystemLines> systems(const std::vector<std::string>& source,
                                   const Translate& translate) const {
    std::vector<SystemLines> systems{{"plain", translate(source)}};
    for (const std::string& name : names)
      systems.push_back({name, translate(perturbed(source, perturbation_of(name), options))});
    return systems;
  }

 private:
  static Perturbation perturbation_of(const std::string& name);
};

}  // namespace dragoman

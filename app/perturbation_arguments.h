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

/// What `evaluate` takes about perturbed sources: --perturb and how typos are made.
struct PerturbationArguments {
  std::vector<std::string> names;
  PerturbationOptions options;

  void add_to(CLI::App& command);
  bool any() const { return !names.empty(); }

  /// Throws std::invalid_argument for a perturbation named twice, and where `scores` are no table
  /// of several systems.
  void check(const ScoreOptions& scores) const;
  /// Where the case of a source changes, the case of its translation is not scored, nor is that of
  /// the plain one beside it.
  void choose_case(ScoreOptions& scores) const;
  /// The translations that `translate` makes of the source, plain and perturbed.
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

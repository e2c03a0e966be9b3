#include "app/perturbation_arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <stdexcept>

#include "app/setting_flags.h"
#include "io/settings_values.h"

namespace dragoman {

void PerturbationArguments::add_to(CLI::App& command) {
  const std::string group = "Robustness";
  CLI::Option* const perturb =
      command
          .add_option(
              "--perturb", names,
              "with RUN: also translate the source in upper, title or lower case, or with typos "
              "(upper,title,lower,typo), and print the scores beside the plain one's")
          ->delimiter(',')
          ->check(CLI::IsMember(names_of<Perturbation>()))
          ->group(group);
  add_field_flag(command, options.typo_rate, between(0, 1), "typo_rate",
                 "share of the words of four letters or more that have a typo" +
                     default_in_help(options.typo_rate))
      ->needs(perturb)
      ->group(group);
  add_count_option(command, "--typo-seed", options.seed, "seed of the typos")
      ->needs(perturb)
      ->group(group);
}

void PerturbationArguments::check(const ScoreOptions& scores) const {
  for (const std::string& name : names) {
    if (std::count(names.begin(), names.end(), name) > 1)
      throw std::invalid_argument("--perturb has " + name + " twice: give each once");
  }
  const PerturbationOptions unchanged;
  const bool has_typos = std::find(names.begin(), names.end(), "typo") != names.end();
  if (!has_typos && (options.typo_rate != unchanged.typo_rate || options.seed != unchanged.seed)) {
    throw std::invalid_argument(
        "--typo-rate and --typo-seed have no effect without --perturb typo: add it, or leave them "
        "out");
  }
  scores.check(1 + names.size());
}

void PerturbationArguments::choose_case(ScoreOptions& scores) const {
  const bool changes_case = std::any_of(names.begin(), names.end(), [](const std::string& name) {
    return perturbation_of(name) != Perturbation::kTypo;
  });
  if (changes_case) scores.ignore_case();
}

Perturbation PerturbationArguments::perturbation_of(const std::string& name) {
  for (const auto& [value, its_name] : enum_names(Perturbation{}))
    if (name == its_name) return value;
  throw std::invalid_argument("--perturb " + name + " is unknown");
}

}  // namespace dragoman

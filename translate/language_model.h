#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "search/search_settings.h"
#include "translate/translation.h"
#include "translate/translator.h"

namespace dragoman {

/// How prompts are continued, beside settings of the search.
struct CompletionOptions {
  /// A completion ends before the first of these.
  std::vector<std::string> stop = {};
  /// Given each piece of the completion of a single prompt as it comes (greedy search, or one
  /// sample).
  std::function<void(std::string_view)> on_text = {};
  /// Asked after each token; false ends the completions as they are.
  std::function<bool()> goes_on = {};
};

/// A trained language model. All members may be called from several threads at once.
class LanguageModel {
 public:
  /// Opens the model folder `run`. Throws std::runtime_error naming what is missing or damaged,
  /// std::invalid_argument for a translator's folder and for options that this machine cannot
  /// follow. options.weights and options.shortlist are for translators.
  explicit LanguageModel(const std::string& run, const TranslatorOptions& options = {});
  ~LanguageModel();
  LanguageModel(LanguageModel&&) noexcept;
  LanguageModel& operator=(LanguageModel&&) noexcept;

  /// The settings of search that the folder holds.
  const SearchSettings& settings() const;
  /// Throws std::invalid_argument for settings that contradict each other or do not suit a language
  /// model.
  void check(const SearchSettings& settings) const;

  /// What follows each prompt: up to settings.num_best continuations of at most settings.max_length
  /// tokens (0: kDefaultTokens) with their scores, best first. When the model's context is full,
  /// its last half goes on. Throws std::invalid_argument for a prompt that has characters outside
  /// the vocabulary, more tokens than the context, or, where the model was trained on a stream,
  /// nothing.
  std::vector<std::vector<Translation>> complete(const std::vector<std::string>& prompts,
                                                 const SearchSettings& settings,
                                                 const CompletionOptions& options = {}) const;
  static constexpr int64_t kDefaultTokens = 500;

  /// The log-probabilities of lines and of their tokens, the end of the line among them. A blank
  /// line has none.
  std::vector<Translation> score(const std::vector<std::string>& lines) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace dragoman

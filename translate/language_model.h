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

/// Options of completing, in addition to the search settings.
struct CompletionOptions {
  /// A completion ends before the first of these strings.
  std::vector<std::string> stop = {};
  /// Called with each new piece of a completion. For a single prompt with greedy search or one
  /// sample.
  std::function<void(std::string_view)> on_text = {};
  /// Called before the search and after each token; false ends the completions where they are.
  std::function<bool()> goes_on = {};
};

/// Returns the settings of a folder with the defaults of completing. If the caller has not named
/// `samples`: one sample, or none if `beam` is named. If `num_best` is not named: as many texts as
/// samples. Of the folder's settings, those of a source, of a choice among translations and, with
/// or without samples, of the other kind of search do not count. Throws std::invalid_argument if
/// the caller has named a setting that is only for translating or has no effect, or more samples
/// than `num_best` may be without `num_best`.
SearchSettings with_completion_defaults(SearchSettings settings,
                                        const std::function<bool(const char* setting)>& is_named);

/// A trained language model. Thread-safe.
class LanguageModel {
 public:
  /// Opens the model folder `run`. Throws std::runtime_error naming the missing or damaged file,
  /// std::invalid_argument for a translator's folder and for options that this machine does not
  /// support. options.weights and options.shortlist are for translators only.
  explicit LanguageModel(const std::string& run, const TranslatorOptions& options = {});
  ~LanguageModel();
  LanguageModel(LanguageModel&&) noexcept;
  LanguageModel& operator=(LanguageModel&&) noexcept;

  /// The search settings stored in the folder.
  const SearchSettings& settings() const;
  /// Throws std::invalid_argument for settings that are out of range, contradict each other or do
  /// not apply to a language model.
  void check(const SearchSettings& settings) const;
  /// Throws std::invalid_argument for a prompt that complete() would refuse.
  void check_prompt(const std::string& prompt) const;
  /// Returns the prompt that a completion continues: without white space at its end if the model
  /// does not read that.
  std::string read_part(const std::string& prompt) const;

  /// Returns for each prompt up to settings.num_best continuations of at most settings.max_length
  /// tokens (0: kDefaultTokens), best first. When the context is full, its last half is kept.
  /// Throws std::invalid_argument for a prompt with characters outside the vocabulary, a prompt
  /// longer than the context, and, for a model trained on a stream, an empty prompt.
  std::vector<std::vector<Translation>> complete(const std::vector<std::string>& prompts,
                                                 const SearchSettings& settings,
                                                 const CompletionOptions& options = {}) const;
  static constexpr int64_t kDefaultTokens = 500;

  /// Returns the log-probabilities of lines and of their tokens, the end of the line included. Of
  /// a blank line, the end is the only token. `batch_tokens`: like SearchSettings::batch_tokens.
  std::vector<Translation> score(const std::vector<std::string>& lines,
                                 int64_t batch_tokens = SearchSettings().batch_tokens) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace dragoman

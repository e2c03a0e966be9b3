#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "architecture/step_model.h"
#include "data/data_settings.h"
#include "search/search_settings.h"
#include "tokenizer/tokenizer.h"
#include "translate/batch_runner.h"
#include "translate/language_model.h"
#include "translate/translation.h"

namespace dragoman {

/// Continues and scores text with a language model that the caller owns. LanguageModel and the
/// validation during training use it. All arguments of the constructor must outlive this object.
class PromptCompleter {
 public:
  /// `layout`: the layout that the model was trained on; `max_context`: its maximum number of
  /// tokens.
  PromptCompleter(StepModel& model, const Tokenizer& tokenizer, TextLayout layout,
                  int64_t max_context, const Workers& workers = {})
      : model_(model),
        tokenizer_(tokenizer),
        layout_(layout),
        max_context_(max_context),
        workers_(workers) {}

  /// Like LanguageModel::complete().
  std::vector<std::vector<Translation>> complete(const std::vector<std::string>& prompts,
                                                 const SearchSettings& settings,
                                                 const CompletionOptions& options) const;
  /// Like LanguageModel::score().
  std::vector<Translation> score(const std::vector<std::string>& lines, int64_t batch_tokens) const;
  /// Throws std::invalid_argument for settings that do not apply to a language model.
  void check(const SearchSettings& settings) const;
  /// Like LanguageModel::check_prompt().
  void check_prompt(const std::string& prompt) const { encode_prompt(prompt); }
  /// Like LanguageModel::read_part().
  std::string read_part(const std::string& prompt) const;

 private:
  bool is_stream() const { return layout_ == TextLayout::kStream; }
  int32_t line_feed() const;
  TokenIds encode_prompt(const std::string& prompt) const;
  SearchTask prompt_task(const TokenIds& prompt, const SearchSettings& settings) const;
  SearchTask line_task(const std::string& line) const;
  SearchVocabulary vocabulary(const SearchSettings& settings) const;
  Translation make_completion(const Hypothesis& hypothesis, const TokenIds& prompt,
                              const CompletionOptions& options) const;
  int64_t kept_tokens(const SearchTask& task, const SearchSettings& settings) const;
  std::vector<std::vector<Hypothesis>> search(const std::vector<SearchTask>& tasks,
                                              const SearchSettings& settings) const;

  StepModel& model_;
  const Tokenizer& tokenizer_;
  TextLayout layout_;
  int64_t max_context_;
  Workers workers_;
};

}  // namespace dragoman

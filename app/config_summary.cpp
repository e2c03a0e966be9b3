#include "app/config_summary.h"

#include <fmt/format.h>

#include <cmath>

#include "kernels/product_speed.h"

namespace dragoman {
namespace {

std::string minutes(double seconds) {
  if (seconds < 90) return "a minute";
  if (seconds < 120 * 60) return fmt::format("{:.0f} minutes", seconds / 60);
  return fmt::format("{:.0f} hours", seconds / 3600);
}

std::string validation_times(const TrainSettings& train) {
  const std::string start = train.from.empty() ? "" : "before the first update and ";
  if (train.validate_every == 0) return start + "each epoch";
  if (train.updates > 0 && train.validate_every >= train.updates) return start + "at the end";
  return start + "every " + std::to_string(train.validate_every);
}

/// Returns false if there are too few validations for train.patience, which the first one begins.
bool can_end_by_patience(const TrainSettings& train) {
  if (train.patience == 0) return false;
  if (train.validate_every == 0 || train.updates == 0) return true;
  const int64_t first = train.from.empty() ? train.validate_every : 0;
  return first + train.patience * train.validate_every < train.updates;
}

}  // namespace

std::string with_commas(int64_t number) {
  std::string text = std::to_string(number);
  for (size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

std::string describe_vocabulary(const TokenizerSettings& tokenizer, int64_t suggested) {
  if (!tokenizer.from.empty()) return "the tokenizer of " + tokenizer.from;
  if (!tokenizer.model.empty()) return "the tokenizer " + tokenizer.model;
  // The characters of the text decide.
  const bool is_limit = tokenizer.type == TokenizerType::kChar &&
                        (tokenizer.keep_whitespace || tokenizer.vocabulary_size == suggested);
  return fmt::format("a vocabulary of {}{} for {}{}", is_limit ? "at most " : "",
                     with_commas(tokenizer.vocabulary_size),
                     tokenizer.shared ? "both languages" : "each language",
                     tokenizer.vocabulary_size == suggested ? ", by the number of words" : "");
}

std::string describe_length(const Config& config, const CorpusSurvey& survey,
                            const TrainingMachine& machine) {
  const TrainSettings& train = config.train;
  const std::string updates = fmt::format("updates of {} tokens", with_commas(train.update_tokens));
  const double passes = passes_of(survey, train);
  if (train.epochs > 0 && (train.updates == 0 || passes > static_cast<double>(train.epochs)))
    return fmt::format("{} {} in {}", with_commas(train.epochs),
                       train.epochs == 1 ? "epoch" : "epochs", updates);
  if (train.updates == 0) return updates;
  const std::string time =
      machine.has_gpu
          ? std::string("on the GPU")
          : fmt::format("about {} on {} {}",
                        minutes(expected_seconds(config, machine.threads, measure_product_speed())),
                        machine.threads, machine.threads == 1 ? "thread" : "threads");
  return fmt::format("{} {}, {} times over the text; {}", with_commas(train.updates), updates,
                     with_commas(std::llround(passes)), time);
}

std::string describe_long(const CorpusSurvey& survey) {
  if (survey.num_long == 0) return "";
  return fmt::format(" (and {} of more than {} words, which are left out)",
                     with_commas(survey.num_long), survey.most_words);
}

std::string describe_rate(const Config& config) {
  const TrainSettings& train = config.train;
  if (train.from.empty() || train.schedule == ScheduleType::kPaper) return "";
  const bool is_suggested = train.learning_rate == suggest_rate(config.model.width) * kFurtherRate;
  return fmt::format("; a learning rate of at most {:.2g}{}", train.learning_rate,
                     is_suggested ? ", since the model is trained already" : "");
}

std::string describe_validation(const TrainSettings& train, const CorpusSurvey& survey) {
  std::string text = "validation " + validation_times(train);
  if (survey.target_lacks_spaces && train.best == ValidationMetric::kChrf)
    text += " by chrF, as the target has no spaces between words";
  if (!can_end_by_patience(train)) return text;
  return fmt::format("{}, the end after {} in a row without improvement", text, train.patience);
}

}  // namespace dragoman

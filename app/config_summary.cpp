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

std::string describe_validation(const TrainSettings& train, const CorpusSurvey& survey) {
  std::string text = train.validate_every > 0
                         ? "validation every " + std::to_string(train.validate_every)
                         : "validation each epoch";
  if (survey.target_lacks_spaces && train.best == ValidationMetric::kChrf)
    text += " by chrF, as the target has no spaces between words";
  if (train.patience == 0) return text;
  return fmt::format("{}, the end after {} in a row without improvement", text, train.patience);
}

}  // namespace dragoman

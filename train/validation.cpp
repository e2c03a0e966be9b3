#include "train/validation.h"

#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "data/batch_plan.h"
#include "engine/engine_model.h"
#include "io/settings_values.h"
#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "metrics/corpus_scorer.h"
#include "model/language_model_stepper.h"
#include "model/live_weights.h"
#include "threads/cancellation.h"
#include "train/batch_tensors.h"
#include "train/loss.h"
#include "translate/line_translator.h"
#include "translate/prompt_completer.h"

namespace dragoman {
namespace {

/// Length, in tokens, of a language model's samples.
constexpr int64_t kSampleTokens = 100;

class EvaluationMode {
 public:
  explicit EvaluationMode(Transformer model) : model_(std::move(model)) { model_->eval(); }
  ~EvaluationMode() { model_->train(); }

 private:
  Transformer model_;
};

/// Limits the time that a validation goes on after a signal.
class TimeLimit {
 public:
  explicit TimeLimit(const ValidationOptions& options) : options_(options) {}

  /// Does the work of this process. Returns false in all processes if one of them gave up.
  bool keep(Exchange& exchange, const std::function<void()>& work) {
    bool is_done = goes_on();
    try {
      const Cancellation cancellation([this] { return goes_on(); });
      if (is_done) work();
    } catch (const Cancelled&) {
      is_done = false;
    }
    return exchange.greatest(is_done ? 0 : 1) == 0;
  }

 private:
  using Clock = std::chrono::steady_clock;

  bool goes_on() {
    if (options_.signal() == 0) return true;
    if (!until_) until_ = Clock::now() + options_.time_after_signal;
    return Clock::now() < *until_;
  }

  const ValidationOptions& options_;
  std::optional<Clock::time_point> until_;  // known once a signal was seen
};

/// Returns the sum of the losses of all processes, in their order.
LossSums sum_losses(const std::vector<LossSums>& mine, Exchange& exchange) {
  std::vector<double> numbers;
  for (const LossSums& batch : mine)
    numbers.insert(numbers.end(), {batch.loss, batch.negative_log_likelihood});
  LossSums sums;
  for (const std::vector<double>& theirs : exchange.all_gather_numbers(numbers)) {
    for (size_t i = 0; i < theirs.size(); i += 2) {
      sums.loss += theirs[i];
      sums.negative_log_likelihood += theirs[i + 1];
    }
  }
  return sums;
}

/// Divides batches among processes and replicas; sums their losses in order. Returns false if a
/// process gave up.
bool measure_loss(Replicas& replicas, Exchange& exchange, const TrainingData& data,
                  const ValidationOptions& options, TimeLimit& limit, ValidationScores& scores) {
  const Examples& examples = data.valid_examples;
  const auto ranges = cut_batches(examples.size(), options.batch_tokens,
                                  [&](size_t i) { return examples.length(i).longer(); });
  const PartRange own =
      parts_of_process(static_cast<int64_t>(ranges.size()), exchange.rank(), exchange.size());
  std::vector<LossSums> batches(static_cast<size_t>(own.end - own.begin));
  const auto measure = [&](Replica& replica, int64_t number) {
    Cancellation::check();
    torch::NoGradGuard no_grad;
    const BatchRange& range = ranges[static_cast<size_t>(own.begin + number)];
    std::vector<Example> rows;
    for (size_t i = range.begin; i < range.end; ++i) rows.push_back(examples.read(i, 0));
    TransformerImpl& model = replica.model();
    const Batch batch = make_batch(rows, pad_ids(data.tokenizers.sizes()));
    const BatchTensors tensors = to_device(batch, model.device());
    batches[static_cast<size_t>(number)] =
        evaluate_loss(target_states(model, tensors), model.output_weight(), model.output_bias(),
                      tensors.targets, options.label_smoothing);
  };
  if (!limit.keep(exchange, [&] { replicas.for_each(std::ssize(batches), measure); })) return false;
  const LossSums sums = sum_losses(batches, exchange);
  int64_t tokens = 0;
  for (size_t i = 0; i < examples.size(); ++i) tokens += examples.length(i).target;
  if (data.valid_characters > 0) {
    scores.bits_per_character =
        sums.negative_log_likelihood / std::log(2.0) / static_cast<double>(data.valid_characters);
  }
  scores.loss = sums.loss / static_cast<double>(tokens);
  scores.perplexity = std::exp(sums.negative_log_likelihood / static_cast<double>(tokens));
  return true;
}

/// Returns the model to translate with: on a CPU the engine, as `translate` uses.
std::unique_ptr<StepModel> make_step_model(const Transformer& model) {
  if (!model->device().is_cpu()) return make_stepper(model);
  return std::make_unique<EngineModel>(model->settings(), model->sizes(), live_weights(*model),
                                       NumberFormat::kFp32);
}

/// Returns the translations of all lines, of which each process translates some; nullopt if one of
/// them gave up.
std::optional<std::vector<std::string>> translate_lines(const LineTranslator& translator,
                                                        Exchange& exchange,
                                                        const std::vector<std::string>& lines,
                                                        const SearchSettings& search,
                                                        TimeLimit& limit) {
  const PartRange own =
      parts_of_process(static_cast<int64_t>(lines.size()), exchange.rank(), exchange.size());
  std::string translated;
  const bool is_done = limit.keep(exchange, [&] {
    for (const std::string& line :
         translator.translate({lines.begin() + own.begin, lines.begin() + own.end}, search))
      translated += line + "\n";
  });
  if (!is_done) return std::nullopt;
  std::vector<std::string> all;
  for (const std::string& some : exchange.all_gather(translated)) {
    std::istringstream text(some);
    for (std::string line; std::getline(text, line);) all.push_back(line);
  }
  return all;
}

std::string signature_of(const Metric& metric) {
  return metric.name() + "|" + format_signature(corpus_signature(metric, "1"), false);
}

/// Returns false if a process gave up.
bool score_translations(const Transformer& model, Exchange& exchange, const TrainingData& data,
                        const ValidationOptions& options, TimeLimit& limit,
                        ValidationScores& scores) {
  const auto stepper = make_step_model(model);
  const Tokenizers& tokenizers = data.tokenizers;
  const LineTranslator translator(
      *stepper, {*tokenizers.source, *tokenizers.target, model->settings().max_length});
  const auto hypotheses =
      translate_lines(translator, exchange, data.valid.source, options.search, limit);
  if (!hypotheses) return false;
  Bleu bleu({.lowercase = options.lowercase});
  Chrf chrf({.lowercase = options.lowercase});
  const auto num_samples = std::min(hypotheses->size(), static_cast<size_t>(options.num_samples));
  scores.samples.assign(hypotheses->begin(),
                        hypotheses->begin() + static_cast<std::ptrdiff_t>(num_samples));
  scores.bleu = score_corpus(bleu, *hypotheses, {data.valid.target});
  scores.chrf = score_corpus(chrf, *hypotheses, {data.valid.target});
  return true;
}

/// Returns the settings by which a language model draws samples: without those of a beam search, of
/// a source and of other lengths.
SearchSettings sample_settings(const ValidationOptions& options) {
  const SearchSettings defaults;
  SearchSettings settings = options.search;
  settings.samples = settings.num_best = options.num_samples;
  settings.max_length = kSampleTokens;
  settings.min_length = defaults.min_length;
  settings.stopping = defaults.stopping;
  settings.patience = defaults.patience;
  settings.coverage_penalty = defaults.coverage_penalty;
  if (settings.unknown == UnknownTokens::kReplace) settings.unknown = defaults.unknown;
  return settings;
}

/// Generates samples: after the end of a line in a stream, else from the beginning of a line.
void draw_samples(const Transformer& model, const TrainingData& data,
                  const ValidationOptions& options, ValidationScores& scores) {
  if (options.num_samples == 0) return;
  const auto stepper = make_step_model(model);
  const PromptCompleter completer(*stepper, *data.tokenizers.target, data.layout,
                                  model->settings().max_length);
  const std::string prompt = data.layout == TextLayout::kStream ? "\n" : "";
  auto completions = completer.complete({prompt}, sample_settings(options), {});
  for (Translation& drawn : completions.front()) {
    std::replace(drawn.text.begin(), drawn.text.end(), '\n', ' ');
    scores.samples.push_back(std::move(drawn.text));
  }
}

void check_beam(int64_t beam, const Tokenizer& target) {
  const int64_t choices = target.vocabulary_size() - 1;
  demand(beam <= choices, "train.validate_beam is " + std::to_string(beam) + ", more than the " +
                              std::to_string(choices) +
                              " tokens of the target vocabulary: lower it");
}

}  // namespace

ValidationOptions validation_options(const TrainSettings& train, const SearchSettings& search) {
  ValidationOptions options{.label_smoothing = train.label_smoothing,
                            .batch_tokens = train.update_tokens / train.parts,
                            .search = for_one_best(search, train.validate_beam),
                            .num_samples = train.samples};
  options.search.scores = false;
  return options;
}

void check_validation(const Transformer& model, const TrainingData& data,
                      const ValidationOptions& options) {
  if (data.valid.size() == 0) return;
  const auto stepper = make_stepper(model);
  const Tokenizers& tokenizers = data.tokenizers;
  const int64_t max_length = model->settings().max_length;
  if (!model->settings().is_language_model()) {
    check_beam(options.search.beam, *tokenizers.target);
    const LineTranslator translator(*stepper, {*tokenizers.source, *tokenizers.target, max_length});
    translator.check(options.search);
  } else if (options.num_samples > 0) {
    const PromptCompleter completer(*stepper, *tokenizers.target, data.layout, max_length);
    completer.check(sample_settings(options));
  }
}

double score_of(const ValidationScores& scores, ValidationMetric metric) {
  switch (metric) {
    case ValidationMetric::kBleu:
      return scores.bleu > 0 ? scores.bleu : -scores.loss;
    case ValidationMetric::kChrf:
      return scores.chrf > 0 ? scores.chrf : -scores.loss;
    case ValidationMetric::kLoss:
      break;
  }
  return -scores.loss;
}

std::string score_signatures(bool lowercase) {
  return signature_of(Bleu({.lowercase = lowercase})) + ", " +
         signature_of(Chrf({.lowercase = lowercase}));
}

std::optional<ValidationScores> validate(Replicas& replicas, Exchange& exchange,
                                         const TrainingData& data,
                                         const ValidationOptions& options) {
  const Transformer& model = replicas.model();
  const EvaluationMode evaluation(model);
  TimeLimit limit(options);
  ValidationScores scores;
  if (!measure_loss(replicas, exchange, data, options, limit, scores)) return std::nullopt;
  const auto draw = [&] {
    if (exchange.is_first()) draw_samples(model, data, options, scores);
  };
  const bool is_done = model->settings().is_language_model()
                           ? limit.keep(exchange, draw)
                           : score_translations(model, exchange, data, options, limit, scores);
  return is_done ? std::optional(scores) : std::nullopt;
}

}  // namespace dragoman

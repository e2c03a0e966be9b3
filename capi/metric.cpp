#include <deque>
#include <functional>
#include <limits>
#include <stdexcept>
#include <utility>

#include "capi/guard.h"
#include "capi/options.h"
#include "capi/structs.h"
#include "io/utf8.h"
#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "metrics/corpus_scorer.h"
#include "metrics/significance.h"
#include "metrics/ter.h"
#include "threads/cancellation.h"
#include "translate/sentencepiece_tokenizer.h"

/// A metric. dragoman::Metric has a buffer that is reused from segment to segment and is not
/// thread-safe, so each call that counts makes its own.
struct dragoman_metric {
  std::function<std::unique_ptr<dragoman::Metric>()> make;
  std::function<void(std::string_view line, dragoman::Tokens& tokens)> tokenize;  // chrF: empty
  std::unique_ptr<const dragoman::Metric> metric = make();
  std::string name = metric->name();
};

namespace dragoman {
namespace {

template <class Settings>
Settings settings_of(const dragoman_option* options, size_t count) {
  Settings settings;
  set_options(settings, options, count);
  return settings;
}

dragoman_metric* open_metric(const std::string& name, const dragoman_option* options,
                             size_t count) {
  if (name == "bleu") {
    const auto settings = settings_of<BleuSettings>(options, count);
    const BleuTokenizer tokenizer = open_bleu_tokenizer(settings.tokenize);
    const auto bleu = std::make_shared<const Bleu>(settings, tokenizer);
    return new dragoman_metric{
        [=] { return std::make_unique<Bleu>(settings, tokenizer); },
        [=](std::string_view line, Tokens& tokens) { bleu->tokenize(line, tokens); }};
  }
  if (name == "chrf") {
    const auto settings = settings_of<ChrfSettings>(options, count);
    return new dragoman_metric{[=] { return std::make_unique<Chrf>(settings); }, {}};
  }
  if (name == "ter") {
    const auto settings = settings_of<TerSettings>(options, count);
    return new dragoman_metric{
        [=] { return std::make_unique<Ter>(settings); },
        [=](std::string_view line, Tokens& tokens) { tokenize_tercom(line, settings, tokens); }};
  }
  throw std::invalid_argument("there is no metric `" + name + "`, but bleu, chrf and ter");
}

/// Texts of a segment. Valid UTF-8 is not copied.
class SegmentTexts {
 public:
  void clear() {
    views_.clear();
    replaced_.clear();
  }
  void add(dragoman_text text) {
    const std::string_view view = view_of(text);
    views_.push_back(is_valid_utf8(view) ? view : replaced_.emplace_back(string_of(text)));
  }
  const std::vector<std::string_view>& views() const { return views_; }

 private:
  std::vector<std::string_view> views_;
  std::deque<std::string> replaced_;
};

void count_segments(Metric& metric, std::span<const dragoman_text> hypotheses,
                    const dragoman_text* all_references, size_t num_references,
                    double* statistics) {
  const size_t num_statistics = metric.num_statistics(), count = hypotheses.size();
  const auto references = list_of(all_references, num_references * count, "references");
  SegmentTexts texts, hypothesis;
  for (size_t i = 0; i < count; ++i) {
    texts.clear();
    for (size_t r = 0; r < num_references; ++r) {
      const dragoman_text& reference = references[r * count + i];
      if (reference.data != nullptr) texts.add(reference);
    }
    metric.set_references(texts.views());
    hypothesis.clear();
    hypothesis.add(hypotheses[i]);
    metric.count(hypothesis.views().front(), {statistics + i * num_statistics, num_statistics});
  }
}

/// Makes the statistics of one system from rows of numbers.
SegmentStatistics segments_of(const double* statistics, size_t num_segments,
                              size_t num_statistics) {
  SegmentStatistics segments(num_statistics);
  segments.add({statistics, num_segments * num_statistics});
  return segments;
}

/// Copies the caller's struct. Throws std::invalid_argument for an unknown test.
dragoman_resampling read_resampling(const dragoman_resampling* given) {
  const dragoman_resampling resampling = read_struct(given);
  if (resampling.test < DRAGOMAN_NO_TEST || resampling.test > DRAGOMAN_RANDOMIZATION)
    throw std::invalid_argument("there is no test " + std::to_string(resampling.test) +
                                ": give bootstrap (1) or randomization (2)");
  return resampling;
}

/// Options of resampling, which the caller's goes_on can cancel.
class Sampling {
 public:
  Sampling(const dragoman_resampling* given, size_t num_systems, size_t num_segments)
      : given_(read_resampling(given)) {
    if (num_systems == 0 || num_segments == 0)
      throw std::invalid_argument("there is nothing to draw samples from: give a segment at least");
    if (given_.test == DRAGOMAN_NO_TEST || given_.num_samples == 0)
      throw std::invalid_argument("name a test and how many samples it takes");
    resampling_.num_samples = given_.num_samples;
    resampling_.seed = given_.has_seed != 0 ? std::optional(given_.seed) : std::nullopt;
    if (given_.goes_on == nullptr) return;
    cancellation_.emplace([this] { return given_.goes_on(given_.context) != 0; });
    resampling_.on_sample = Cancellation::check;
  }

  bool is_bootstrap() const { return given_.test == DRAGOMAN_BOOTSTRAP; }
  const Resampling& resampling() const { return resampling_; }

 private:
  dragoman_resampling given_;
  Resampling resampling_;
  std::optional<Cancellation> cancellation_;
};

Signature items_of(const dragoman_resampling* given) {
  const dragoman_resampling resampling = read_resampling(given);
  if (resampling.test == DRAGOMAN_NO_TEST) return {};
  return resampling_items(resampling.test == DRAGOMAN_RANDOMIZATION, resampling.num_samples,
                          resampling.has_seed != 0 ? std::to_string(resampling.seed) : "none");
}

void copy_precisions(const std::vector<double>& precisions, dragoman_metric_score& score) {
  const size_t room = std::exchange(score.num_precisions, precisions.size());
  if (score.precisions == nullptr) return;
  if (room < precisions.size())
    throw std::invalid_argument("num_precisions is " + std::to_string(room) + ", but there are " +
                                std::to_string(precisions.size()) + ": give a longer array");
  std::copy(precisions.begin(), precisions.end(), score.precisions);
}

dragoman_comparison comparison_of(const PairedResult& result) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const ConfidenceInterval confidence =
      result.confidence.value_or(ConfidenceInterval{kNone, kNone});
  return {result.score, result.p_value.value_or(kNone), {confidence.mean, confidence.half_width}};
}

}  // namespace
}  // namespace dragoman

dragoman_error* dragoman_metric_open(dragoman_text name, const dragoman_option* options,
                                     size_t num_options, dragoman_metric** out) {
  return dragoman::guarded(
      [&] { *out = dragoman::open_metric(dragoman::string_of(name), options, num_options); });
}

void dragoman_metric_free(dragoman_metric* metric) { delete metric; }

dragoman_text dragoman_metric_name(const dragoman_metric* metric) {
  return dragoman::text_of(metric->name);
}

size_t dragoman_metric_num_statistics(const dragoman_metric* metric) {
  return metric->metric->num_statistics();
}

dragoman_error* dragoman_metric_count(const dragoman_metric* metric,
                                      const dragoman_text* hypotheses, size_t count,
                                      const dragoman_text* references, size_t num_references,
                                      double* statistics) {
  return dragoman::guarded([&] {
    dragoman::count_segments(*metric->make(), dragoman::list_of(hypotheses, count, "hypotheses"),
                             references, num_references, statistics);
  });
}

dragoman_error* dragoman_metric_compute(const dragoman_metric* metric, const double* statistics,
                                        dragoman_metric_score* out) {
  return dragoman::guarded([&] {
    const std::span given(statistics, metric->metric->num_statistics());
    auto score = dragoman::read_struct(out);
    score.score = metric->metric->score(given, dragoman::Arithmetic::kDouble);
    if (const auto* bleu = dynamic_cast<const dragoman::Bleu*>(metric->metric.get())) {
      const dragoman::BleuScore parts = bleu->compute(given);
      score.brevity_penalty = parts.brevity_penalty;
      dragoman::copy_precisions(parts.precisions, score);
    }
    dragoman::write_struct(score, out);
  });
}

dragoman_error* dragoman_metric_describe(const dragoman_metric* metric, const double* statistics,
                                         size_t num_references, int short_names,
                                         const dragoman_resampling* resampling,
                                         dragoman_texts** out) {
  return dragoman::guarded([&] {
    const std::span given(statistics, metric->metric->num_statistics());
    const std::string references = num_references == 0 ? "var" : std::to_string(num_references);
    const dragoman::Signature signature =
        dragoman::corpus_signature(*metric->metric, references, dragoman::items_of(resampling));
    *out = new dragoman_texts(
        {metric->metric->details(given), dragoman::format_signature(signature, short_names != 0)});
  });
}

dragoman_error* dragoman_metric_confidence(const dragoman_metric* metric, const double* statistics,
                                           size_t num_segments,
                                           const dragoman_resampling* resampling,
                                           dragoman_interval* out) {
  return dragoman::guarded([&] {
    const dragoman::Sampling sampling(resampling, 1, num_segments);
    const auto segments =
        dragoman::segments_of(statistics, num_segments, metric->metric->num_statistics());
    const auto interval =
        dragoman::bootstrap_confidence(*metric->metric, segments, sampling.resampling());
    *out = {interval.mean, interval.half_width};
  });
}

dragoman_error* dragoman_metric_compare(const dragoman_metric* metric, const double* statistics,
                                        size_t num_systems, size_t num_segments,
                                        const dragoman_resampling* resampling,
                                        dragoman_comparison* out) {
  return dragoman::guarded([&] {
    const dragoman::Sampling sampling(resampling, num_systems, num_segments);
    const size_t num_statistics = metric->metric->num_statistics();
    std::vector<dragoman::SegmentStatistics> systems;
    for (size_t s = 0; s < num_systems; ++s) {
      systems.push_back(dragoman::segments_of(statistics + s * num_segments * num_statistics,
                                              num_segments, num_statistics));
    }
    const auto compare =
        sampling.is_bootstrap() ? dragoman::paired_bootstrap : dragoman::paired_randomization;
    const auto results = compare(*metric->metric, systems, sampling.resampling());
    std::transform(results.begin(), results.end(), out, dragoman::comparison_of);
  });
}

dragoman_error* dragoman_metric_tokenize(const dragoman_metric* metric, dragoman_text line,
                                         dragoman_texts** out) {
  return dragoman::guarded([&] {
    if (!metric->tokenize) throw std::invalid_argument(metric->name + " has no tokeniser");
    const std::string text = dragoman::string_of(line);
    dragoman::Tokens tokens;
    metric->tokenize(text, tokens);
    *out = new dragoman_texts(std::vector<std::string>(tokens.views.begin(), tokens.views.end()));
  });
}

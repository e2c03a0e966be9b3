#include "metrics/bleu.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "metrics/python_text.h"

namespace dragoman {
namespace {

double default_smooth_value(BleuSmoothing smoothing) {
  return smoothing == BleuSmoothing::kFloor ? 0.1 : 1.0;
}

bool takes_value(BleuSmoothing smoothing) {
  return smoothing == BleuSmoothing::kFloor || smoothing == BleuSmoothing::kAddK;
}

double brevity_penalty(double hypothesis_length, double reference_length) {
  if (hypothesis_length >= reference_length) return 1;
  if (hypothesis_length == 0) return 0;
  return std::exp(1 - reference_length / hypothesis_length);
}

/// Computes the score from counts of type Number, with quotients of type Quotient.
template <class Number, class Quotient>
class BleuFormula {
 public:
  BleuFormula(std::span<const double> statistics, const BleuSettings& settings)
      : settings_(settings),
        smooth_value_(
            settings.smooth_value.value_or(default_smooth_value(settings.smooth_method))) {
    result_.brevity_penalty = brevity_penalty(std::trunc(statistics[0]), std::trunc(statistics[1]));
    const auto num_orders = static_cast<size_t>(settings.max_ngram_order);
    result_.precisions.resize(num_orders);
    for (size_t n = 0; n < num_orders; ++n) {
      correct_.push_back(static_cast<Number>(statistics[2 + n]));
      total_.push_back(static_cast<Number>(statistics[2 + num_orders + n]));
    }
  }

  BleuScore compute() {
    if (std::all_of(correct_.begin(), correct_.end(), [](Number count) { return count == 0; })) {
      return result_;
    }
    size_t order = 0;
    for (; order < correct_.size() && add_precision(order); ++order) continue;
    if (!settings_.effective_order) order = correct_.size();
    double sum_of_logs = 0;
    for (size_t n = 0; n < order; ++n) {
      sum_of_logs += std::log(result_.precisions[n]);  // log(0) is -infinity, and makes the mean 0
    }
    const auto divisor = static_cast<double>(std::max<size_t>(order, 1));
    result_.score = result_.brevity_penalty * std::exp(sum_of_logs / divisor);
    return result_;
  }

 private:
  /// Returns false if the hypotheses have no n-gram of this order.
  bool add_precision(size_t n) {
    if (settings_.smooth_method == BleuSmoothing::kAddK && n > 0) {
      // An integer loses the fraction that is added to it, as in sacreBLEU.
      correct_[n] = static_cast<Number>(correct_[n] + smooth_value_);
      total_[n] = static_cast<Number>(total_[n] + smooth_value_);
    }
    if (total_[n] == 0) return false;
    const auto total = static_cast<Quotient>(total_[n]);
    if (correct_[n] != 0) {
      result_.precisions[n] = Quotient(100) * static_cast<Quotient>(correct_[n]) / total;
    } else if (settings_.smooth_method == BleuSmoothing::kExp) {
      exponential_ *= 2;
      result_.precisions[n] = Quotient(100) / (exponential_ * total);
    } else if (settings_.smooth_method == BleuSmoothing::kFloor) {
      result_.precisions[n] = static_cast<Quotient>(100 * smooth_value_) / total;
    }
    return true;
  }

  const BleuSettings& settings_;
  const double smooth_value_;
  std::vector<Number> correct_;
  std::vector<Number> total_;
  Quotient exponential_ = 1;
  BleuScore result_;
};

}  // namespace

Bleu::Bleu(BleuSettings settings) : Bleu(settings, bleu_tokenizer(settings.tokenize)) {}

Bleu::Bleu(BleuSettings settings, BleuTokenizer tokenizer)
    : settings_(std::move(settings)), tokenizer_(std::move(tokenizer)) {
  const double value = settings_.smooth_value.value_or(0);
  if (!(value >= 0) || !std::isfinite(value)) {
    throw std::invalid_argument("BLEU's smoothing value " + std::to_string(value) +
                                " is invalid: give a number of at least 0");
  }
}

void Bleu::tokenize(std::string_view segment, Tokens& tokens) const {
  std::string_view text = segment;
  if (settings_.lowercase) {
    tokens.lowered = python_lower(segment);
    text = tokens.lowered;
  }
  tokenizer_.tokenize(python_rstrip(text), tokens);
}

void Bleu::read_references(std::span<const std::string_view> references) {
  num_references_ = references.size();
  references_.resize(std::max(references_.size(), num_references_));
  size_t num_tokens = 0;
  for (size_t r = 0; r < num_references_; ++r) {
    tokenize(references[r], references_[r]);
    num_tokens += references_[r].views.size();
  }
  ids_.reset(num_tokens);
  ngrams_.reset(num_tokens, static_cast<int>(settings_.max_ngram_order));
  for (size_t r = 0; r < num_references_; ++r) {
    sequence_.clear();
    ids_.add(references_[r].views, sequence_);
    ngrams_.add(sequence_);
  }
}

void Bleu::count(std::string_view hypothesis, std::span<double> statistics) {
  tokenize(hypothesis, hypothesis_);
  sequence_.clear();
  ids_.find(hypothesis_.views, sequence_);

  const auto length = static_cast<int64_t>(sequence_.size());
  // Finds the length closest to the hypothesis' length; of two equally close ones, the shorter.
  const auto is_closer = [length](const Tokens& a, const Tokens& b) {
    const auto size_a = static_cast<int64_t>(a.views.size());
    const auto size_b = static_cast<int64_t>(b.views.size());
    return std::pair(std::abs(size_a - length), size_a) <
           std::pair(std::abs(size_b - length), size_b);
  };
  const auto closest = std::min_element(
      references_.begin(), references_.begin() + static_cast<std::ptrdiff_t>(num_references_),
      is_closer);

  std::fill(statistics.begin(), statistics.end(), 0);
  statistics[0] = static_cast<double>(length);
  statistics[1] = static_cast<double>(closest->views.size());
  ngrams_.count_matches(sequence_, &statistics[2]);
  for (int64_t n = 0; n < settings_.max_ngram_order; ++n) {
    statistics[2 + num_orders() + n] = static_cast<double>(std::max<int64_t>(length - n, 0));
  }
}

BleuScore Bleu::compute(std::span<const double> statistics) const {
  return BleuFormula<double, double>(statistics, settings_).compute();
}

double Bleu::score(std::span<const double> statistics, Arithmetic arithmetic) const {
  switch (arithmetic) {
    case Arithmetic::kFloat:
      return BleuFormula<float, float>(statistics, settings_).compute().score;
    case Arithmetic::kInteger:
      return BleuFormula<int64_t, double>(statistics, settings_).compute().score;
    case Arithmetic::kDouble:
      break;
  }
  return compute(statistics).score;
}

std::string Bleu::details(std::span<const double> statistics) const {
  const BleuScore score = compute(statistics);
  std::string text;
  for (const double precision : score.precisions) {
    text.append(text.empty() ? "" : "/").append(python_fixed(precision, 1));
  }
  const double ratio = statistics[1] == 0 ? 0 : statistics[0] / statistics[1];
  return text + " (BP = " + python_fixed(score.brevity_penalty, 3) +
         " ratio = " + python_fixed(ratio, 3) + " hyp_len = " + python_fixed(statistics[0], 0) +
         " ref_len = " + python_fixed(statistics[1], 0) + ")";
}

Signature Bleu::settings_signature() const {
  std::string smoothing = name_of(settings_.smooth_method);
  if (takes_value(settings_.smooth_method)) {
    const double value =
        settings_.smooth_value.value_or(default_smooth_value(settings_.smooth_method));
    smoothing.append("[").append(python_fixed(value, 2)).append("]");
  }
  return {{"case", "c", settings_.lowercase ? "lc" : "mixed"},
          {"eff", "e", yes_or_no(settings_.effective_order)},
          {"tok", "tok", tokenizer_.name},
          {"smooth", "s", smoothing}};
}

}  // namespace dragoman

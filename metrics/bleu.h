#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/settings.h"
#include "metrics/bleu_tokenizer.h"
#include "metrics/metric.h"
#include "metrics/ngram_table.h"
#include "metrics/token_dictionary.h"

namespace dragoman {

/// Substitute for the matches of an order without a match (Chen and Cherry 2014).
enum class BleuSmoothing {
  kNone,   // none
  kExp,    // 1 / 2^k of a match for the k-th of these orders (their method 3)
  kFloor,  // smooth_value of a match (method 1)
  kAddK    // smooth_value is added to matches and totals of all orders but the first (method 2)
};

constexpr auto enum_names(BleuSmoothing) {
  return std::array{std::pair{BleuSmoothing::kNone, "none"}, std::pair{BleuSmoothing::kExp, "exp"},
                    std::pair{BleuSmoothing::kFloor, "floor"},
                    std::pair{BleuSmoothing::kAddK, "add-k"}};
}

#define DRAGOMAN_BLEU_SETTINGS(FIELD)                                                      \
  FIELD(bool, lowercase, false, any_value(), "Score without regard to case.")              \
  FIELD(std::string, tokenize, "13a", any_value(),                                         \
        "BLEU's tokeniser: 13a, intl, zh, char, none, or the file NAME.model of a "        \
        "SentencePiece model.")                                                            \
  FIELD(BleuSmoothing, smooth_method, BleuSmoothing::kExp, any_value(),                    \
        "What an order of n-grams without a match counts as: exp, floor, add-k or none.")  \
  FIELD(std::optional<double>, smooth_value, {}, between(0, 1e6),                          \
        "Smoothing value of floor (default: 0.1) or add-k (default: 1).")                  \
  FIELD(int64_t, max_ngram_order, 4, between(1, 100), "Longest n-grams that are counted.") \
  FIELD(bool, effective_order, false, any_value(),                                         \
        "Leave out orders that the hypothesis is too short for: right for single sentences.")

/// Settings of BLEU, with sacreBLEU's names.
struct BleuSettings {
  DRAGOMAN_FIELDS(DRAGOMAN_BLEU_SETTINGS)
};

/// BLEU and its parts, all in percent except the brevity penalty.
struct BleuScore {
  double score = 0;
  std::vector<double> precisions;  // by order
  double brevity_penalty = 0;
};

/// BLEU (Papineni et al. 2002). Its statistics are the lengths in tokens of the hypothesis and of
/// the closest reference, then for each order the clipped number of matching n-grams and the number
/// of the hypothesis' n-grams.
class Bleu : public Metric {
 public:
  /// Throws std::invalid_argument for invalid settings, and for a tokeniser that is unknown or
  /// needs a SentencePiece model.
  explicit Bleu(BleuSettings settings = {});
  /// Uses `tokenizer` instead of settings.tokenize.
  Bleu(BleuSettings settings, BleuTokenizer tokenizer);

  std::string name() const override { return "BLEU"; }
  size_t num_statistics() const override { return 2 + 2 * num_orders(); }
  void count(std::string_view hypothesis, std::span<double> statistics) override;
  double score(std::span<const double> statistics, Arithmetic arithmetic) const override;
  bool samples_are_floats() const override { return false; }
  /// Returns "72.1/47.0/32.1/22.3 (BP = 0.986 ratio = 0.986 hyp_len = 712 ref_len = 722)".
  std::string details(std::span<const double> statistics) const override;
  Signature settings_signature() const override;

  /// Computes the score and its parts.
  BleuScore compute(std::span<const double> statistics) const;
  /// Replaces `tokens` by the words of `segment` that are compared. They may point into the
  /// segment.
  void tokenize(std::string_view segment, Tokens& tokens) const;

 private:
  void read_references(std::span<const std::string_view> references) override;
  size_t num_orders() const { return static_cast<size_t>(settings_.max_ngram_order); }

  BleuSettings settings_;
  BleuTokenizer tokenizer_;
  std::vector<Tokens> references_;  // the first num_references_ are the segment's
  size_t num_references_ = 0;
  Tokens hypothesis_;
  TokenDictionary ids_;
  std::vector<uint32_t> sequence_;
  NgramTable ngrams_;
};

}  // namespace dragoman

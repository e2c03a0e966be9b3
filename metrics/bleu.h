#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "metrics/bleu_tokenizer.h"
#include "metrics/metric.h"
#include "metrics/ngram_table.h"
#include "metrics/token_dictionary.h"

namespace dragoman {

/// Orders of n-grams that BLEU counts: 1 to 4.
constexpr int kBleuOrder = 4;

/// What an order without a match counts as (Chen and Cherry 2014).
enum class BleuSmoothing {
  kNone,   // nothing
  kExp,    // the k-th such order as 1 / 2^k of a match (their method 3)
  kFloor,  // smooth_value of a match (method 1)
  kAddK    // smooth_value is added to matches and totals of all orders but the first (method 2)
};

struct BleuSettings {
  bool lowercase = false;  // of hypotheses and references, before they are tokenised
  BleuTokenizer tokenizer = bleu_tokenizer("13a");
  BleuSmoothing smoothing = BleuSmoothing::kExp;
  std::optional<double> smooth_value = std::nullopt;  // 0.1 for kFloor, 1 for kAddK
  bool effective_order = false;  // leave out orders that the hypothesis is too short for: right for
                                 // single sentences
};

/// BLEU with its parts, all in percent but the brevity penalty.
struct BleuScore {
  double score = 0;
  std::array<double, kBleuOrder> precisions{};
  double brevity_penalty = 0;
};

/// BLEU (Papineni et al. 2002). Its statistics are the lengths in tokens of hypothesis and closest
/// reference, the n-grams that match for each order, clipped, and the n-grams of the hypothesis for
/// each order.
class Bleu : public Metric {
 public:
  static constexpr size_t kNumStatistics = 2 + 2 * kBleuOrder;

  explicit Bleu(BleuSettings settings = {});

  std::string name() const override { return "BLEU"; }
  size_t num_statistics() const override { return kNumStatistics; }
  void set_references(std::span<const std::string_view> references) override;
  void count(std::string_view hypothesis, std::span<double> statistics) override;
  double score(std::span<const double> statistics, Arithmetic arithmetic) const override;
  bool samples_are_floats() const override { return false; }
  /// "72.1/47.0/32.1/22.3 (BP = 0.986 ratio = 0.986 hyp_len = 712 ref_len = 722)".
  std::string details(std::span<const double> statistics) const override;
  Signature settings_signature() const override;

  /// The score with its parts.
  BleuScore compute(std::span<const double> statistics) const;

 private:
  void tokenize(std::string_view segment, Tokens& tokens);

  BleuSettings settings_;
  std::vector<Tokens> references_;  // of which the first num_references_ are the segment's
  size_t num_references_ = 0;
  Tokens hypothesis_;
  TokenDictionary ids_;
  std::vector<uint32_t> sequence_;
  NgramTable ngrams_;
};

}  // namespace dragoman

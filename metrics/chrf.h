#pragma once

#include <cstdint>

#include "io/settings.h"
#include "metrics/metric.h"
#include "metrics/ngram_table.h"
#include "metrics/token_dictionary.h"

namespace dragoman {

#define DRAGOMAN_CHRF_SETTINGS(FIELD)                                                            \
  FIELD(int64_t, char_order, 6, between(0, 100), "Longest n-grams of characters.")               \
  FIELD(int64_t, word_order, 0, between(0, 100), "Longest n-grams of words; 2 makes chrF++.")    \
  FIELD(int64_t, beta, 2, between(0, 100), "How many times recall counts as much as precision.") \
  FIELD(bool, lowercase, false, any_value(), "Score without regard to case.")                    \
  FIELD(bool, whitespace, false, any_value(), "Count white space as characters.")                \
  FIELD(bool, eps_smoothing, false, any_value(),                                                 \
        "Smooth as chrF++.py, NLTK and Moses do; else orders that either side is too short "     \
        "for are left out.")

/// Settings of chrF, with sacreBLEU's names.
struct ChrfSettings {
  DRAGOMAN_FIELDS(DRAGOMAN_CHRF_SETTINGS)
};

/// chrF (Popović 2015) and chrF++ (2017): the F-score of n-grams of characters and words. Its
/// statistics are, for each order (characters first), the numbers of n-grams in the hypothesis, in
/// the reference, and in both. Of several references, the one with the best score counts.
class Chrf : public Metric {
 public:
  /// Throws std::invalid_argument for a negative order or beta, or if both orders are 0.
  explicit Chrf(ChrfSettings settings = {});

  std::string name() const override;
  size_t num_statistics() const override { return 3 * num_orders(); }
  void count(std::string_view hypothesis, std::span<double> statistics) override;
  double score(std::span<const double> statistics, Arithmetic arithmetic) const override;
  bool samples_are_floats() const override { return true; }
  std::string details(std::span<const double>) const override { return ""; }
  Signature settings_signature() const override;

 private:
  void read_references(std::span<const std::string_view> references) override;
  /// A text as sequences of symbols.
  struct Symbols {
    std::string lowered;
    std::vector<std::string_view> words;
    std::vector<uint32_t> characters;
    std::vector<uint32_t> word_ids;
  };
  struct Reference {
    Symbols symbols;
    NgramTable characters;
    NgramTable words;
  };

  size_t num_orders() const {
    return static_cast<size_t>(settings_.char_order + settings_.word_order);
  }
  void read_symbols(std::string_view segment, Symbols& symbols) const;
  void count_against(Reference& reference, std::span<double> statistics);

  ChrfSettings settings_;
  std::vector<Reference> references_;  // the first num_references_ are the segment's
  size_t num_references_ = 0;
  Symbols hypothesis_;
  TokenDictionary word_ids_;
  std::vector<double> matches_;    // by order
  std::vector<double> candidate_;  // statistics for one of several references
};

}  // namespace dragoman

#pragma once

#include <cstdint>

#include "metrics/metric.h"
#include "metrics/ngram_table.h"
#include "metrics/token_dictionary.h"

namespace dragoman {

struct ChrfSettings {
  int char_order = 6;  // longest n-grams of characters
  int word_order = 0;  // longest n-grams of words; 2 makes chrF++
  int beta = 2;        // how many times as much recall counts as precision
  bool lowercase = false;
  bool whitespace = false;     // counts as characters
  bool eps_smoothing = false;  // as chrF++.py, NLTK and Moses; else orders that either side is too
                               // short for are left out
};

/// chrF (Popović 2015) and chrF++ (2017): the F-score of n-grams of characters and words. Its
/// statistics are, for each order, characters' first, the n-grams of the hypothesis, of the
/// reference, and those that match. Of several references the one with the best score counts.
class Chrf : public Metric {
 public:
  /// Throws std::invalid_argument for a negative order or beta, or if both orders are 0.
  explicit Chrf(ChrfSettings settings = {});

  std::string name() const override;
  size_t num_statistics() const override { return 3 * num_orders(); }
  void set_references(std::span<const std::string_view> references) override;
  void count(std::string_view hypothesis, std::span<double> statistics) override;
  double score(std::span<const double> statistics, Arithmetic arithmetic) const override;
  bool samples_are_floats() const override { return true; }
  std::string details(std::span<const double>) const override { return ""; }
  Signature settings_signature() const override;

 private:
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
  std::vector<Reference> references_;  // of which the first num_references_ are the segment's
  size_t num_references_ = 0;
  Symbols hypothesis_;
  TokenDictionary word_ids_;
  std::vector<double> matches_;    // by order
  std::vector<double> candidate_;  // statistics against one of several references
};

}  // namespace dragoman

#pragma once

#include <cstdint>

#include "io/settings.h"
#include "metrics/metric.h"
#include "metrics/token_dictionary.h"
#include "metrics/tokens.h"
#include "metrics/translation_edits.h"

namespace dragoman {

#define DRAGOMAN_TER_SETTINGS(FIELD)                                                 \
  FIELD(bool, normalized, false, any_value(),                                        \
        "Divide punctuation from words, and replace XML entities.")                  \
  FIELD(bool, no_punct, false, any_value(), "Leave out punctuation.")                \
  FIELD(bool, asian_support, false, any_value(),                                     \
        "With the two above: also Chinese and Japanese characters and punctuation.") \
  FIELD(bool, case_sensitive, false, any_value(), "Score with regard to case.")

/// Settings of TER, with sacreBLEU's names.
struct TerSettings {
  DRAGOMAN_FIELDS(DRAGOMAN_TER_SETTINGS)
};

/// Translation edit rate (Snover et al. 2006) as computed by Tercom: edits for each 100 words of
/// the reference. Its statistics are the edits to the closest reference and the references' mean
/// length, in words.
class Ter : public Metric {
 public:
  explicit Ter(TerSettings settings = {}) : settings_(settings) {}

  std::string name() const override { return "TER"; }
  size_t num_statistics() const override { return 2; }
  void count(std::string_view hypothesis, std::span<double> statistics) override;
  double score(std::span<const double> statistics, Arithmetic arithmetic) const override;
  bool samples_are_floats() const override { return true; }
  std::string details(std::span<const double>) const override { return ""; }
  Signature settings_signature() const override;

 private:
  void read_references(std::span<const std::string_view> references) override;
  TerSettings settings_;
  std::vector<Tokens> reference_tokens_;
  std::vector<std::vector<uint32_t>> references_;
  Tokens hypothesis_tokens_;
  std::vector<uint32_t> hypothesis_;
  TokenDictionary ids_;
  TranslationEdits edits_;
};

/// Replaces `tokens` by the words of `line`, as Tercom's tokeniser splits it. They may point into
/// the line.
void tokenize_tercom(std::string_view line, const TerSettings& settings, Tokens& tokens);

}  // namespace dragoman

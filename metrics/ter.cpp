#include "metrics/ter.h"

#include <algorithm>

namespace dragoman {
namespace {

template <class Real>
double edit_rate(std::span<const double> statistics) {
  const auto edits = static_cast<Real>(statistics[0]);
  const auto reference_length = static_cast<Real>(statistics[1]);
  if (reference_length > 0) return 100 * (edits / reference_length);
  return edits > 0 ? 100 : 0;
}

/// Tokenises references again, as sacreBLEU 2.6.0 does. With normalisation, the second pass changes
/// the result: "it's." becomes "it's ." and then "it 's .".
void tokenize_again(const TerSettings& settings, Tokens& tokens) {
  tokens.line = join_tokens(tokens.views);
  tokenize_tercom(tokens.line, settings, tokens);
}

}  // namespace

void Ter::read_references(std::span<const std::string_view> references) {
  reference_tokens_.resize(references.size());
  references_.resize(references.size());
  size_t num_words = 0;
  for (size_t r = 0; r < references.size(); ++r) {
    tokenize_tercom(references[r], settings_, reference_tokens_[r]);
    if (settings_.normalized) tokenize_again(settings_, reference_tokens_[r]);
    num_words += reference_tokens_[r].views.size();
  }
  ids_.reset(num_words);
  for (size_t r = 0; r < references.size(); ++r) {
    references_[r].clear();
    ids_.add(reference_tokens_[r].views, references_[r]);
  }
}

void Ter::count(std::string_view hypothesis, std::span<double> statistics) {
  tokenize_tercom(hypothesis, settings_, hypothesis_tokens_);
  hypothesis_.clear();
  ids_.find(hypothesis_tokens_.views, hypothesis_);
  int64_t fewest = INT64_MAX;
  size_t sum_of_lengths = 0;
  for (const std::vector<uint32_t>& reference : references_) {
    fewest = std::min(fewest, edits_.count(hypothesis_, reference));
    sum_of_lengths += reference.size();
  }
  statistics[0] = static_cast<double>(fewest);
  statistics[1] = static_cast<double>(sum_of_lengths) / static_cast<double>(references_.size());
}

double Ter::score(std::span<const double> statistics, Arithmetic arithmetic) const {
  return arithmetic == Arithmetic::kFloat ? edit_rate<float>(statistics)
                                          : edit_rate<double>(statistics);
}

Signature Ter::settings_signature() const {
  return {{"case", "c", settings_.case_sensitive ? "mixed" : "lc"},
          {"tok", "t", "tercom"},
          {"norm", "nr", yes_or_no(settings_.normalized)},
          {"punct", "pn", yes_or_no(!settings_.no_punct)},
          {"asian", "as", yes_or_no(settings_.asian_support)}};
}

}  // namespace dragoman

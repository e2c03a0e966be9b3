#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace dragoman {

/// Orders of n-grams that BLEU counts: 1 to 4.
constexpr int kBleuOrder = 4;

/// Sufficient statistics of BLEU: they add up over segments.
struct BleuCounts {
  std::array<int64_t, kBleuOrder> correct{};  // n-grams of the hypothesis in a reference, clipped
  std::array<int64_t, kBleuOrder> total{};    // n-grams of the hypothesis
  int64_t hypothesis_length = 0;              // tokens
  int64_t reference_length = 0;               // tokens, of the reference closest in length

  BleuCounts& operator+=(const BleuCounts& other);
  bool operator==(const BleuCounts& other) const = default;
};

struct BleuSettings {
  bool lowercase = false;  // of hypotheses and references, before they are tokenised
};

/// BLEU with its parts, all in percent but the brevity penalty.
struct BleuScore {
  double score = 0;
  std::array<double, kBleuOrder> precisions{};
  double brevity_penalty = 0;
  BleuCounts counts;
};

/// Counts of one segment, tokenised as mteval-v13a does. Texts are valid UTF-8. Throws
/// std::invalid_argument if there is no reference.
BleuCounts count_bleu(const std::string& hypothesis, const std::vector<std::string>& references,
                      const BleuSettings& settings);

/// The score as a pure function of the counts (Papineni et al. 2002): zero precisions smoothed
/// exponentially; 0 if nothing matches or the hypotheses are too short to have a 4-gram.
BleuScore compute_bleu(const BleuCounts& counts);

/// Corpus BLEU: hypotheses[i] against references[r][i] for each r. Throws std::invalid_argument if
/// there are no hypotheses or no references, or if their numbers differ.
BleuScore corpus_bleu(const std::vector<std::string>& hypotheses,
                      const std::vector<std::vector<std::string>>& references,
                      const BleuSettings& settings);

/// sacreBLEU's signature of these settings, as
/// "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0".
std::string bleu_signature(size_t num_references, const BleuSettings& settings);

/// sacreBLEU's line, the score with `width` decimals: "BLEU|signature = 38.5 72.1/47.0/32.1/22.3
/// (BP = 0.986 ratio = 0.986 hyp_len = 712 ref_len = 722)".
std::string format_bleu(const BleuScore& score, const std::string& signature, int width);

}  // namespace dragoman

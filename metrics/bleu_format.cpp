#include <iomanip>
#include <locale>
#include <sstream>

#include "metrics/bleu.h"

namespace dragoman {
namespace {

/// The release of sacreBLEU whose scores these are.
constexpr const char* kSacreBleuVersion = "2.6.0";

double length_ratio(const BleuCounts& counts) {
  return counts.reference_length == 0 ? 0.0
                                      : static_cast<double>(counts.hypothesis_length) /
                                            static_cast<double>(counts.reference_length);
}

}  // namespace

std::string bleu_signature(size_t num_references, const BleuSettings& settings) {
  return "nrefs:" + std::to_string(num_references) +
         "|case:" + (settings.lowercase ? "lc" : "mixed") +
         "|eff:no|tok:13a|smooth:exp|version:" + kSacreBleuVersion;
}

std::string format_bleu(const BleuScore& score, const std::string& signature, int width) {
  std::ostringstream line;
  line.imbue(std::locale::classic());
  line << std::fixed << "BLEU|" << signature << " = " << std::setprecision(width) << score.score;
  line << std::setprecision(1);
  for (int n = 0; n < kBleuOrder; ++n) {
    line << (n == 0 ? " " : "/") << score.precisions[n];
  }
  line << std::setprecision(3) << " (BP = " << score.brevity_penalty
       << " ratio = " << length_ratio(score.counts)
       << " hyp_len = " << score.counts.hypothesis_length
       << " ref_len = " << score.counts.reference_length << ")";
  return line.str();
}

}  // namespace dragoman

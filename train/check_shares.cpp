#include "train/check_shares.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

#include "io/settings_write.h"

namespace dragoman {
namespace {

constexpr double kMostOfEpoch = 0x1p32;  // examples

std::string weight_key(size_t number) { return "data.train." + std::to_string(number) + ".weight"; }

/// Returns "data.train.0.weight is 0.5, so that an epoch has".
std::string describe_weight(size_t number, double weight) {
  return weight_key(number) + " is " + write_value(weight).dump() + ", so that an epoch has ";
}

[[noreturn]] void throw_too_large(size_t number, double weight, size_t share) {
  throw std::runtime_error(describe_weight(number, weight) + std::to_string(share) +
                           " examples of this corpus alone, but epochs of more than 4,294,967,296 "
                           "are not possible; lower " +
                           weight_key(number));
}

}  // namespace

void check_shares(const std::vector<CorpusSettings>& settings, const CorpusMix& corpora,
                  const Logger& log) {
  const std::vector<size_t> shares = corpora.shares();
  const auto largest =
      static_cast<size_t>(std::max_element(shares.begin(), shares.end()) - shares.begin());
  if (std::accumulate(shares.begin(), shares.end(), 0.0) > kMostOfEpoch)
    throw_too_large(largest, settings[largest].weight, shares[largest]);
  if (shares[largest] == 0) {
    throw std::runtime_error(
        "the weights of data.train are so small that an epoch has no examples; raise them");
  }
  for (size_t c = 0; c < shares.size(); ++c) {
    const size_t size = corpora.size_of(c);
    if (shares[c] > 0 || size == 0 || settings[c].weight == 0) continue;
    log->warn(
        "{}none of its {} examples, and nothing is trained on of this corpus; set {} to {:.1g}",
        describe_weight(c, settings[c].weight), size, weight_key(c), 1 / static_cast<double>(size));
  }
}

}  // namespace dragoman

#include "search/sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "io/random.h"
#include "kernels/kernels.h"

namespace dragoman {
namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();
constexpr double kEverything = std::numeric_limits<double>::infinity();

struct Candidate {
  float weight = 0;  // in proportion to the probability; 1 for the most probable token
  int32_t token = 0;
};

bool is_less_probable(const Candidate& a, const Candidate& b) {
  return a.weight != b.weight ? a.weight < b.weight : a.token > b.token;
}

/// All tokens in the order of their probability, sorted only as far as the caller looks. Tokens are
/// sorted in levels by weight: first those above 1/16, then above 1/256, above 1/65536, and so on.
class RankedTokens {
 public:
  /// Throws std::invalid_argument if all log-probabilities are -infinity.
  RankedTokens(std::span<const float> log_probabilities, double temperature);

  /// Number of tokens whose weight is above 0.
  size_t size() const { return size_; }
  /// The sum of their weights.
  double total() const { return total_; }
  /// Returns the token of this rank; `rank` must be below size().
  const Candidate& operator[](size_t rank) {
    while (ranked_.size() <= rank) rank_next();
    return ranked_[rank];
  }

 private:
  void rank_next();
  void gather_level();

  std::vector<float> weights_;
  size_t size_ = 0;
  double total_ = 0;
  float floor_ = 0;               // smallest weight of the level; 0 before the first level
  std::vector<Candidate> level_;  // a heap of the level's tokens that are not ranked yet
  std::vector<Candidate> ranked_;
};

RankedTokens::RankedTokens(std::span<const float> log_probabilities, double temperature)
    : weights_(log_probabilities.size()) {
  float best = kNever;
#pragma omp simd reduction(max : best)
  for (size_t i = 0; i < weights_.size(); ++i) {
    best = log_probabilities[i] > best ? log_probabilities[i] : best;
  }
  if (best == kNever) throw std::invalid_argument("there is no token that may be drawn");
  const auto scale = static_cast<float>(1 / temperature);
  for (size_t i = 0; i < weights_.size(); ++i) weights_[i] = (log_probabilities[i] - best) * scale;
  chosen_kernels().decoding.exponentiate(weights_.data(), static_cast<int64_t>(weights_.size()));
  total_ = std::accumulate(weights_.begin(), weights_.end(), 0.0);
  size_ = std::count_if(weights_.begin(), weights_.end(), [](float w) { return w > 0; });
}

void RankedTokens::rank_next() {
  while (level_.empty()) gather_level();
  std::pop_heap(level_.begin(), level_.end(), is_less_probable);
  ranked_.push_back(level_.back());
  level_.pop_back();
}

void RankedTokens::gather_level() {
  const float ceiling = floor_ > 0 ? floor_ : std::numeric_limits<float>::infinity();
  floor_ = floor_ > 0 ? floor_ * floor_ : 1.0F / 16;
  for (size_t i = 0; i < weights_.size(); ++i) {
    if (weights_[i] < floor_ || weights_[i] >= ceiling) continue;
    level_.push_back({weights_[i], static_cast<int32_t>(i)});
  }
  std::make_heap(level_.begin(), level_.end(), is_less_probable);
}

/// Returns the total weight of the tokens that the filter keeps. They are the first ones, since
/// each cut keeps the most probable tokens.
double weight_left(RankedTokens& tokens, const SamplingFilter& filter) {
  size_t count = filter.top_k > 0 ? std::min<size_t>(filter.top_k, tokens.size()) : tokens.size();
  double left = tokens.total();
  // Keeps tokens until their weight reaches `enough`; those after the first have at least `least`.
  const auto cut = [&](double enough, double least) {
    left = tokens[0].weight;
    size_t rank = 1;
    for (; rank < count && left < enough && tokens[rank].weight >= least; ++rank)
      left += tokens[rank].weight;
    count = rank;
  };
  if (count < tokens.size()) cut(kEverything, 0);
  if (filter.top_p < 1) cut(filter.top_p * left, 0);
  if (filter.epsilon > 0) cut(kEverything, filter.epsilon * left);
  return left;
}

}  // namespace

int32_t draw_token(std::span<const float> log_probabilities, const SamplingFilter& filter,
                   double uniform) {
  RankedTokens tokens(log_probabilities, filter.temperature);
  const double left = weight_left(tokens, filter);
  // The product can round up to `left`.
  const double drawn = std::min(uniform * left, std::nextafter(left, 0.0));
  size_t rank = 0;
  double passed = tokens[0].weight;
  while (passed <= drawn && rank + 1 < tokens.size()) passed += tokens[++rank].weight;
  return tokens[rank].token;
}

double sampling_uniform(uint64_t sampling_key, int64_t position) {
  return RandomSequence(derive_key(sampling_key, position)).uniform();
}

}  // namespace dragoman

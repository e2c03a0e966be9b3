#include "alignment/hidden_alignment.h"

#include <algorithm>

namespace dragoman {
namespace {

/// States are pruned below this share of the most probable state's probability.
constexpr float kNegligibleShare = 1e-7F;
/// The same where jumps are counted, which needs less accuracy.
constexpr float kUncountedShare = 1e-4F;
/// Smaller numbers count as 0: they could become subnormal, which is slow.
constexpr float kTiny = 1e-25F;

float largest(const float* values, size_t size) {
  return size == 0 ? 0 : *std::max_element(values, values + size);
}

}  // namespace

void HiddenAlignment::prepare(const Emissions& emissions) {
  const size_t num_words = emissions.words.num_rows();
  num_positions_ = emissions.words.num_columns();
  posteriors_.resize(num_words, num_positions_);
  null_posteriors_.resize(num_words);
}

void HiddenAlignment::infer_model1(const Emissions& emissions, float null_probability) {
  prepare(emissions);
  const float prior =
      (1 - null_probability) / static_cast<float>(std::max<size_t>(1, num_positions_));
  for (size_t t = 0; t < emissions.words.num_rows(); ++t) {
    const float* words = emissions.words.row(t);
    float* out = posteriors_.row(t);
    const float null = null_probability * emissions.nulls[t];
    float sum = null;
    for (size_t s = 0; s < num_positions_; ++s) sum += prior * words[s];
    for (size_t s = 0; s < num_positions_; ++s) out[s] = prior * words[s] / sum;
    null_posteriors_[t] = null / sum;
  }
}

void HiddenAlignment::infer_hmm(const Emissions& emissions, float null_probability,
                                const JumpTable& jumps) {
  prepare(emissions);
  if (num_positions_ == 0) return std::fill(null_posteriors_.begin(), null_posteriors_.end(), 1.0F);
  prepare_jumps(null_probability, jumps);
  go_forward(emissions);
  go_backward(emissions);
}

void HiddenAlignment::prepare_jumps(float null_probability, const JumpTable& jumps) {
  null_probability_ = null_probability;
  jumps_ = &jumps;
  jump_norms_.resize(num_positions_ + 1);
  for (size_t state = 0; state <= num_positions_; ++state) {
    const float* weights = jumps.weights() + 1 - static_cast<std::ptrdiff_t>(state);
    float sum = 0;
    for (size_t s = 0; s < num_positions_; ++s) sum += weights[s];
    jump_norms_[state] = (1 - null_probability) / sum;
  }
}

void HiddenAlignment::go_forward(const Emissions& emissions) {
  const size_t num_words = emissions.words.num_rows();
  states_.resize(num_words + 1, num_positions_ + 1);
  scales_.resize(num_words);
  std::fill_n(states_.row(0), num_positions_ + 1, 0.0F);
  states_.row(0)[0] = 1;
  for (size_t t = 0; t < num_words; ++t) step_forward(emissions, t);
}

void HiddenAlignment::step_forward(const Emissions& emissions, size_t t) {
  const float* before = states_.row(t);
  float* after = states_.row(t + 1);
  float* from_words = posteriors_.row(t);
  std::fill_n(from_words, num_positions_, 0.0F);
  const float least = kNegligibleShare * largest(before, num_positions_ + 1);
  for (size_t state = 0; state <= num_positions_; ++state) {
    if (before[state] < least || before[state] == 0) continue;
    const float share = before[state] * jump_norms_[state];
    const float* weights = jumps_->weights() + 1 - static_cast<std::ptrdiff_t>(state);
    for (size_t s = 0; s < num_positions_; ++s) from_words[s] += share * weights[s];
  }
  const float null = null_probability_ * emissions.nulls[t];
  const float* words = emissions.words.row(t);
  after[0] = before[0] * null;
  float sum = after[0];
  for (size_t s = 0; s < num_positions_; ++s) {
    from_words[s] *= words[s];
    after[s + 1] = from_words[s] + before[s + 1] * null;
    sum += after[s + 1];
  }
  scales_[t] = 1 / sum;
  for (size_t state = 0; state <= num_positions_; ++state) {
    const float scaled = after[state] * scales_[t];
    after[state] = scaled < kTiny ? 0 : scaled;
  }
}

void HiddenAlignment::go_backward(const Emissions& emissions) {
  const size_t num_words = emissions.words.num_rows();
  future_.resize(num_words + 1, num_positions_ + 1);
  std::fill_n(future_.row(num_words), num_positions_ + 1, 1.0F);
  for (size_t t = num_words; t-- > 0;) {
    finish_row(t);
    if (t > 0) step_backward(emissions, t);
  }
}

/// Turns forward probabilities into posteriors.
void HiddenAlignment::finish_row(size_t t) {
  const float* future = future_.row(t + 1);
  float* out = posteriors_.row(t);
  float sum = 0;
  for (size_t s = 0; s < num_positions_; ++s) {
    out[s] *= scales_[t] * future[s + 1];
    sum += out[s];
  }
  null_posteriors_[t] = std::max(0.0F, 1 - sum);
}

void HiddenAlignment::step_backward(const Emissions& emissions, size_t t) {
  const float* after = future_.row(t + 1);
  float* before = future_.row(t);
  const float* words = emissions.words.row(t);
  std::fill_n(before, num_positions_ + 1, 0.0F);
  float most = 0;
  for (size_t s = 0; s < num_positions_; ++s) most = std::max(most, words[s] * after[s + 1]);
  // Uses weights()[s + 1 - state] for states from 0 on: reads the table backwards.
  for (size_t s = 0; s < num_positions_; ++s) {
    const float value = words[s] * after[s + 1] * scales_[t];
    if (words[s] * after[s + 1] < kNegligibleShare * most) continue;
    const float* weights = jumps_->weights() + 1 + static_cast<std::ptrdiff_t>(s);
    for (size_t state = 0; state <= num_positions_; ++state)
      before[state] += value * *(weights - state);
  }
  const float null = null_probability_ * emissions.nulls[t] * scales_[t];
  for (size_t state = 0; state <= num_positions_; ++state) {
    const float sum = before[state] * jump_norms_[state] + null * after[state];
    before[state] = sum < kTiny ? 0 : sum;
  }
}

void HiddenAlignment::count_jumps(const Emissions& emissions, std::span<double> counts) {
  if (num_positions_ == 0) return;
  jump_counts_.assign(2 * num_positions_ + 1, 0.0F);
  std::vector<float> into(num_positions_);
  for (size_t t = 0; t < emissions.words.num_rows(); ++t) {
    const float* before = states_.row(t);
    const float* after = future_.row(t + 1);
    for (size_t s = 0; s < num_positions_; ++s)
      into[s] = emissions.words.row(t)[s] * after[s + 1] * scales_[t];
    const float least = kUncountedShare * largest(before, num_positions_ + 1);
    for (size_t state = 0; state <= num_positions_; ++state) {
      if (before[state] < least || before[state] == 0) continue;
      const float share = before[state] * jump_norms_[state];
      const float* weights = jumps_->weights() + 1 - static_cast<std::ptrdiff_t>(state);
      float* sums = jump_counts_.data() + num_positions_ - state;
      for (size_t s = 0; s < num_positions_; ++s) sums[s + 1] += share * weights[s] * into[s];
    }
  }
  for (size_t i = 0; i < jump_counts_.size(); ++i) {
    const auto distance = static_cast<int32_t>(i) - static_cast<int32_t>(num_positions_);
    counts[JumpTable::bin_of(distance)] += static_cast<double>(jump_counts_[i]);
  }
}

}  // namespace dragoman

#pragma once

#include <span>
#include <vector>

#include "alignment/jump_table.h"
#include "alignment/pair_matrix.h"

namespace dragoman {

/// Word translation probabilities of one pair, in one direction. A generated word comes from one of
/// S positions of the other sentence, or from the null word.
struct Emissions {
  PairMatrix words;          // [T][S]: t(generated word | word at the position)
  std::vector<float> nulls;  // [T]: t(generated word | null word)
};

/// The position that each generated word comes from, as a hidden variable: computes its posterior
/// probabilities. Keeps its memory from pair to pair.
class HiddenAlignment {
 public:
  /// IBM model 1 (Brown et al. 1993): all positions have the same prior probability.
  void infer_model1(const Emissions& emissions, float null_probability);
  /// A hidden Markov model (Vogel et al. 1996) whose null words keep the position (Och and Ney
  /// 2003). The next word comes from the null word with `null_probability`, else from a position
  /// that depends on the previous one. Uses the forward-backward algorithm.
  void infer_hmm(const Emissions& emissions, float null_probability, const JumpTable& jumps);

  /// [T][S]; what a row lacks to 1 is the null word's posterior.
  const PairMatrix& posteriors() const { return posteriors_; }
  /// Posterior of the null word, for generated word `t`.
  float null_posterior(size_t t) const { return null_posteriors_[t]; }
  /// Adds the expected counts of jumps of the last infer_hmm() to `counts`, [JumpTable::kNumBins].
  void count_jumps(const Emissions& emissions, std::span<double> counts);

 private:
  void prepare(const Emissions& emissions);
  void prepare_jumps(float null_probability, const JumpTable& jumps);
  void go_forward(const Emissions& emissions);
  void step_forward(const Emissions& emissions, size_t t);
  void go_backward(const Emissions& emissions);
  void step_backward(const Emissions& emissions, size_t t);
  void finish_row(size_t t);

  size_t num_positions_ = 0;
  float null_probability_ = 0;
  const JumpTable* jumps_ = nullptr;
  std::vector<float> jump_norms_;  // [S + 1]: (1 - p0) / sum of the weights of jumps from a state
  // A state is the position that the last word came from; state 0 is the start. Row t of states_
  // holds the probabilities before word t, row t + 1 those after it. Each row is scaled to a sum of
  // 1.
  PairMatrix states_;      // [T + 1][S + 1]
  PairMatrix posteriors_;  // [T][S]; in the forward pass, joint with the words so far
  PairMatrix future_;      // [T + 1][S + 1]: probability of the words from t on, given the state
  std::vector<float> scales_;  // [T]
  std::vector<float> null_posteriors_;
  std::vector<float> jump_counts_;  // by distance
};

}  // namespace dragoman

#include "alignment/hidden_alignment.h"

#include <array>
#include <cmath>

#include "catch.h"

namespace dragoman {
namespace {

constexpr double kNullShare = 0.3;

/// Of T words and S positions, all numbers different.
Emissions emissions_of(size_t num_words, size_t num_positions) {
  Emissions emissions;
  emissions.words.resize(num_words, num_positions);
  for (size_t t = 0; t < num_words; ++t) {
    for (size_t s = 0; s < num_positions; ++s)
      emissions.words.row(t)[s] =
          0.05F + 0.9F * static_cast<float>((3 * t + 5 * s + t * s) % 7) / 7;
    emissions.nulls.push_back(0.1F + 0.02F * static_cast<float>(t));
  }
  return emissions;
}

JumpTable uneven_jumps() {
  std::vector<float> weights;
  for (int32_t d = -JumpTable::kLongest; d <= JumpTable::kLongest; ++d)
    weights.push_back(d == 1 ? 0.5F
                             : 0.1F / static_cast<float>(1 + std::abs(d)) + (d > 0 ? 0.05F : 0));
  return JumpTable(std::move(weights));
}

/// All ways to generate the words, one by one, with their probabilities.
class Enumeration {
 public:
  Enumeration(const Emissions& emissions, const JumpTable& jumps)
      : emissions_(emissions),
        jumps_(jumps),
        posteriors_(emissions.words.num_rows(), std::vector<double>(num_positions() + 1)) {
    visit(0, -1, 1);
  }

  /// Of position s, or, after the last one, of the null word.
  double posterior(size_t t, size_t s) const { return posteriors_[t][s] / sum_; }
  double jumps_in(size_t bin) const { return jump_counts_[bin] / sum_; }

 private:
  size_t num_positions() const { return emissions_.words.num_columns(); }

  double jump(int32_t from, int32_t to) const {
    double norm = 0;
    for (int32_t s = 0; s < static_cast<int32_t>(num_positions()); ++s)
      norm += static_cast<double>(jumps_.weights()[s - from]);
    return (1 - kNullShare) * static_cast<double>(jumps_.weights()[to - from]) / norm;
  }

  void visit(size_t t, int32_t position, double probability) {
    if (t == emissions_.words.num_rows()) return finish(probability);
    path_.push_back({num_positions(), 0});
    visit(t + 1, position, probability * kNullShare * static_cast<double>(emissions_.nulls[t]));
    for (size_t s = 0; s < num_positions(); ++s) {
      const auto to = static_cast<int32_t>(s);
      path_.back() = {s, JumpTable::bin_of(to - position)};
      visit(t + 1, to,
            probability * jump(position, to) * static_cast<double>(emissions_.words.row(t)[s]));
    }
    path_.pop_back();
  }

  void finish(double probability) {
    sum_ += probability;
    for (size_t t = 0; t < path_.size(); ++t) {
      posteriors_[t][path_[t].first] += probability;
      if (path_[t].first < num_positions()) jump_counts_[path_[t].second] += probability;
    }
  }

  const Emissions& emissions_;
  const JumpTable& jumps_;
  std::vector<std::pair<size_t, size_t>> path_;  // position and bin of the jump
  std::vector<std::vector<double>> posteriors_;
  std::array<double, JumpTable::kNumBins> jump_counts_{};
  double sum_ = 0;
};

}  // namespace

TEST_CASE("the hidden Markov model's posteriors and jumps are those of all alignments enumerated") {
  for (const auto& [num_words, num_positions] : {std::pair{4, 3}, {3, 5}, {1, 1}, {5, 1}, {1, 4}}) {
    const Emissions emissions =
        emissions_of(static_cast<size_t>(num_words), static_cast<size_t>(num_positions));
    const JumpTable jumps = uneven_jumps();
    const Enumeration truth(emissions, jumps);
    HiddenAlignment hidden;
    hidden.infer_hmm(emissions, static_cast<float>(kNullShare), jumps);
    for (size_t t = 0; t < static_cast<size_t>(num_words); ++t) {
      for (size_t s = 0; s < static_cast<size_t>(num_positions); ++s)
        CHECK(hidden.posteriors().row(t)[s] == Approx(truth.posterior(t, s)).epsilon(1e-4));
      CHECK(hidden.null_posterior(t) ==
            Approx(truth.posterior(t, static_cast<size_t>(num_positions))).epsilon(1e-4));
    }
    std::array<double, JumpTable::kNumBins> counts{};
    hidden.count_jumps(emissions, counts);
    for (size_t bin = 0; bin < counts.size(); ++bin)
      CHECK(counts[bin] == Approx(truth.jumps_in(bin)).epsilon(1e-4).margin(1e-6));
  }
}

TEST_CASE("model 1 divides a word among positions and the null word by hand-worked shares") {
  Emissions emissions;
  emissions.words.resize(1, 2);
  emissions.words.row(0)[0] = 0.5F;
  emissions.words.row(0)[1] = 0.1F;
  emissions.nulls = {0.2F};
  HiddenAlignment hidden;
  hidden.infer_model1(emissions, 0.2F);
  // 0.4 * 0.5, 0.4 * 0.1 and 0.2 * 0.2: 0.2, 0.04 and 0.04 of 0.28.
  CHECK(hidden.posteriors().row(0)[0] == Approx(0.2 / 0.28));
  CHECK(hidden.posteriors().row(0)[1] == Approx(0.04 / 0.28));
  CHECK(hidden.null_posterior(0) == Approx(0.04 / 0.28));
}

TEST_CASE("without words on the other side all words come from the null word") {
  HiddenAlignment hidden;
  hidden.infer_hmm(emissions_of(3, 0), 0.2F, JumpTable());
  CHECK(hidden.null_posterior(2) == 1);
  hidden.infer_hmm(emissions_of(0, 3), 0.2F, JumpTable());
  CHECK(hidden.posteriors().num_rows() == 0);
}

TEST_CASE("sentences of the greatest length stay finite") {
  HiddenAlignment hidden;
  hidden.infer_hmm(emissions_of(500, 500), 0.1F, JumpTable());
  double sum = static_cast<double>(hidden.null_posterior(499));
  for (size_t s = 0; s < 500; ++s) sum += static_cast<double>(hidden.posteriors().row(499)[s]);
  CHECK(sum == Approx(1).epsilon(1e-3));
}

TEST_CASE("jumps are estimated from counts, and none is impossible") {
  std::vector<double> counts(JumpTable::kNumBins);
  counts[JumpTable::bin_of(1)] = 1000;
  const JumpTable jumps = JumpTable::from_counts(counts);
  CHECK(jumps.weights()[1] > 0.6F);
  CHECK(jumps.weights()[-JumpTable::kLongest] > 0);
  CHECK(JumpTable::bin_of(300) == JumpTable::bin_of(500));
  CHECK(JumpTable::bin_of(-3) != JumpTable::bin_of(3));
}

}  // namespace dragoman

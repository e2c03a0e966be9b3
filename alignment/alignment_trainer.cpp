#include "alignment/alignment_trainer.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <stdexcept>

#include "alignment/alignment_parameters.h"
#include "alignment/cooccurrences.h"
#include "alignment/corpus_words.h"
#include "alignment/digamma.h"
#include "alignment/expected_counts.h"
#include "io/settings_check.h"
#include "threads/cancellation.h"
#include "threads/run_in_threads.h"
#include "threads/thread_count.h"

namespace dragoman {
namespace {

/// Translations less probable than this in both directions are dropped.
constexpr float kLeastTranslation = 1e-6F;
/// Added to each word's count when the null word's probabilities are estimated.
constexpr double kAddedNull = 0.01;

std::vector<float> frequencies(const std::vector<uint64_t>& counts) {
  const auto sum = static_cast<double>(std::accumulate(counts.begin(), counts.end(), uint64_t{1}));
  std::vector<float> shares;
  for (const uint64_t count : counts)
    shares.push_back(static_cast<float>(static_cast<double>(count) / sum));
  return shares;
}

/// Estimates an AlignmentModel by expectation maximisation.
class AlignmentTrainer {
 public:
  AlignmentTrainer(const AlignmentCorpus& corpus, const AlignmentTrainingOptions& options)
      : pairs_(corpus.pairs()),
        options_(options),
        num_threads_(threads_or_default(options.threads)) {
    const WordCounts counts{corpus.source().counts(), corpus.target().counts()};
    parameters_.table =
        WordTable(find_cooccurrences(pairs_, counts, options.most_targets, num_threads_));
    parameters_.forward.nulls = frequencies(counts.target);
    parameters_.backward.nulls = frequencies(counts.source);
    for (DirectionParameters* direction : {&parameters_.forward, &parameters_.backward})
      direction->null_probability = static_cast<float>(options.null_probability);
  }

  AlignmentParameters run() {
    for (int64_t i = 0; i < options_.model1_iterations; ++i) iterate(AlignmentStage::kModel1);
    for (int64_t i = 0; i < options_.hmm_iterations; ++i) iterate(AlignmentStage::kHmm);
    return std::move(parameters_);
  }

 private:
  void iterate(AlignmentStage stage) {
    ExpectedCounts counts(parameters_);
    expect(stage, counts);
    update_words(counts);
    update_nulls(counts.forward_nulls, parameters_.forward.nulls);
    update_nulls(counts.backward_nulls, parameters_.backward.nulls);
    if (stage == AlignmentStage::kHmm) {
      update_jumps(counts.forward_jumps, parameters_.forward.jumps);
      update_jumps(counts.backward_jumps, parameters_.backward.jumps);
    }
    parameters_.table = WordTable(parameters_.table.rows(kLeastTranslation));
  }

  void expect(AlignmentStage stage, ExpectedCounts& counts) {
    const bool with_jumps = stage == AlignmentStage::kHmm;
    std::atomic<size_t> next = 0;
    run_in_threads(num_threads_, [&](size_t) {
      PairInference inference(parameters_);
      const auto visit = [&](const WordPair& pair) {
        inference.load(pair);
        with_jumps ? inference.infer_hmm() : inference.infer_model1();
        add_expected_counts(pair, inference, stage, counts);
        if (with_jumps) add_expected_jumps(inference, counts);
      };
      for (size_t i = next++; i < pairs_.num_blocks(); i = next++) pairs_.visit_block(i, visit);
    });
  }

  /// Calls work(source word) for all source words, in several threads.
  template <class Work>
  void for_rows(const Work& work) {
    constexpr size_t kRows = 256;
    std::atomic<size_t> next = 0;
    const size_t num_rows = parameters_.table.num_rows();
    run_in_threads(num_threads_, [&](size_t) {
      for (size_t row = next.fetch_add(kRows); row < num_rows; row = next.fetch_add(kRows)) {
        Cancellation::check();
        for (size_t i = row; i < std::min(num_rows, row + kRows); ++i) work(i);
      }
    });
  }

  void update_words(const ExpectedCounts& counts) {
    WordTable& table = parameters_.table;
    std::vector<FixedSum> target_sums(parameters_.forward.nulls.size());
    for_rows([&](size_t source) {
      for (size_t slot = table.row_start(source); slot < table.row_start(source + 1); ++slot) {
        const uint64_t units = counts.backward_words[slot].raw();
        if (units > 0) target_sums[static_cast<size_t>(table.at(slot).target)].add_raw(units);
      }
    });
    std::vector<double> target_norms;
    for (const FixedSum& sum : target_sums) target_norms.push_back(norm_of(sum.value()));
    for_rows([&](size_t source) { update_row(source, counts, target_norms); });
  }

  double discounted(const FixedSum& count) const {
    return discounted_count(count.value() + options_.alpha);
  }

  static double norm_of(double sum) { return 1 / discounted_count(std::max(0.05, sum)); }

  void update_row(size_t source, const ExpectedCounts& counts,
                  const std::vector<double>& target_norms) {
    WordTable& table = parameters_.table;
    double sum = 0;
    for (size_t slot = table.row_start(source); slot < table.row_start(source + 1); ++slot)
      sum += counts.forward_words[slot].value();
    const double norm = norm_of(sum);
    for (size_t slot = table.row_start(source); slot < table.row_start(source + 1); ++slot) {
      WordTranslation& entry = table.at(slot);
      if (entry.target < 0) continue;
      entry.forward = static_cast<float>(discounted(counts.forward_words[slot]) * norm);
      entry.backward = static_cast<float>(discounted(counts.backward_words[slot]) *
                                          target_norms[static_cast<size_t>(entry.target)]);
    }
  }

  static void update_nulls(const std::vector<FixedSum>& counts, std::vector<float>& nulls) {
    double sum = 0;
    for (const FixedSum& count : counts) sum += count.value() + kAddedNull;
    for (size_t i = 0; i < nulls.size(); ++i)
      nulls[i] = static_cast<float>((counts[i].value() + kAddedNull) / sum);
  }

  static void update_jumps(std::span<const FixedSum> counts, JumpTable& jumps) {
    std::vector<double> values;
    for (const FixedSum& count : counts) values.push_back(count.value());
    jumps = JumpTable::from_counts(values);
  }

  const WordPairFile& pairs_;
  const AlignmentTrainingOptions& options_;
  size_t num_threads_;
  AlignmentParameters parameters_;
};

void check_options(const AlignmentTrainingOptions& options) {
  check_settings(options);
  check_value(options.most_targets, at_least(1), {.file = "", .path = "most_targets"});
  check_value(options.alpha, between(0, 1e6), {.file = "", .path = "alpha"});
  check_value(options.null_probability, between(0, 1), {.file = "", .path = "null_probability"});
}

}  // namespace

AlignmentModel train_alignment_model(const AlignmentCorpus& corpus,
                                     const AlignmentTrainingOptions& options) {
  check_options(options);
  if (!corpus.has_words()) {
    throw std::runtime_error(
        "the text has no pairs with words on both sides; an alignment model is estimated from "
        "translations");
  }
  return {corpus.source().list(), corpus.target().list(), AlignmentTrainer(corpus, options).run()};
}

}  // namespace dragoman

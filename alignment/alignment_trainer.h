#pragma once

#include <cstddef>
#include <cstdint>

#include "alignment/alignment_corpus.h"
#include "alignment/alignment_model.h"
#include "io/settings.h"

namespace dragoman {

#define DRAGOMAN_ALIGNMENT_TRAINING_OPTIONS(FIELD)                                     \
  FIELD(int64_t, model1_iterations, 3, between(0, 1000), "Iterations of IBM model 1.") \
  FIELD(int64_t, hmm_iterations, 3, between(0, 1000),                                  \
        "Iterations of hidden Markov models after that.")                              \
  FIELD(int64_t, threads, 0, between(0, 4096), "Threads to compute with; 0: as many as cores.")

/// Options for estimating an AlignmentModel. The number of threads does not change the result, not
/// in a single bit.
struct AlignmentTrainingOptions {
  DRAGOMAN_FIELDS(DRAGOMAN_ALIGNMENT_TRAINING_OPTIONS)
  size_t most_targets = 1000;  // number of candidate translations of a source word
  double alpha = 0.001;        // of the Dirichlet prior; smaller values give fewer translations
  double null_probability = 0.05;
};

/// Estimates a model from the pairs of `corpus`: by IBM model 1, then by hidden Markov models. Both
/// directions learn together, by agreement (Liang et al. 2006). Translations are estimated by
/// variational Bayes with a sparse Dirichlet prior (Riley and Gildea 2012). Throws
/// std::runtime_error if the corpus has no words, std::invalid_argument for options out of range.
AlignmentModel train_alignment_model(const AlignmentCorpus& corpus,
                                     const AlignmentTrainingOptions& options = {});

}  // namespace dragoman

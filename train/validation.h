#pragma once

#include <string>

#include "model_folder/train_settings.h"
#include "search/search_settings.h"
#include "train/exchange.h"
#include "train/replicas.h"
#include "train/training_data.h"

namespace dragoman {

/// Loss and perplexity are per target token, end of sentence counted, without dropout; the loss is
/// label-smoothed as in training.
struct ValidationScores {
  double loss = 0;
  double perplexity = 0;
  double bleu = 0;                   // of a translator
  double chrf = 0;                   // the same
  double bits_per_character = 0;     // of a language model: ends of lines count as characters
  std::vector<std::string> samples;  // translations of the first lines, or text drawn
};

/// The score that says which weights are best: the higher the better.
double score_of(const ValidationScores& scores, ValidationMetric metric);

/// How validation goes about it.
struct ValidationOptions {
  double label_smoothing = 0;
  int64_t batch_tokens = 4096;
  SearchSettings search;
  int64_t num_samples = 0;
  bool lowercase = false;  // scores without regard to case, since the tokenizer lower-cases
};

/// Scores a model on the held-out corpus: a translator the way `translate` translates, with
/// sacreBLEU's numbers. The model is in evaluation mode meanwhile. Lines are dealt out to the
/// processes, and all get the same scores; samples of a language model's text the first one has.
ValidationScores validate(Replicas& replicas, Exchange& exchange, const TrainingData& data,
                          const ValidationOptions& options);

}  // namespace dragoman

#pragma once

#include <chrono>
#include <functional>
#include <optional>
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
  double chrf = 0;                   // of a translator
  double bits_per_character = 0;     // of a language model; line ends count as characters
  std::vector<std::string> samples;  // translations of the first lines, or generated texts
};

/// Returns the score that ranks weights by `metric`: the higher the better. A BLEU or chrF of 0
/// says nothing, so the loss ranks weights that have it, below all others.
double score_of(const ValidationScores& scores, ValidationMetric metric);

/// Settings of a validation.
struct ValidationOptions {
  double label_smoothing = 0;
  int64_t batch_tokens = 4096;
  SearchSettings search;
  int64_t num_samples = 0;
  bool lowercase = false;  // ignore case in scores, because the tokenizer lower-cases
  std::function<int()> signal = [] { return 0; };  // that this process has received; 0: none
  std::chrono::milliseconds time_after_signal{};   // then the validation is given up
};

/// Returns the settings of a run's validations, except lowercase and signals.
ValidationOptions validation_options(const TrainSettings& train, const SearchSettings& search);

/// Throws std::invalid_argument if validate() would refuse the search that `options` have.
void check_validation(const Transformer& model, const TrainingData& data,
                      const ValidationOptions& options);

/// Returns the signatures of the scores of a translator's validations: "BLEU|nrefs:1|...,
/// chrF2|...".
std::string score_signatures(bool lowercase);

/// Scores a model on the validation corpus. A translator translates as `translate` does, and gets
/// sacreBLEU's scores. Puts the model into evaluation mode until it returns. Lines are divided
/// among the processes; all get the same scores. Only the first process gets a language model's
/// samples. All get nullopt if a process gave up, because of a signal.
std::optional<ValidationScores> validate(Replicas& replicas, Exchange& exchange,
                                         const TrainingData& data,
                                         const ValidationOptions& options);

}  // namespace dragoman

#pragma once

#include "data/examples.h"
#include "data/parallel_text.h"
#include "data/update_stream.h"
#include "io/log.h"
#include "model_folder/model_folder.h"
#include "tokenizer/tokenizer_settings.h"
#include "train/exchange.h"

namespace dragoman {

/// What a Trainer learns from and is measured by. Where it is a language model, both tokenizers are
/// one, the validation text has empty sources, and its examples are lines, or blocks of a stream.
struct TrainingData {
  Tokenizers tokenizers;
  EpochExamples examples;
  WordDropout word_dropout;
  ParallelText valid;
  Examples valid_examples;
  int64_t valid_characters = 0;            // code points of their targets, a line end for each line
  std::vector<std::string> fingerprints;   // of the corpora's content, with the one to validate on
  size_t mapped_bytes = 0;                 // of the cache
  int64_t max_length = 0;                  // tokens of a side
  TextLayout layout = TextLayout::kLines;  // of a language model's text
};

/// How training data are prepared.
struct PrepareOptions {
  uint64_t seed = 1;    // of drawn segmentations
  int num_threads = 1;  // that tokenise
};

/// Makes the tokenizers in the model folder where they are not there yet (trained on the training
/// text, or copied from the models that the settings name), and brings RUN/cache up to date with
/// the corpora. Says on `log` what was left out. Throws std::runtime_error if nothing is left to
/// train on. Of several processes the first makes the tokenizers, for all; of those that share a
/// folder one makes the cache.
TrainingData prepare_training_data(const DataSettings& data, const TokenizerSettings& tokenizer,
                                   const FolderPaths& paths, const PrepareOptions& options,
                                   Exchange& exchange, const Logger& log);

}  // namespace dragoman

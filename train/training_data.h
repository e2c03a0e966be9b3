#pragma once

#include "data/examples.h"
#include "data/parallel_text.h"
#include "data/update_stream.h"
#include "io/log.h"
#include "model_folder/model_folder.h"
#include "tokenizer/tokenizer_settings.h"
#include "train/exchange.h"

namespace dragoman {

/// Data for training and validation. For a language model, both tokenizers are the same, the
/// validation text has empty sources, and its examples are lines or blocks of a stream.
struct TrainingData {
  Tokenizers tokenizers;
  EpochExamples examples;
  bool is_read_once = false;  // examples: they always go on where they are
  WordDropout word_dropout;
  ParallelText valid;
  Examples valid_examples;
  int64_t valid_characters = 0;  // code points in the targets, plus one line end for each line
  std::vector<std::string> fingerprints;  // of the content of all corpora, including validation
  std::vector<std::string> fingerprint_names;  // what each is of, such as data.valid
  std::string valid_fingerprint;               // of the validation text
  size_t mapped_bytes = 0;                     // of the cache
  int64_t max_length = 0;                      // in tokens, of each side
  TextLayout layout = TextLayout::kLines;      // of a language model's text
};

/// Options of prepare_training_data().
struct PrepareOptions {
  uint64_t seed = 1;                     // of random segmentations
  bool begins_anew = false;              // tokenizers in the folder are of an attempt
  bool fits_vocabulary = false;          // tokenizer.vocabulary_size is an upper limit
  int num_threads = 1;                   // for tokenising
  Logger work_log = make_null_logger();  // of tokenising and aligning, which one process does
};

/// Makes the tokenizers that the model folder lacks (trained on the training text, or copied from
/// the models that the settings name), and updates RUN/cache for the corpora. Logs the lines that
/// were left out. Throws std::runtime_error if nothing is left to train on. The first process makes
/// the tokenizers for all; of processes that share a folder, one makes the cache, and says so in
/// its `work_log`.
TrainingData prepare_training_data(const DataSettings& data, const TokenizerSettings& tokenizer,
                                   const FolderPaths& paths, const PrepareOptions& options,
                                   Exchange& exchange, const Logger& log);

}  // namespace dragoman

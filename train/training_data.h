#pragma once

#include "data/data_settings.h"
#include "data/parallel_text.h"
#include "io/log.h"
#include "search/model_folder.h"
#include "tokenizer/tokenizer_settings.h"

namespace dragoman {

/// What a Trainer learns from and is measured by.
struct TrainingData {
  Tokenizers tokenizers;
  Examples examples;
  ParallelText valid;
  Examples valid_examples;
};

/// Reads the corpora, makes the tokenizers in the model folder where they are not there yet
/// (trained on the training text, or copied from the models that the settings name), and tokenises.
/// Says on `log` what was left out. Throws std::runtime_error if nothing is left to train on.
TrainingData prepare_training_data(const DataSettings& data, const TokenizerSettings& tokenizer,
                                   const FolderPaths& paths, const Logger& log);

}  // namespace dragoman

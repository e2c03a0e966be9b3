#pragma once

#include <string>

#include "model_folder/suggested_config.h"

namespace dragoman {

// What ConfigMaker logs about the settings that it chose or was given.

/// Returns the number with a comma before each three digits: 1,000.
std::string with_commas(int64_t number);

/// Returns the text about the vocabulary. `suggested`: its size by the number of words.
std::string describe_vocabulary(const TokenizerSettings& tokenizer, int64_t suggested);

/// Returns the text about the length of training: updates and time, or epochs.
std::string describe_length(const Config& config, const CorpusSurvey& survey,
                            const TrainingMachine& machine);

/// Returns the text about pairs that are left out, as they are longer; "" if there are none.
std::string describe_long(const CorpusSurvey& survey);

/// Returns "; a learning rate of at most R" about a run that goes on from a model, and why if R is
/// the suggested one. Returns "" for other runs, and with the paper's schedule.
std::string describe_rate(const Config& config);

/// Returns the text about when and how the model is validated, and when validations end training.
std::string describe_validation(const TrainSettings& train, const CorpusSurvey& survey);

}  // namespace dragoman

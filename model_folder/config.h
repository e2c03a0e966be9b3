#pragma once

#include <string>
#include <vector>

#include "architecture/model_settings.h"
#include "data/data_settings.h"
#include "model_folder/train_settings.h"
#include "search/search_settings.h"
#include "tokenizer/tokenizer_settings.h"

namespace dragoman {

#define DRAGOMAN_CONFIG(FIELD)                                                         \
  FIELD(int64_t, format, 1, between(1, 1), "Version of this file's format.")           \
  FIELD(DataSettings, data, {}, any_value(), "The text to train and validate on.")     \
  FIELD(TokenizerSettings, tokenizer, {}, any_value(), "How raw text becomes tokens.") \
  FIELD(ModelSettings, model, {}, any_value(), "The shape of the Transformer.")        \
  FIELD(TrainSettings, train, {}, any_value(), "How the model is trained.")            \
  FIELD(SearchSettings, search, {}, resumable(any_value()), "How translations are searched for.")

/// A whole configuration, as the file CONFIG and as RUN/config.json hold it.
struct Config {
  DRAGOMAN_FIELDS(DRAGOMAN_CONFIG)
};

/// Reads the file `path`, applies `overrides` such as "train.updates=500" in order, and checks the
/// result. Defaults of a language model: model.norm is pre, model.max_length is data.max_length,
/// train.best is loss. With tokenizer.from, the tokenizer's settings are those of that folder. If
/// it has gone, they are those of `run`, the folder of a run that began with it. Throws
/// std::invalid_argument with one line (key, value, file, what to do), or std::runtime_error if a
/// named file or folder cannot be read.
Config load_config(const std::string& path, const std::vector<std::string>& overrides,
                   const std::string& run = "");

/// Applies an override such as "train.updates=500". Throws std::invalid_argument as set_setting()
/// does; if a key lacks its section, names it.
void apply_override(const std::string& assignment, Config& config);

/// Checks settings against each other: heads divide the width, lengths fit the model, vocabularies
/// fit sharing. If there are corpora to train on, also checks the settings of training. Throws
/// std::invalid_argument.
void check_config(const Config& config);

}  // namespace dragoman

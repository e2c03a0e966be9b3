#pragma once

#include "data/data_settings.h"
#include "io/log.h"
#include "search/model_folder.h"
#include "tokenizer/tokenizer_settings.h"

namespace dragoman {

/// Makes the tokenizers of a model folder where they are not there yet: copies of the models that
/// the settings name (with the vocabularies beside them), or trained on the training text, with the
/// corpora's tags as symbols of their own. Throws std::runtime_error if a tag is not one token.
Tokenizers make_tokenizers(const DataSettings& data, TokenizerSettings settings,
                           const FolderPaths& paths, const Logger& log);

}  // namespace dragoman

#pragma once

#include "data/data_settings.h"
#include "io/log.h"
#include "model_folder/model_folder.h"
#include "tokenizer/tokenizer_settings.h"

namespace dragoman {

/// Makes the tokenizers of a model folder where they are not there yet: copies of the models that
/// the settings name (with the vocabularies beside them) or that their folder `from` has, or
/// trained on the training text, with the corpora's tags as symbols of their own, and placeholders
/// if data.placeholders asks for them. Settings with a folder `from` are those of
/// adopt_tokenizer(). Throws std::runtime_error if a tag or a placeholder is not one token, or if a
/// model that is to keep white space has no line feed.
Tokenizers make_tokenizers(const DataSettings& data, TokenizerSettings settings,
                           const FolderPaths& paths, const Logger& log);

}  // namespace dragoman

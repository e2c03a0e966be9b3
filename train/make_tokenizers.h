#pragma once

#include "data/data_settings.h"
#include "io/log.h"
#include "model_folder/model_folder.h"
#include "tokenizer/tokenizer_settings.h"

namespace dragoman {

/// Makes the tokenizers that a model folder lacks. If its run has not begun, or if it
/// `begins_anew`, makes all of them, and renames existing files to *.old, except those that the
/// settings name. Copies the models that the settings name (with the vocabularies beside them) or
/// those in the folder `from`; else trains on the training text. With
/// `fits_vocabulary`, the vocabulary is smaller than its setting if the text allows only such a
/// one; else VocabularyTooLarge is thrown then. The corpora's tags, and placeholders if
/// data.placeholders asks for them, become symbols. Settings with a folder `from` come from
/// adopt_tokenizer(). Throws std::runtime_error if a tag or a placeholder is not one token, or if a
/// model that must keep white space has no line feed.
Tokenizers make_tokenizers(const DataSettings& data, TokenizerSettings settings,
                           const FolderPaths& paths, bool begins_anew, const Logger& log,
                           bool fits_vocabulary = false);

}  // namespace dragoman

#pragma once

#include <string_view>
#include <vector>

#include "tokenizer/tokenizer.h"

namespace dragoman {

// What SentencePiece's library does not tell of a model, read from the model file itself, which is
// a message ModelProto of its sentencepiece_model.proto. Reading ends where the bytes are no
// message.

/// False for a model that was cut short between two of its pieces, which still parses.
bool has_all_parts(std::string_view model);

/// True for a model that neither puts a space before a text nor removes any.
bool keeps_spaces(std::string_view model);

/// How the model cuts words.
SegmentationModel segmentation_of(std::string_view model);

/// Its pieces but control symbols, unknown and unused ones.
std::vector<VocabularyPiece> vocabulary_of(std::string_view model);

}  // namespace dragoman

#pragma once

#include <string_view>
#include <vector>

#include "tokenizer/tokenizer.h"

namespace dragoman {

// Reads from a model file what SentencePiece's library does not offer. The file is a ModelProto
// message of its sentencepiece_model.proto. Reading stops where the bytes are not a valid message.

/// False if the model is truncated between two pieces; such a model still parses.
bool has_all_parts(std::string_view model);

/// True if the model neither adds a space before a text nor removes spaces.
bool keeps_spaces(std::string_view model);

/// Returns the algorithm by which the model splits words.
SegmentationModel segmentation_of(std::string_view model);

/// Returns the model's pieces, except control, unknown and unused ones.
std::vector<VocabularyPiece> vocabulary_of(std::string_view model);

}  // namespace dragoman

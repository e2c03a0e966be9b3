#pragma once

#include <string>
#include <vector>

#include "interchange/marian_weights.h"
#include "model_folder/model_folder.h"
#include "tokenizer/vocabulary.h"

namespace dragoman {

/// The tokens of one language in a model of another toolkit.
struct ForeignTokens {
  std::string model;                // path of the SentencePiece model
  std::vector<std::string> tokens;  // by id, with padding at any place
  int64_t padding = 0;              // id of padding
  std::string file;                 // path of the vocabulary
};

/// A translator of another toolkit, as read.
struct ForeignModel {
  std::string folder;
  FolderSettings settings;  // except the tokenizer's kind of ids, which follows from the tokens
  ForeignTokens source;
  ForeignTokens target;
  bool has_two_vocabularies = false;
  WeightsByName weights;
  std::vector<std::string> warnings;  // about what is not imported
};

/// Writes the model folder `out`, which must not exist. Writes nothing if the model is incomplete.
/// Throws std::runtime_error that names the folder and the problem, and std::invalid_argument if
/// `out` exists.
void write_model_folder(ForeignModel model, const std::string& out);

}  // namespace dragoman

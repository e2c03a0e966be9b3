#pragma once

#include <string>
#include <vector>

#include "interchange/marian_weights.h"
#include "model_folder/model_folder.h"
#include "tokenizer/vocabulary.h"

namespace dragoman {

/// The tokens of one language in a model that was made elsewhere.
struct ForeignTokens {
  std::string model;                // path of the SentencePiece model
  std::vector<std::string> tokens;  // by id, padding anywhere among them
  int64_t padding = 0;              // its id
};

/// A translator that was made elsewhere, as it was read.
struct ForeignModel {
  std::string folder;
  FolderSettings settings;  // but for how ids come about, which the tokens tell
  ForeignTokens source;
  ForeignTokens target;
  bool has_two_vocabularies = false;
  WeightsByName weights;
  std::vector<std::string> warnings;  // what is not taken over, for the user
};

/// Writes it as a model folder `out`, which must not be there; nothing is written of a model that
/// is not whole. Throws std::runtime_error naming the folder and what does not fit,
/// std::invalid_argument if `out` is there.
void write_model_folder(ForeignModel model, const std::string& out);

}  // namespace dragoman

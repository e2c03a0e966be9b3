#pragma once

#include <string>

#include "interchange/foreign_model.h"

namespace dragoman {

/// Vocabularies that the user names; "": as the folder says.
struct MarianVocabularies {
  std::string source;
  std::string target;
};

/// True if `folder` holds a model of Marian's own: a decoder.yml, or a file *.npz.
bool is_marian_folder(const std::string& folder);

/// Reads a folder of Marian's own format: weights and options in model.npz (or the only *.npz, or
/// what decoder.yml names); vocabularies that the user, decoder.yml, or a name like vocab.spm says:
/// SentencePiece models, or tables of tokens (.yml, .json) with source.spm and target.spm beside
/// them. Throws std::runtime_error naming the file and what is missing, damaged, or of another kind
/// of model.
ForeignModel read_marian_folder(const std::string& folder, const MarianVocabularies& named);

}  // namespace dragoman

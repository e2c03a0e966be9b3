#pragma once

#include <string>

#include "interchange/foreign_model.h"

namespace dragoman {

/// Vocabularies that the user names; "": those of the folder.
struct MarianVocabularies {
  std::string source;
  std::string target;
};

/// True if `folder` contains a model in Marian's own format: a decoder.yml, or a file *.npz.
bool is_marian_folder(const std::string& folder);

/// Reads a folder in Marian's own format. Weights and options are in model.npz, or the only *.npz,
/// or the file that decoder.yml names. Vocabularies are named by the user, by decoder.yml, or like
/// vocab.spm. They are SentencePiece models, or tables of tokens (.yml, .json) with source.spm and
/// target.spm beside them. Throws std::runtime_error that names the file and what is missing,
/// damaged, or of another kind of model.
ForeignModel read_marian_folder(const std::string& folder, const MarianVocabularies& named);

}  // namespace dragoman

#pragma once

#include <vector>

#include "interchange/marian_weights.h"
#include "interchange/npz_file.h"

namespace dragoman {

/// Converts the weights of Marian's own model.npz to those of transformers' MarianMTModel (see
/// marian_weights.h). Renames tensors, transposes matrices, and adds a row of zeros for padding
/// after each embedding and a zero after the output's bias. Skips members named special:... Throws
/// std::runtime_error that names the file `source` and a tensor that cannot be read, or does not
/// belong to a Transformer of these settings.
WeightsByName from_marian_npz(const std::vector<NpzArray>& arrays, const ModelSettings& settings,
                              const std::string& source);

}  // namespace dragoman

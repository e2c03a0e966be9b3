#pragma once

#include <vector>

#include "interchange/marian_weights.h"
#include "interchange/npz_file.h"

namespace dragoman {

/// The weights of Marian's own model.npz as transformers' MarianMTModel has them (see
/// marian_weights.h): renamed, matrices transposed, a row of zeros for padding after each
/// embedding, a zero for it after the output's bias. Members named special:... are passed over.
/// Throws std::runtime_error naming the file `source` and a tensor that is none of a Transformer of
/// these settings or cannot be read.
WeightsByName from_marian_npz(const std::vector<NpzArray>& arrays, const ModelSettings& settings,
                              const std::string& source);

}  // namespace dragoman

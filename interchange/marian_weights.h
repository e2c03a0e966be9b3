#pragma once

#include <map>
#include <string>

#include "architecture/model_settings.h"
#include "architecture/vocabulary_sizes.h"
#include "architecture/weight.h"

namespace dragoman {

/// Weights by name. Embeddings have V rows, including padding's.
using WeightsByName = std::map<std::string, Weight>;

/// Ids of padding in the other model's numbering of tokens. In ours it is the last id, V - 1.
struct PaddingIds {
  int64_t source = 0;
  int64_t target = 0;
};

/// Converts our weights to the names and layout of transformers' MarianMTModel. Marian's positions
/// are all sines, then all cosines, while ours alternate; so the residual axis D is permuted
/// wherever it occurs. Names of pre-norm models are those of mBART.
NamedWeights to_marian_weights(const ModelSettings& settings, const VocabularySizes& sizes,
                               const WeightSource& ours);

/// The inverse: returns our weights in the order of list_weights(). Throws std::runtime_error that
/// names `source` and a tensor that is missing, superfluous or of the wrong shape, and for
/// positions that are not sinusoidal.
NamedWeights from_marian_weights(const WeightsByName& theirs, const ModelSettings& settings,
                                 const VocabularySizes& sizes, const PaddingIds& padding,
                                 const std::string& source);

/// True if final_logits_bias, [1, V], changes the probability of any token except padding.
bool has_output_bias(const WeightsByName& theirs, int64_t padding);

}  // namespace dragoman

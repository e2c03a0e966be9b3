#pragma once

#include <map>
#include <string>

#include "architecture/model_settings.h"
#include "architecture/vocabulary_sizes.h"
#include "architecture/weight.h"

namespace dragoman {

/// V rows of embeddings, padding's among them.
using WeightsByName = std::map<std::string, Weight>;

/// Ids of padding in a model's own numbering of tokens; in ours it is the last one, V - 1.
struct PaddingIds {
  int64_t source = 0;
  int64_t target = 0;
};

/// Our weights as transformers' MarianMTModel names and arranges them. Marian's positions are all
/// sines, then all cosines, ours alternate: the residual axis D is put in that order wherever it
/// appears. Names of pre-norm models are those of mBART.
NamedWeights to_marian_weights(const ModelSettings& settings, const VocabularySizes& sizes,
                               const WeightSource& ours);

/// The way back: our weights in the order of list_weights(). Throws std::runtime_error naming
/// `source` and the tensor that is missing, left over or of another shape than the settings say,
/// and for positions that are no sines.
NamedWeights from_marian_weights(const WeightsByName& theirs, const ModelSettings& settings,
                                 const VocabularySizes& sizes, const PaddingIds& padding,
                                 const std::string& source);

/// True if final_logits_bias, of [1, V], changes the probability of any token but padding.
bool has_output_bias(const WeightsByName& theirs, int64_t padding);

}  // namespace dragoman

#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/tensors_file.h"
#include "model/transformer.h"

namespace dragoman {

/// Tensors by name. V rows of embeddings, padding's among them.
using TensorsByName = std::map<std::string, torch::Tensor>;

/// Ids of padding in a model's own numbering of tokens; in ours it is the last one, V - 1.
struct PaddingIds {
  int64_t source = 0;
  int64_t target = 0;
};

/// The weights of a model as transformers' MarianMTModel names and arranges them, in fp32 on the
/// CPU. Marian's positions are all sines, then all cosines, ours alternate: the residual axis D is
/// put in that order wherever it appears. Names of pre-norm models are those of mBART.
NamedTensors to_marian_weights(const TransformerImpl& model);

/// Sets the model's weights from such tensors, whatever their floating type. Throws
/// std::runtime_error naming `source` and the tensor that is missing, left over or of another shape
/// than the model's settings say, and for positions that are no sines.
void set_marian_weights(const TensorsByName& tensors, const PaddingIds& padding,
                        const std::string& source, TransformerImpl& model);

/// True if final_logits_bias, of [1, V], changes the probability of any token but padding.
bool has_output_bias(const TensorsByName& tensors, int64_t padding);

}  // namespace dragoman

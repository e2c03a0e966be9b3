#pragma once

#include <torch/types.h>

#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "io/npz_file.h"
#include "model/marian_weights.h"

namespace dragoman {

inline NpzArray npz_array(const std::string& name, const torch::Tensor& values) {
  const torch::Tensor tensor = values.contiguous();
  return {name, "<f4", tensor.sizes().vec(),
          std::string(static_cast<const char*>(tensor.const_data_ptr()), tensor.nbytes())};
}

/// A name of transformers' MarianMTModel as Marian's own, by rules of its own for tests.
inline std::string marian_name(std::string name, NormPosition norm) {
  const std::string pre = norm == NormPosition::kPre ? "_pre" : "";
  const std::vector<std::pair<std::string, std::string>> rules = {
      {"model\\.(encoder|decoder)\\.layer_norm\\.weight", "$1_top_ln_scale"},
      {"model\\.(encoder|decoder)\\.layer_norm\\.bias", "$1_top_ln_bias"},
      {"model\\.(encoder|decoder)\\.embed_tokens\\.weight", "$1_Wemb"},
      {"model\\.shared\\.weight", "Wemb"},
      {"final_logits_bias", "decoder_ff_logit_out_b"},
      {"model\\.(encoder|decoder)\\.layers\\.0\\.", "$1_l1_"},
      {"model\\.(encoder|decoder)\\.layers\\.1\\.", "$1_l2_"},
      {"self_attn_layer_norm\\.weight", "self_Wo_ln_scale" + pre},
      {"self_attn_layer_norm\\.bias", "self_Wo_ln_bias" + pre},
      {"encoder_attn_layer_norm\\.weight", "context_Wo_ln_scale" + pre},
      {"encoder_attn_layer_norm\\.bias", "context_Wo_ln_bias" + pre},
      {"final_layer_norm\\.weight", "ffn_ffn_ln_scale" + pre},
      {"final_layer_norm\\.bias", "ffn_ffn_ln_bias" + pre},
      {"fc([12])\\.weight", "ffn_W$1"},
      {"fc([12])\\.bias", "ffn_b$1"},
      {"self_attn\\.", "self_"},
      {"encoder_attn\\.", "context_"},
      {"([qkv])_proj\\.weight", "W$1"},
      {"([qkv])_proj\\.bias", "b$1"},
      {"out_proj\\.weight", "Wo"},
      {"out_proj\\.bias", "bo"}};
  for (const auto& [pattern, replacement] : rules)
    name = std::regex_replace(name, std::regex(pattern), replacement);
  return name;
}

/// Weights in transformers' layout as the arrays of a model.npz: matrices transposed, vectors as
/// rows, without padding.
inline std::vector<NpzArray> marian_arrays(const NamedTensors& tensors,
                                           const ModelSettings& settings) {
  std::vector<NpzArray> arrays;
  for (const auto& [name, tensor] : tensors) {
    const std::string marian = marian_name(name, settings.norm);
    torch::Tensor values = tensor;
    if (marian == "decoder_ff_logit_out_b") {
      values = tensor.narrow(1, 0, tensor.size(1) - 1);
    } else if (marian.ends_with("Wemb")) {
      values = tensor.narrow(0, 0, tensor.size(0) - 1);
    } else {
      values = tensor.dim() == 1 ? tensor.unsqueeze(0) : tensor.t();
    }
    arrays.push_back(npz_array(marian, values));
  }
  return arrays;
}

}  // namespace dragoman

#pragma once

#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "interchange/marian_weights.h"
#include "interchange/npz_file.h"
#include "interchange/rearranged_weight.h"

namespace dragoman {

inline NpzArray npz_array(const std::string& name, const Weight& weight) {
  return {name, "<f4", weight.shape(),
          std::string(reinterpret_cast<const char*>(weight.data()),
                      static_cast<size_t>(weight.size()) * sizeof(float))};
}

/// Converts a name of transformers' MarianMTModel to Marian's, by rules independent of the tested
/// code.
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

/// Converts weights in transformers' layout to the arrays of a model.npz: matrices transposed,
/// vectors as rows, without padding.
inline std::vector<NpzArray> marian_arrays(const NamedWeights& weights,
                                           const ModelSettings& settings) {
  std::vector<NpzArray> arrays;
  for (const auto& [name, weight] : weights) {
    const std::string marian = marian_name(name, settings.norm);
    Weight values = weight;
    if (marian == "decoder_ff_logit_out_b") {
      values = weight.reshaped({weight.size()}).part(0, weight.size() - 1);
      values = values.reshaped({1, values.size()});
    } else if (marian.ends_with("Wemb")) {
      values = weight.part(0, weight.rows() - 1);
    } else {
      values =
          weight.shape().size() == 1 ? weight.reshaped({1, weight.size()}) : transposed(weight);
    }
    arrays.push_back(npz_array(marian, values));
  }
  return arrays;
}

}  // namespace dragoman

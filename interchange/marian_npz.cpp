#include "interchange/marian_npz.h"

#include <optional>
#include <stdexcept>
#include <string_view>

#include "architecture/number_bytes.h"
#include "interchange/rearranged_weight.h"
#include "io/ascii.h"

namespace dragoman {
namespace {

struct Rename {
  std::string_view npz;
  std::string_view huggingface;
};

/// Names in a layer. Norms of pre-norm models also have the suffix "_pre".
constexpr Rename kOfLayer[] = {{"self_Wq", "self_attn.q_proj.weight"},
                               {"self_bq", "self_attn.q_proj.bias"},
                               {"self_Wk", "self_attn.k_proj.weight"},
                               {"self_bk", "self_attn.k_proj.bias"},
                               {"self_Wv", "self_attn.v_proj.weight"},
                               {"self_bv", "self_attn.v_proj.bias"},
                               {"self_Wo", "self_attn.out_proj.weight"},
                               {"self_bo", "self_attn.out_proj.bias"},
                               {"self_Wo_ln_scale", "self_attn_layer_norm.weight"},
                               {"self_Wo_ln_bias", "self_attn_layer_norm.bias"},
                               {"context_Wq", "encoder_attn.q_proj.weight"},
                               {"context_bq", "encoder_attn.q_proj.bias"},
                               {"context_Wk", "encoder_attn.k_proj.weight"},
                               {"context_bk", "encoder_attn.k_proj.bias"},
                               {"context_Wv", "encoder_attn.v_proj.weight"},
                               {"context_bv", "encoder_attn.v_proj.bias"},
                               {"context_Wo", "encoder_attn.out_proj.weight"},
                               {"context_bo", "encoder_attn.out_proj.bias"},
                               {"context_Wo_ln_scale", "encoder_attn_layer_norm.weight"},
                               {"context_Wo_ln_bias", "encoder_attn_layer_norm.bias"},
                               {"ffn_W1", "fc1.weight"},
                               {"ffn_b1", "fc1.bias"},
                               {"ffn_W2", "fc2.weight"},
                               {"ffn_b2", "fc2.bias"},
                               {"ffn_ffn_ln_scale", "final_layer_norm.weight"},
                               {"ffn_ffn_ln_bias", "final_layer_norm.bias"}};

/// Names in the whole model.
constexpr Rename kOfModel[] = {{"Wemb", "model.shared.weight"},
                               {"encoder_Wemb", "model.encoder.embed_tokens.weight"},
                               {"decoder_Wemb", "model.decoder.embed_tokens.weight"},
                               {"decoder_ff_logit_out_W", "lm_head.weight"},
                               {"decoder_ff_logit_out_Wt", "lm_head.weight"},
                               {"decoder_ff_logit_out_b", "final_logits_bias"},
                               {"encoder_top_ln_scale", "model.encoder.layer_norm.weight"},
                               {"encoder_top_ln_bias", "model.encoder.layer_norm.bias"},
                               {"decoder_top_ln_scale", "model.decoder.layer_norm.weight"},
                               {"decoder_top_ln_bias", "model.decoder.layer_norm.bias"}};

template <size_t size>
std::optional<std::string> find_name(const Rename (&table)[size], std::string_view name) {
  for (const Rename& one : table) {
    if (one.npz == name) return std::string(one.huggingface);
  }
  return std::nullopt;
}

/// Converts "encoder_l3_self_Wq" to "model.encoder.layers.2.self_attn.q_proj.weight".
std::optional<std::string> name_in_layer(std::string_view name, NormPosition norm) {
  const std::string half(name.substr(0, name.find('_')));
  if (half != "encoder" && half != "decoder") return std::nullopt;
  name.remove_prefix(half.size());
  if (!name.starts_with("_l")) return std::nullopt;
  name.remove_prefix(2);
  int64_t layer = 0;
  while (!name.empty() && is_ascii_digit(name.front()) && layer < 1000) {
    layer = 10 * layer + (name.front() - '0');
    name.remove_prefix(1);
  }
  if (!name.starts_with('_') || layer == 0) return std::nullopt;
  name.remove_prefix(1);
  constexpr std::string_view kPre = "_pre";
  if (norm == NormPosition::kPre && name.ends_with(kPre)) name.remove_suffix(kPre.size());
  const auto found = find_name(kOfLayer, name);
  if (!found) return std::nullopt;
  return "model." + half + ".layers." + std::to_string(layer - 1) + "." + *found;
}

[[noreturn]] void fail(const std::string& source, const std::string& reason) {
  throw std::runtime_error("cannot take the weights of '" + source + "': " + reason);
}

Weight to_weight(const NpzArray& array, const std::string& source) {
  const bool is_half = array.dtype == "<f2";
  if (!is_half && array.dtype != "<f4") {
    fail(source, "tensor '" + array.name + "' is of type " + array.dtype +
                     ", but must be <f4 or <f2; name the model before it was quantised");
  }
  if (array.shape.empty())
    fail(source, "tensor '" + array.name + "' is a single number; copy the file again");
  const std::string_view bytes = array.bytes;
  return {array.shape, is_half ? numbers_of_fp16(bytes) : numbers_of_fp32(bytes)};
}

/// True for matrices [tokens, width]. The output's is Wt, in older files W, which is turned.
bool has_rows_of_tokens(std::string_view name) {
  return name.ends_with("Wemb") || name == "decoder_ff_logit_out_Wt";
}

Weight with_row_of_zeros(const Weight& weight) {
  std::vector<int64_t> shape = weight.shape();
  shape.front() = 1;
  return join_rows({weight, Weight(shape, std::vector<float>(weight.width()))});
}

/// Transposes matrices to [outputs, inputs]. Adds a row for padding to rows of tokens.
Weight arranged(const NpzArray& array, const std::string& source) {
  Weight weight = to_weight(array, source);
  const bool is_matrix = weight.shape().size() == 2 && weight.rows() != 1;
  if (!has_rows_of_tokens(array.name))
    weight = is_matrix ? transposed(weight) : weight.reshaped({weight.size()});
  if (array.name == "decoder_ff_logit_out_b")
    return with_row_of_zeros(weight).reshaped({1, weight.size() + 1});
  const bool is_of_tokens =
      has_rows_of_tokens(array.name) || array.name == "decoder_ff_logit_out_W";
  return is_of_tokens ? with_row_of_zeros(weight) : weight;
}

}  // namespace

WeightsByName from_marian_npz(const std::vector<NpzArray>& arrays, const ModelSettings& settings,
                              const std::string& source) {
  WeightsByName tensors;
  for (const NpzArray& array : arrays) {
    if (array.name.starts_with("special:")) continue;
    const auto of_model = find_name(kOfModel, array.name);
    const auto name = of_model ? of_model : name_in_layer(array.name, settings.norm);
    if (!name) fail(source, "tensor '" + array.name + "' is not part of a plain Transformer");
    tensors[*name] = arranged(array, source);
  }
  // If source and target share a matrix and the output has another, ours are three.
  const auto words = tensors.find("model.shared.weight");
  if (words != tensors.end() && settings.shared_embeddings == SharedEmbeddings::kNone) {
    tensors["model.encoder.embed_tokens.weight"] = words->second;
    tensors["model.decoder.embed_tokens.weight"] = words->second;
    tensors.erase("model.shared.weight");
  }
  return tensors;
}

}  // namespace dragoman

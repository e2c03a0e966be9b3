#include "interchange/marian_names.h"

namespace dragoman {
namespace {

/// The residual axis, D, of a weight: the columns if the map reads the residual stream; the rows,
/// and the bias, if it writes to it.
enum class Residual { kInput, kOutput };

/// A linear map or norm of a layer in Dragoman, and its counterparts in transformers, whose
/// concatenated rows it has.
struct Module {
  const char* ours;
  std::vector<const char*> theirs;
  Residual residual;
};

const std::vector<Module>& modules_of_all_layers() {
  static const std::vector<Module> modules = {
      {"self_attention.query_key_value",
       {"self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj"},
       Residual::kInput},
      {"self_attention.output", {"self_attn.out_proj"}, Residual::kOutput},
      {"self_attention_residual.norm", {"self_attn_layer_norm"}, Residual::kOutput},
      {"feed_forward.inner", {"fc1"}, Residual::kInput},
      {"feed_forward.outer", {"fc2"}, Residual::kOutput},
      {"feed_forward_residual.norm", {"final_layer_norm"}, Residual::kOutput}};
  return modules;
}

const std::vector<Module>& modules_of_decoder_layers() {
  static const std::vector<Module> modules = {
      {"cross_attention.query", {"encoder_attn.q_proj"}, Residual::kInput},
      {"cross_attention.key_value",
       {"encoder_attn.k_proj", "encoder_attn.v_proj"},
       Residual::kInput},
      {"cross_attention.output", {"encoder_attn.out_proj"}, Residual::kOutput},
      {"cross_attention_residual.norm", {"encoder_attn_layer_norm"}, Residual::kOutput}};
  return modules;
}

void add_module(const Module& module, const std::string& our_layer, const std::string& their_layer,
                std::vector<Correspondence>& all) {
  for (const char* part : {".weight", ".bias"}) {
    const bool is_input = module.residual == Residual::kInput;
    const bool is_weight = std::string(part) == ".weight";
    Correspondence one{.ours = our_layer + module.ours + part,
                       .theirs = {},
                       .residual_rows = !is_input,
                       .residual_columns = is_input && is_weight};
    for (const char* name : module.theirs) one.theirs.push_back(their_layer + name + part);
    all.push_back(std::move(one));
  }
}

void add_layers(const std::string& half, int64_t layers, const std::vector<Module>& modules,
                std::vector<Correspondence>& all) {
  for (int64_t i = 0; i < layers; ++i) {
    const std::string number = std::to_string(i);
    for (const Module& module : modules)
      add_module(module, half + "_layer_" + number + ".",
                 "model." + half + ".layers." + number + ".", all);
  }
}

void add_embeddings(SharedEmbeddings shared, std::vector<Correspondence>& all) {
  const std::string source = "model.encoder.embed_tokens.weight",
                    target = "model.decoder.embed_tokens.weight", output = "lm_head.weight";
  const auto add = [&](const char* ours, const std::string& theirs,
                       const std::vector<std::string>& copies) {
    all.push_back({ours, {theirs}, false, true, copies});
  };
  if (shared == SharedEmbeddings::kAll) {
    add("shared_embedding", "model.shared.weight", {source, target, output});
    return;
  }
  add("source_embedding", source, {});
  if (shared == SharedEmbeddings::kTarget) add("target_embedding", target, {output});
  if (shared == SharedEmbeddings::kNone) {
    add("target_embedding", target, {});
    add("output_embedding", output, {});
  }
}

}  // namespace

std::vector<Correspondence> correspondences(const ModelSettings& settings) {
  std::vector<Correspondence> all;
  add_embeddings(settings.shared_embeddings, all);
  for (const auto& [half, layers] :
       {std::pair{"encoder", settings.encoder_layers}, {"decoder", settings.decoder_layers}}) {
    add_layers(half, layers, modules_of_all_layers(), all);
    if (settings.norm == NormPosition::kPre) {
      const Module last{"norm", {"layer_norm"}, Residual::kOutput};
      add_module(last, std::string(half) + "_", std::string("model.") + half + ".", all);
    }
  }
  add_layers("decoder", settings.decoder_layers, modules_of_decoder_layers(), all);
  return all;
}

}  // namespace dragoman

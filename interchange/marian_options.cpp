#include "interchange/marian_options.h"

#include <algorithm>
#include <stdexcept>

#include "interchange/yaml.h"
#include "io/settings_read.h"
#include "io/settings_write.h"

namespace dragoman {
namespace {

using Json = nlohmann::ordered_json;

/// Reads the fields that the text sets. Marian has many more options, which are ignored.
template <SettingsSection Section>
Section read_fields(const std::string& text, const std::string& source) {
  Section section;
  const std::vector<std::string> names = field_names(section);
  Json known = Json::object();
  const Json all = parse_yaml(text, source);
  for (const auto& [key, value] : all.items()) {
    std::string name = key;
    std::replace(name.begin(), name.end(), '-', '_');
    const bool is_known = std::find(names.begin(), names.end(), name) != names.end();
    if (!is_known || value.is_null()) continue;
    // Older files say whether tokens are drawn, newer ones list how.
    const bool is_list = name == "output_sampling" && value.is_array();
    known[name] = is_list ? Json(!value.empty()) : value;
  }
  read_settings(known, section, {source});
  return section;
}

[[noreturn]] void refuse(std::string name, const std::string& value, const std::string& source) {
  std::replace(name.begin(), name.end(), '_', '-');
  throw std::runtime_error(source + ": a model with " + name + " " + value +
                           " cannot be imported: Dragoman's has nothing like it");
}

/// Fields that must have their default values.
constexpr const char* kAsByDefault[] = {"transformer_ffn_depth",
                                        "transformer_decoder_autoreg",
                                        "transformer_train_position_embeddings",
                                        "transformer_disable_position_embeddings",
                                        "transformer_attention_mask",
                                        "transformer_no_projection",
                                        "transformer_no_bias",
                                        "transformer_no_affine",
                                        "transformer_pool",
                                        "transformer_tied_layers",
                                        "lemma_dim_emb",
                                        "ulr",
                                        "right_left",
                                        "input_types"};

/// Marian lists operations as letters: d dropout, a add, n normalise.
std::string without_dropout(std::string steps) {
  std::erase(steps, 'd');
  return steps;
}

void check_options(const MarianOptions& options, const std::string& source) {
  if (options.type != "transformer") refuse("type", options.type, source);
  const Json given = write_settings(options), usual = write_settings(MarianOptions{});
  for (const char* name : kAsByDefault) {
    if (given[name] != usual[name]) refuse(name, given[name].dump(), source);
  }
  if (!without_dropout(options.transformer_postprocess_emb).empty())
    refuse("transformer_postprocess_emb", options.transformer_postprocess_emb, source);
  const int64_t inner = options.transformer_decoder_dim_ffn,
                depth = options.transformer_decoder_ffn_depth;
  if (inner != 0 && inner != options.transformer_dim_ffn)
    refuse("transformer_decoder_dim_ffn", std::to_string(inner), source);
  if (depth != 0 && depth != options.transformer_ffn_depth)
    refuse("transformer_decoder_ffn_depth", std::to_string(depth), source);
  if (options.dim_emb % options.transformer_heads != 0 || options.dim_emb % 2 != 0)
    refuse("dim_emb",
           std::to_string(options.dim_emb) + " and transformer-heads " +
               std::to_string(options.transformer_heads),
           source);
}

/// Ignores dropout.
NormPosition norm_of(const MarianOptions& options, const std::string& source) {
  const std::string steps = without_dropout(options.transformer_preprocess) + "-" +
                            without_dropout(options.transformer_postprocess) + "-" +
                            without_dropout(options.transformer_postprocess_top);
  if (steps == "-an-") return NormPosition::kPost;
  if (steps == "n-a-n") return NormPosition::kPre;
  refuse("transformer_preprocess",
         "\"" + options.transformer_preprocess + "\", transformer-postprocess \"" +
             options.transformer_postprocess + "\", transformer-postprocess-top \"" +
             options.transformer_postprocess_top + "\"",
         source);
}

/// Marian's gelu differs from Dragoman's.
Activation marian_activation(const std::string& name, const std::string& source) {
  if (name == "swish") return Activation::kSilu;
  if (name == "relu") return Activation::kRelu;
  refuse("transformer_ffn_activation", name, source);
}

}  // namespace

MarianOptions read_marian_options(const std::string& text, const std::string& source) {
  return read_fields<MarianOptions>(text, source);
}

MarianDecoder read_marian_decoder(const std::string& text, const std::string& source) {
  return read_fields<MarianDecoder>(text, source);
}

ModelSettings model_settings(const MarianOptions& options, const std::string& source) {
  check_options(options, source);
  ModelSettings model;
  model.encoder_layers = options.enc_depth;
  model.decoder_layers = options.dec_depth;
  model.width = options.dim_emb;
  model.feed_forward = options.transformer_dim_ffn;
  model.heads = options.transformer_heads;
  model.norm = norm_of(options, source);
  model.activation = marian_activation(options.transformer_ffn_activation, source);
  model.shared_embeddings = options.tied_embeddings_all ? SharedEmbeddings::kAll
                            : options.tied_embeddings   ? SharedEmbeddings::kTarget
                                                        : SharedEmbeddings::kNone;
  if (options.tied_embeddings && options.tied_embeddings_src)
    model.shared_embeddings = SharedEmbeddings::kAll;
  model.dropout = std::min(options.transformer_dropout, 0.9);
  model.attention_dropout = std::min(options.transformer_dropout_attention, 0.9);
  model.feed_forward_dropout = std::min(options.transformer_dropout_ffn, 0.9);
  return model;
}

}  // namespace dragoman

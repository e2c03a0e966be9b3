#include "interchange/huggingface_settings.h"

#include <algorithm>
#include <filesystem>

#include "io/escaped_text.h"
#include "io/settings_file.h"
#include "io/settings_read.h"

namespace dragoman {
namespace {

using Json = nlohmann::ordered_json;

/// A setting of transformers' generate() that is not imported. It has no effect if it is `neutral`,
/// null, false or empty.
struct OtherSetting {
  const char* name;
  double neutral;
};

constexpr OtherSetting kOthers[] = {{"begin_suppress_tokens", 0},
                                    {"constraints", 0},
                                    {"diversity_penalty", 0},
                                    {"dola_layers", 0},
                                    {"encoder_no_repeat_ngram_size", 0},
                                    {"encoder_repetition_penalty", 1},
                                    {"exponential_decay_length_penalty", 0},
                                    {"force_words_ids", 0},
                                    {"forced_decoder_ids", 0},
                                    {"guidance_scale", 1},
                                    {"max_time", 0},
                                    {"num_beam_groups", 1},
                                    {"num_return_sequences", 1},
                                    {"penalty_alpha", 0},
                                    {"sequence_bias", 0},
                                    {"stop_strings", 0},
                                    {"token_healing", 0},
                                    {"watermarking_config", 0}};

std::vector<std::string> other_settings(const Json& generation) {
  std::vector<std::string> others;
  for (const auto& [name, neutral] : kOthers) {
    const Json value = generation.value(name, Json());
    if (!value.empty() && value != false && value != neutral) others.emplace_back(name);
  }
  return others;
}

/// Reads an object; returns an empty one if there is no file.
Json read_object(const std::string& path) {
  if (!std::filesystem::exists(path)) return Json::object();
  Json all = parse_settings_file(path, kDamaged);
  if (!all.is_object()) refuse_file(path, "it is damaged, or no table of settings; copy it again");
  return all;
}

/// Returns a value in its simplest form. Files may give a token as an object, an id as a list of
/// one, and "never" in place of false for early_stopping.
template <class Field>
Json plain(const Json& value, const Field&) {
  if (value.is_object() && value.contains("content")) return value["content"];
  if (std::is_same_v<Field, int64_t> && value.is_array() && value.size() == 1) return value[0];
  if (std::is_same_v<Field, bool> && value == "never") return false;
  return value;
}

/// transformers ends a translation at any of several tokens.
void check_ends(const Json& all, const std::string& path) {
  for (const char* name : {"eos_token_id", "forced_eos_token_id"}) {
    const Json value = all.value(name, Json());
    if (value.is_array() && value.size() > 1)
      refuse_file(path,
                  std::string(name) + " is " + in_brief(value.dump()) +
                      ", but only one token can end a translation: give the id of </s> alone");
  }
}

/// Returns the fields of `all`, read from `path`, that matter here; defaults for those not set.
template <SettingsSection Section>
Section fields_of(const Json& all, const std::string& path) {
  check_ends(all, path);
  Section section;
  Json known = Json::object();
  Section::visit_fields(section, [&](const char* name, auto& field, const Range&, const char*) {
    if (all.contains(name) && !all[name].is_null()) known[name] = plain(all[name], field);
  });
  read_settings(known, section, {path});
  return section;
}

void check_kind(const MarianConfig& config, const std::string& file) {
  if (config.model_type != "marian") {
    refuse_file(file, "a model of type \"" + config.model_type +
                          "\" cannot be imported, only one of type \"marian\" (MarianMTModel)");
  }
  const auto& classes = config.architectures;
  if (std::find(classes.begin(), classes.end(), "MarianMTModel") == classes.end()) {
    refuse_file(file, "its class is " + (classes.empty() ? "not given" : classes.front()) +
                          ", but only MarianMTModel can be imported, a whole translator");
  }
  if (config.encoder_attention_heads != config.decoder_attention_heads)
    refuse_file(file,
                "encoder and decoder have different numbers of heads; Dragoman needs the same "
                "number in both");
  if (config.encoder_ffn_dim != config.decoder_ffn_dim)
    refuse_file(file,
                "encoder and decoder have different ffn_dim; Dragoman needs the same in both");
  if (config.d_model % config.encoder_attention_heads != 0 || config.d_model % 2 != 0)
    refuse_file(file, "d_model must be even and a multiple of the number of heads");
  if (config.share_encoder_decoder_embeddings && !config.tie_word_embeddings)
    refuse_file(file,
                "share_encoder_decoder_embeddings without tie_word_embeddings is not supported");
}

Activation huggingface_activation(const std::string& name, const std::string& file) {
  if (name == "swish" || name == "silu") return Activation::kSilu;
  if (name == "relu") return Activation::kRelu;
  if (name == "gelu") return Activation::kGelu;
  refuse_file(file,
              "activation_function is \"" + name + "\", but must be swish, silu, relu or gelu");
}

}  // namespace

HuggingFaceSettings read_huggingface_settings(const HuggingFacePaths& paths) {
  HuggingFaceSettings settings;
  const Json config = read_object(paths.config());
  settings.config = fields_of<MarianConfig>(config, paths.config());
  check_kind(settings.config, paths.config());
  // As transformers does: in older folders, config.json has all settings.
  const bool has_own = std::filesystem::exists(paths.generation_config());
  settings.generation_file = has_own ? paths.generation_config() : paths.config();
  const Json generation = has_own ? read_object(settings.generation_file) : config;
  settings.generation = fields_of<MarianGeneration>(generation, settings.generation_file);
  settings.others = other_settings(generation);
  settings.tokenizer = fields_of<MarianTokenizerConfig>(read_object(paths.tokenizer_config()),
                                                        paths.tokenizer_config());
  return settings;
}

ModelSettings model_settings(const MarianConfig& config, const std::string& file) {
  ModelSettings model;
  model.encoder_layers = config.encoder_layers;
  model.decoder_layers = config.decoder_layers;
  model.width = config.d_model;
  model.feed_forward = config.encoder_ffn_dim;
  model.heads = config.encoder_attention_heads;
  model.max_length = config.max_position_embeddings;
  model.activation = huggingface_activation(config.activation_function, file);
  model.shared_embeddings = config.share_encoder_decoder_embeddings ? SharedEmbeddings::kAll
                            : config.tie_word_embeddings            ? SharedEmbeddings::kTarget
                                                                    : SharedEmbeddings::kNone;
  model.scale_embeddings = config.scale_embedding;
  model.dropout = std::min(config.dropout, 0.9);
  model.attention_dropout = std::min(config.attention_dropout, 0.9);
  model.feed_forward_dropout = std::min(config.activation_dropout, 0.9);
  return model;
}

}  // namespace dragoman

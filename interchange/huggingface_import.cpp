#include "interchange/huggingface_import.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "architecture/weights_file.h"
#include "interchange/huggingface_generation.h"
#include "interchange/huggingface_settings.h"
#include "io/atomic_file.h"
#include "io/escaped_text.h"

namespace dragoman {
namespace {

namespace fs = std::filesystem;

void require_file(const std::string& path) {
  if (fs::is_regular_file(path)) return;
  throw std::runtime_error(
      path +
      " is not there; name a folder that MarianMTModel.save_pretrained and its "
      "tokenizer's save_pretrained have both written");
}

void check_files(const HuggingFacePaths& paths, bool has_two_vocabularies) {
  for (const std::string& file : {paths.vocabulary(), paths.source_model(), paths.target_model()})
    require_file(file);
  if (has_two_vocabularies) require_file(paths.target_vocabulary());
  if (fs::exists(paths.weights()) || fs::exists(paths.weights_index())) return;
  for (const std::string& file : {paths.pytorch_weights(), paths.pytorch_weights_index()}) {
    if (!fs::exists(file)) continue;
    refuse_file(
        file,
        "weights in Python's pickle format are not read; load the model with transformers and "
        "write it again by model.save_pretrained(FOLDER), which makes model.safetensors");
  }
  require_file(paths.weights());
}

/// Reads tokens by id from a file {"token": id}. Ids must be 0 to `size` - 1.
std::vector<std::string> read_tokens(const std::string& path, int64_t size) {
  const auto json = nlohmann::json::parse(read_file(path), nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) refuse_file(path, "it is damaged, or no table of tokens; copy it again");
  if (static_cast<int64_t>(json.size()) < size)
    refuse_file(path, "it has " + std::to_string(json.size()) + " tokens, but config.json says " +
                          std::to_string(size) +
                          "; rows without a token, and those of added_tokens.json, cannot be "
                          "imported: save the model again after "
                          "model.resize_token_embeddings(" +
                          std::to_string(json.size()) + ") in transformers");
  std::vector<std::string> tokens(static_cast<size_t>(size));
  std::set<int64_t> ids;
  for (const auto& [token, id] : json.items()) {
    const bool is_id = id.is_number_integer() && id >= 0 && id < size;
    if (!is_id || !ids.insert(id.get<int64_t>()).second)
      refuse_file(path, "the id of token " + in_backquotes(token) +
                            " is no number, another token's, or beyond the size in config.json (" +
                            std::to_string(size) + ")");
    tokens[id.get<size_t>()] = token;
  }
  return tokens;
}

/// Returns the id from generation_config.json, or else from config.json.
int64_t either(int64_t generation, int64_t config) {
  return generation == kNotGiven ? config : generation;
}

/// `config_file` is the path of config.json.
void check_ids(const HuggingFaceSettings& settings, const ForeignModel& model,
               const std::string& config_file) {
  const MarianConfig& config = settings.config;
  const MarianGeneration& generation = settings.generation;
  const auto refuse = [&](int64_t in_generation, const std::string& reason) {
    refuse_file(in_generation == kNotGiven ? config_file : settings.generation_file, reason);
  };
  const int64_t eos = either(generation.eos_token_id, config.eos_token_id);
  const auto is_eos = [&](const ForeignTokens& side) {
    return eos >= 0 && eos < static_cast<int64_t>(side.tokens.size()) && side.tokens[eos] == "</s>";
  };
  if (!is_eos(model.source) || !is_eos(model.target))
    refuse(generation.eos_token_id, "eos_token_id is " + std::to_string(eos) +
                                        ", but the vocabulary has another token than </s> there");
  const int64_t forced = either(generation.forced_eos_token_id, config.forced_eos_token_id);
  if (forced != kNotGiven && forced != eos)
    refuse(generation.forced_eos_token_id, "forced_eos_token_id is " + std::to_string(forced) +
                                               ", which is not eos_token_id (" +
                                               std::to_string(eos) + ")");
  if (generation.forced_bos_token_id != kNotGiven)
    refuse(generation.forced_bos_token_id,
           "forced_bos_token_id is set, which Dragoman does not do");
  if (!model.has_two_vocabularies && model.target.padding != model.source.padding)
    refuse(generation.decoder_start_token_id,
           "decoder_start_token_id is " + std::to_string(model.target.padding) +
               ", but must be pad_token_id (" + std::to_string(model.source.padding) + ")");
}

void add_weights(const std::string& file, WeightsByName& weights) {
  weights.merge(WeightsFile(file).read_all());
}

/// Reads model.safetensors, or the shards that an index lists.
WeightsByName read_weights(const HuggingFacePaths& paths) {
  WeightsByName weights;
  if (fs::exists(paths.weights())) {
    add_weights(paths.weights(), weights);
    return weights;
  }
  const auto index =
      nlohmann::json::parse(read_file(paths.weights_index()), nullptr, /*allow_exceptions=*/false);
  if (!index.is_object() || !index.contains("weight_map") || !index["weight_map"].is_object())
    refuse_file(paths.weights_index(), "it is damaged; copy it again");
  std::set<std::string> shards;
  for (const auto& [tensor, file] : index["weight_map"].items()) {
    if (!file.is_string() || file.get<std::string>().find('/') != std::string::npos)
      refuse_file(paths.weights_index(), "tensor " + in_backquotes(tensor) +
                                             " is in no file of this folder; copy it again");
    shards.insert(file);
  }
  for (const std::string& shard : shards) add_weights(paths.folder + "/" + shard, weights);
  return weights;
}

}  // namespace

ForeignModel read_huggingface_folder(const std::string& folder) {
  const HuggingFacePaths paths(folder);
  require_file(paths.config());
  const HuggingFaceSettings settings = read_huggingface_settings(paths);
  const auto& [config, generation, generation_file, tokenizer, others] = settings;
  check_files(paths, tokenizer.separate_vocabs);
  const int64_t target_size =
      config.share_encoder_decoder_embeddings || config.decoder_vocab_size == 0
          ? config.vocab_size
          : config.decoder_vocab_size;
  ForeignModel model;
  model.folder = folder;
  model.has_two_vocabularies = tokenizer.separate_vocabs;
  model.settings.model = model_settings(config, paths.config());
  model.settings.data.source_language = tokenizer.source_lang;
  model.settings.data.target_language = tokenizer.target_lang;
  model.source = {paths.source_model(), read_tokens(paths.vocabulary(), config.vocab_size),
                  config.pad_token_id, paths.vocabulary()};
  const std::string& target_vocabulary =
      tokenizer.separate_vocabs ? paths.target_vocabulary() : paths.vocabulary();
  model.target = {paths.target_model(), read_tokens(target_vocabulary, target_size),
                  either(generation.decoder_start_token_id, config.decoder_start_token_id),
                  target_vocabulary};
  check_ids(settings, model, paths.config());
  take_over_search(generation, model);
  for (const std::string& name : others)
    model.warnings.push_back("the folder sets " + name + ", which is not taken over");
  model.weights = read_weights(paths);
  return model;
}

}  // namespace dragoman

#include "interchange/huggingface_export.h"

#include <algorithm>
#include <stdexcept>

#include "architecture/aligning_heads.h"
#include "architecture/weights_file.h"
#include "interchange/huggingface_folder.h"
#include "interchange/huggingface_generation.h"
#include "interchange/marian_weights.h"
#include "io/atomic_file.h"
#include "io/new_folder.h"
#include "io/settings_write.h"

namespace dragoman {
namespace {

using Json = nlohmann::ordered_json;

void check_exportable(const ModelFolder& model) {
  const auto demand = [](bool holds, const std::string& what, const std::string& advice = "") {
    if (holds) return;
    throw std::invalid_argument(what + ", which a MarianMTModel cannot have: nothing is exported" +
                                advice);
  };
  const ModelSettings& settings = model.settings.model;
  demand(settings.norm == NormPosition::kPost, "model.norm is " + name_of(settings.norm),
         "; train a model with --set model.norm=post");
  demand(settings.positions == Positions::kSinusoidal,
         "model.positions is " + name_of(settings.positions),
         "; train a model with --set model.positions=sinusoidal");
  const auto demand_equal = [&](int64_t source, int64_t target, const std::string& what) {
    demand(source == target, what + " is " + std::to_string(source) +
                                 " in the source's vocabulary, " + std::to_string(target) +
                                 " in the target's");
  };
  const Tokenizer &source = *model.tokenizers.source, &target = *model.tokenizers.target;
  demand_equal(source.pad_id(), target.pad_id(), "the id of padding");
  demand_equal(source.eos_id(), target.eos_id(), "the id of end of sentence");
  demand_equal(source.unknown_id(), target.unknown_id(), "the id of the unknown token");
}

std::vector<std::string> notes(const ModelFolder& model) {
  const FolderSettings& settings = model.settings;
  std::vector<std::string> notes = search_notes(settings.search);
  if (settings.tokenizer.lowercase)
    notes.emplace_back(
        "tokenizer.lowercase is true, which the format does not know: lower-case text before you "
        "give it to the exported model");
  if (settings.tokenizer.keep_whitespace)
    notes.emplace_back(
        "tokenizer.keep_whitespace is true, but MarianTokenizer takes white space off both ends of "
        "a translation");
  const AligningHeads heads = aligning_heads(settings.model);
  if (settings.model.alignment_heads > 0 && heads.layer + 1 < settings.model.decoder_layers)
    notes.emplace_back("model.alignment_layer is " + std::to_string(heads.layer + 1) +
                       ", which the format does not know: CTranslate2 aligns by the first head of "
                       "the last layer, whose attention was not guided");
  if (settings.model.alignment_heads > 0 &&
      settings.model.alignment_step == AlignmentStep::kFollowing)
    notes.emplace_back(
        "model.alignment_step is following, which the format does not know: CTranslate2 gives each "
        "token the alignment of the token before it");
  if (model.tokenizers.source != model.tokenizers.target &&
      settings.tokenizer.vocabulary != VocabularyKind::kShared)
    notes.emplace_back(
        "source and target have vocabularies of their own: do not convert the folder for "
        "CTranslate2, whose converter takes the source's vocabulary for both sides without an "
        "error, so that translations are wrong");
  if (const std::string padding = model.tokenizers.source->tokens().back(); padding != "<pad>")
    notes.push_back("the token of padding is " + padding +
                    " instead of <pad>: transformers loads such a model, CTranslate2's converter "
                    "does not");
  return notes;
}

/// Decoders begin with padding's embedding, the last row. Dragoman trains it as zeros, as
/// CTranslate2 assumes, but fine-tuning in transformers changes it.
bool has_zero_start(const ModelFolder& model, WeightsFile& weights) {
  const ModelSettings& settings = model.settings.model;
  const int64_t tokens = model.tokenizers.sizes().target;
  const bool is_shared = settings.shared_embeddings == SharedEmbeddings::kAll;
  const Weight rows =
      weights.read(is_shared ? "shared_embedding" : "target_embedding", {tokens, settings.width});
  const float* const start = rows.data() + (tokens - 1) * settings.width;
  return std::all_of(start, start + settings.width, [](float number) { return number == 0; });
}

std::string activation_name(Activation activation) {
  return activation == Activation::kSilu ? "swish" : name_of(activation);
}

MarianConfig config_of(const ModelFolder& model) {
  const ModelSettings& settings = model.settings.model;
  const VocabularySizes sizes = model.tokenizers.sizes();
  MarianConfig config;
  config.model_type = "marian";
  config.vocab_size = sizes.source;
  config.decoder_vocab_size = sizes.target;
  config.d_model = settings.width;
  config.encoder_layers = settings.encoder_layers;
  config.decoder_layers = settings.decoder_layers;
  config.encoder_attention_heads = config.decoder_attention_heads = settings.heads;
  config.encoder_ffn_dim = config.decoder_ffn_dim = settings.feed_forward;
  config.activation_function = activation_name(settings.activation);
  config.dropout = settings.dropout;
  config.attention_dropout = settings.attention_dropout;
  config.activation_dropout = settings.feed_forward_dropout;
  config.max_position_embeddings = settings.max_length;
  config.scale_embedding = settings.scale_embeddings;
  config.share_encoder_decoder_embeddings = settings.shared_embeddings == SharedEmbeddings::kAll;
  config.tie_word_embeddings = settings.shared_embeddings != SharedEmbeddings::kNone;
  config.pad_token_id = config.decoder_start_token_id = model.tokenizers.target->pad_id();
  config.eos_token_id = model.tokenizers.target->eos_id();
  return config;
}

/// Writes {"token": id}.
void write_vocabulary(const std::string& path, const std::vector<std::string>& tokens) {
  nlohmann::json ids = nlohmann::json::object();
  for (size_t id = 0; id < tokens.size(); ++id) ids[tokens[id]] = id;
  write_file_atomically(path, ids.dump(2) + "\n");
}

/// Writes only the fields that are set.
template <SettingsSection Section>
void write_section(const std::string& path, const Section& section, Json json = Json::object()) {
  const Json all = write_settings(section);
  for (const auto& [name, value] : all.items()) {
    const bool is_set = value != kNotGiven && value != "" && value != Json::array();
    if (is_set) json[name] = value;
  }
  write_file_atomically(path, json.dump(2) + "\n");
}

void write_tokenizer(const ModelFolder& model, const HuggingFacePaths& paths) {
  const Tokenizer &source = *model.tokenizers.source, &target = *model.tokenizers.target;
  const TokenizerFiles files(model.paths, model.settings.tokenizer);
  copy_file_atomically(files.source_model, paths.source_model());
  copy_file_atomically(files.target_model, paths.target_model());
  const std::vector<std::string> tokens = source.tokens(), target_tokens = target.tokens();
  write_vocabulary(paths.vocabulary(), tokens);
  MarianTokenizerConfig config;
  config.separate_vocabs = tokens != target_tokens;
  if (config.separate_vocabs) write_vocabulary(paths.target_vocabulary(), target_tokens);
  config.source_lang = model.settings.data.source_language;
  config.target_lang = model.settings.data.target_language;
  config.eos_token = tokens[source.eos_id()];
  config.unk_token = tokens[source.unknown_id()];
  config.pad_token = tokens[source.pad_id()];
  write_section(paths.tokenizer_config(), config,
                {{"model_max_length", model.settings.model.max_length}});
}

}  // namespace

std::vector<std::string> export_huggingface(const ModelFolder& model, const std::string& out) {
  check_exportable(model);
  if (model.settings.is_packed()) WeightsFile::open_packed(model.paths.weights());
  NewFolder folder(out);
  const HuggingFacePaths paths(folder.path());
  write_section(paths.config(), config_of(model));
  write_section(paths.generation_config(), to_generation(model));
  write_tokenizer(model, paths);
  WeightsFile weights(model.paths.weights());
  write_weights(paths.weights(),
                to_marian_weights(model.settings.model, model.tokenizers.sizes(), weights.source()),
                {{"format", "pt"}});
  weights.check_all_found();
  std::vector<std::string> all_notes = notes(model);
  if (!has_zero_start(model, weights))
    all_notes.emplace_back(
        "the embedding of padding, with which translations begin, is not zero: transformers uses "
        "it, but CTranslate2 takes zeros, without an error, so that translations differ");
  folder.commit();
  return all_notes;
}

}  // namespace dragoman

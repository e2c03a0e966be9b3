#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "io/settings.h"

namespace dragoman {

/// File names in a folder of MarianMTModel.save_pretrained and its tokenizer.
struct HuggingFacePaths {
  explicit HuggingFacePaths(std::string path) : folder(std::move(path)) {}
  std::string config() const { return folder + "/config.json"; }
  std::string generation_config() const { return folder + "/generation_config.json"; }
  std::string tokenizer_config() const { return folder + "/tokenizer_config.json"; }
  std::string weights() const { return folder + "/model.safetensors"; }
  std::string weights_index() const { return folder + "/model.safetensors.index.json"; }
  std::string pytorch_weights() const { return folder + "/pytorch_model.bin"; }
  std::string pytorch_weights_index() const { return folder + "/pytorch_model.bin.index.json"; }
  std::string vocabulary() const { return folder + "/vocab.json"; }
  std::string target_vocabulary() const { return folder + "/target_vocab.json"; }
  std::string source_model() const { return folder + "/source.spm"; }
  std::string target_model() const { return folder + "/target.spm"; }

  std::string folder;
};

/// Advice if a file is no JSON.
constexpr const char* kDamaged = "the file is damaged: copy it again";

/// Throws an error that says why a file cannot be used.
[[noreturn]] inline void refuse_file(const std::string& file, const std::string& reason) {
  throw std::runtime_error(file + ": " + reason);
}

/// Value of an id or a length that a file does not give.
constexpr int64_t kNotGiven = -1;

#define DRAGOMAN_MARIAN_CONFIG(FIELD)                                                         \
  FIELD(std::vector<std::string>, architectures, {"MarianMTModel"}, any_value(), "Its class") \
  FIELD(std::string, model_type, "", any_value(), "Its kind")                                 \
  FIELD(int64_t, vocab_size, 58101, at_least(3), "Source tokens")                             \
  FIELD(int64_t, decoder_vocab_size, 0, at_least(0), "Target tokens; 0: as source ones")      \
  FIELD(int64_t, d_model, 1024, between(2, 1000000), "Width")                                 \
  FIELD(int64_t, encoder_layers, 12, between(1, 1000), "Encoder layers")                      \
  FIELD(int64_t, decoder_layers, 12, between(1, 1000), "Decoder layers")                      \
  FIELD(int64_t, encoder_attention_heads, 16, between(1, 1000000), "Heads of the encoder")    \
  FIELD(int64_t, decoder_attention_heads, 16, between(1, 1000000), "Heads of the decoder")    \
  FIELD(int64_t, encoder_ffn_dim, 4096, between(1, 1000000), "Inner width of the encoder")    \
  FIELD(int64_t, decoder_ffn_dim, 4096, between(1, 1000000), "Inner width of the decoder")    \
  FIELD(std::string, activation_function, "gelu", any_value(), "Activation")                  \
  FIELD(double, dropout, 0.1, between(0, 1), "Dropout")                                       \
  FIELD(double, attention_dropout, 0.0, between(0, 1), "Dropout of attention")                \
  FIELD(double, activation_dropout, 0.0, between(0, 1), "Dropout of the inner layer")         \
  FIELD(double, encoder_layerdrop, 0.0, any_value(), "Layers left out in training")           \
  FIELD(double, decoder_layerdrop, 0.0, any_value(), "The same of the decoder")               \
  FIELD(double, init_std, 0.02, any_value(), "Of fresh weights")                              \
  FIELD(int64_t, max_position_embeddings, 1024, between(8, 1000000), "Longest sentence")      \
  FIELD(bool, scale_embedding, false, any_value(), "Embeddings times the root of the width")  \
  FIELD(bool, static_position_embeddings, true, any_value(), "Positions are sines")           \
  FIELD(bool, share_encoder_decoder_embeddings, true, any_value(), "One matrix for both")     \
  FIELD(bool, tie_word_embeddings, true, any_value(), "Target's is the output's")             \
  FIELD(bool, is_encoder_decoder, true, any_value(), "A translator")                          \
  FIELD(bool, use_cache, true, any_value(), "Decoding keeps keys and values")                 \
  FIELD(int64_t, pad_token_id, 58100, at_least(0), "Padding")                                 \
  FIELD(int64_t, eos_token_id, 0, at_least(0), "End of sentence")                             \
  FIELD(int64_t, decoder_start_token_id, 58100, at_least(0), "Before the first token")        \
  FIELD(int64_t, forced_eos_token_id, kNotGiven, any_value(), "Token at the greatest length") \
  FIELD(std::string, dtype, "float32", any_value(), "Of the weights")

/// The fields of config.json that matter here; defaults are transformers' own.
struct MarianConfig {
  DRAGOMAN_FIELDS(DRAGOMAN_MARIAN_CONFIG)
};

#define DRAGOMAN_MARIAN_GENERATION(FIELD)                                                       \
  FIELD(int64_t, num_beams, 1, between(1, 1000), "Beams")                                       \
  FIELD(double, length_penalty, 1.0, any_value(), "Exponent of the length")                     \
  FIELD(int64_t, max_length, 0, at_least(0), "Most target tokens, start included; 0: not said") \
  FIELD(int64_t, max_new_tokens, kNotGiven, at_least(kNotGiven), "Most, without the start")     \
  FIELD(std::vector<std::vector<int64_t>>, bad_words_ids, {}, any_value(), "Never generated")   \
  FIELD(std::vector<int64_t>, suppress_tokens, {}, any_value(), "Never generated")              \
  FIELD(int64_t, pad_token_id, kNotGiven, any_value(), "Padding")                               \
  FIELD(int64_t, eos_token_id, kNotGiven, any_value(), "End of sentence")                       \
  FIELD(int64_t, decoder_start_token_id, kNotGiven, any_value(), "Before the first token")      \
  FIELD(int64_t, forced_eos_token_id, kNotGiven, any_value(), "Token at the greatest length")   \
  FIELD(int64_t, forced_bos_token_id, kNotGiven, any_value(), "First token")                    \
  FIELD(int64_t, no_repeat_ngram_size, 0, any_value(), "Length of what must not come again")    \
  FIELD(double, repetition_penalty, 1.0, any_value(), "Against repeated tokens")                \
  FIELD(int64_t, min_length, 0, any_value(), "Tokens before the end, start included")           \
  FIELD(int64_t, min_new_tokens, kNotGiven, at_least(kNotGiven), "The same without the start")  \
  FIELD(bool, early_stopping, false, any_value(), "Stops at num_beams finished translations")   \
  FIELD(bool, do_sample, false, any_value(), "Tokens are drawn")                                \
  FIELD(bool, renormalize_logits, false, any_value(), "Probabilities without padding")

/// The fields of generation_config.json that matter here; defaults are transformers' own.
struct MarianGeneration {
  DRAGOMAN_FIELDS(DRAGOMAN_MARIAN_GENERATION)
};

#define DRAGOMAN_MARIAN_TOKENIZER(FIELD)                                                    \
  FIELD(std::string, tokenizer_class, "MarianTokenizer", any_value(), "Its class")          \
  FIELD(bool, separate_vocabs, false, any_value(), "target_vocab.json is the target's own") \
  FIELD(std::string, source_lang, "", any_value(), "Language")                              \
  FIELD(std::string, target_lang, "", any_value(), "Language")                              \
  FIELD(std::string, eos_token, "</s>", any_value(), "End of sentence")                     \
  FIELD(std::string, unk_token, "<unk>", any_value(), "Unknown")                            \
  FIELD(std::string, pad_token, "<pad>", any_value(), "Padding")

/// The fields of tokenizer_config.json that matter here.
struct MarianTokenizerConfig {
  DRAGOMAN_FIELDS(DRAGOMAN_MARIAN_TOKENIZER)
};

}  // namespace dragoman

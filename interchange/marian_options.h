#pragma once

#include <string>
#include <vector>

#include "architecture/model_settings.h"
#include "io/settings.h"

namespace dragoman {

// Marian's options, with _ instead of -, and Marian's defaults. Some are read only to reject models
// that Dragoman cannot represent.
#define DRAGOMAN_MARIAN_OPTIONS(FIELD)                                                         \
  FIELD(std::string, type, "", any_value(), "Kind of model")                                   \
  FIELD(std::vector<int64_t>, dim_vocabs, {}, any_value(), "Tokens of each language")          \
  FIELD(int64_t, dim_emb, 512, between(2, 1000000), "Width")                                   \
  FIELD(int64_t, enc_depth, 1, between(1, 1000), "Encoder layers")                             \
  FIELD(int64_t, dec_depth, 1, between(1, 1000), "Decoder layers")                             \
  FIELD(int64_t, transformer_heads, 8, between(1, 1000000), "Heads")                           \
  FIELD(int64_t, transformer_dim_ffn, 2048, between(1, 1000000), "Inner width")                \
  FIELD(int64_t, transformer_ffn_depth, 2, any_value(), "Maps of feed-forward")                \
  FIELD(int64_t, transformer_decoder_dim_ffn, 0, any_value(), "Inner width of the decoder")    \
  FIELD(int64_t, transformer_decoder_ffn_depth, 0, any_value(), "Maps of its feed-forward")    \
  FIELD(std::string, transformer_ffn_activation, "swish", any_value(), "Activation")           \
  FIELD(std::string, transformer_preprocess, "", any_value(), "Before a sub-layer")            \
  FIELD(std::string, transformer_postprocess, "dan", any_value(), "After a sub-layer")         \
  FIELD(std::string, transformer_postprocess_emb, "d", any_value(), "After embeddings")        \
  FIELD(std::string, transformer_postprocess_top, "", any_value(), "After the last layer")     \
  FIELD(std::string, transformer_decoder_autoreg, "self-attention", any_value(), "Decoder")    \
  FIELD(bool, transformer_train_position_embeddings, false, any_value(), "Learned positions")  \
  FIELD(bool, transformer_disable_position_embeddings, false, any_value(), "No positions")     \
  FIELD(std::string, transformer_attention_mask, "default", any_value(), "Bias of attention")  \
  FIELD(bool, transformer_no_projection, false, any_value(), "No output map of attention")     \
  FIELD(bool, transformer_no_bias, false, any_value(), "No biases")                            \
  FIELD(bool, transformer_no_affine, false, any_value(), "Norms without weights")              \
  FIELD(bool, transformer_pool, false, any_value(), "Pooling instead of attention")            \
  FIELD(std::vector<int64_t>, transformer_tied_layers, {}, any_value(), "Layers that are one") \
  FIELD(bool, tied_embeddings, false, any_value(), "Target's and output's matrix are one")     \
  FIELD(bool, tied_embeddings_src, false, any_value(), "Source's and target's are one")        \
  FIELD(bool, tied_embeddings_all, false, any_value(), "All three are one")                    \
  FIELD(int64_t, lemma_dim_emb, 0, any_value(), "Factored output")                             \
  FIELD(bool, ulr, false, any_value(), "Universal representations")                            \
  FIELD(bool, right_left, false, any_value(), "Target from right to left")                     \
  FIELD(std::vector<std::string>, input_types, {}, any_value(), "Several inputs")              \
  FIELD(double, transformer_dropout, 0.0, between(0, 1), "Dropout")                            \
  FIELD(double, transformer_dropout_attention, 0.0, between(0, 1), "Dropout of attention")     \
  FIELD(double, transformer_dropout_ffn, 0.0, between(0, 1), "Dropout of the inner layer")

/// Options in special:model.yml inside model.npz.
struct MarianOptions {
  DRAGOMAN_FIELDS(DRAGOMAN_MARIAN_OPTIONS)
};

#define DRAGOMAN_MARIAN_DECODER(FIELD)                                                 \
  FIELD(std::vector<std::string>, models, {}, any_value(), "Weights")                  \
  FIELD(std::vector<std::string>, vocabs, {}, any_value(), "Vocabularies")             \
  FIELD(int64_t, beam_size, 0, between(0, 1000), "Beams; 0: not said")                 \
  FIELD(double, normalize, 0.0, any_value(), "Exponent of the length; 0: not divided") \
  FIELD(double, word_penalty, 0.0, any_value(), "Taken off for each token")            \
  FIELD(double, max_length_factor, 0.0, between(0, 100),                               \
        "Most target tokens for each source token; 0: not said")                       \
  FIELD(bool, allow_unk, false, any_value(), "Translations may have unknown tokens")   \
  FIELD(bool, output_sampling, false, any_value(), "Tokens are drawn")

/// Options in decoder.yml beside model.npz.
struct MarianDecoder {
  DRAGOMAN_FIELDS(DRAGOMAN_MARIAN_DECODER)
};

/// Read options from YAML text; `source` is named in errors. Throw std::runtime_error or
/// std::invalid_argument for invalid YAML or a wrong type.
MarianOptions read_marian_options(const std::string& text, const std::string& source);
MarianDecoder read_marian_decoder(const std::string& text, const std::string& source);

/// Returns the model settings of the options, except output_bias, which the options do not tell.
/// Throws std::runtime_error that names an option that Dragoman cannot represent.
ModelSettings model_settings(const MarianOptions& options, const std::string& source);

}  // namespace dragoman

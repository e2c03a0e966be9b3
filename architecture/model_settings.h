#pragma once

#include <array>
#include <utility>

#include "io/settings.h"

namespace dragoman {

enum class Architecture { kTranslator, kLanguageModel };
constexpr auto enum_names(Architecture) {
  return std::array{std::pair{Architecture::kTranslator, "translator"},
                    std::pair{Architecture::kLanguageModel, "language-model"}};
}

/// The step whose attention aligns a target token with source tokens: the step that predicts the
/// token, or the following one.
enum class AlignmentStep { kPredicting, kFollowing };
constexpr auto enum_names(AlignmentStep) {
  return std::array{std::pair{AlignmentStep::kPredicting, "predicting"},
                    std::pair{AlignmentStep::kFollowing, "following"}};
}

enum class NormPosition { kPost, kPre };
constexpr auto enum_names(NormPosition) {
  return std::array{std::pair{NormPosition::kPost, "post"}, std::pair{NormPosition::kPre, "pre"}};
}

enum class Positions { kSinusoidal, kLearned };
constexpr auto enum_names(Positions) {
  return std::array{std::pair{Positions::kSinusoidal, "sinusoidal"},
                    std::pair{Positions::kLearned, "learned"}};
}

enum class Activation { kRelu, kGelu, kSilu };
constexpr auto enum_names(Activation) {
  return std::array{std::pair{Activation::kRelu, "relu"}, std::pair{Activation::kGelu, "gelu"},
                    std::pair{Activation::kSilu, "silu"}};
}

enum class SharedEmbeddings { kAll, kTarget, kNone };
constexpr auto enum_names(SharedEmbeddings) {
  return std::array{std::pair{SharedEmbeddings::kAll, "all"},
                    std::pair{SharedEmbeddings::kTarget, "target"},
                    std::pair{SharedEmbeddings::kNone, "none"}};
}

#define DRAGOMAN_MODEL_SETTINGS(FIELD)                                                           \
  FIELD(Architecture, architecture, Architecture::kTranslator, any_value(),                      \
        "translator: encoder and decoder; language-model: the decoder alone, as GPT's.")         \
  FIELD(int64_t, encoder_layers, 6, between(1, 1000),                                            \
        "Number of encoder layers; a language model has none.")                                  \
  FIELD(int64_t, decoder_layers, 6, between(1, 1000), "Number of decoder layers.")               \
  FIELD(int64_t, width, 512, between(2, 1000000),                                                \
        "Width D of embeddings and of every layer's output; even.")                              \
  FIELD(int64_t, feed_forward, 2048, between(1, 1000000),                                        \
        "Width of the feed-forward networks' inner layer.")                                      \
  FIELD(int64_t, heads, 8, between(1, 1000000), "Attention heads H; a divisor of the width.")    \
  FIELD(int64_t, alignment_heads, 0, between(0, 1000000),                                        \
        "Number of heads over the source that training guides by word alignments, the first "    \
        "ones of their layer; 1 is usual, 0: none.")                                             \
  FIELD(int64_t, alignment_layer, 0, between(0, 1000),                                           \
        "Decoder layer of those heads, counted from 1; 0: the last.")                            \
  FIELD(AlignmentStep, alignment_step, AlignmentStep::kPredicting, any_value(),                  \
        "Step whose attention those heads are trained on: the step that predicts a target "      \
        "token (predicting, as in Marian and CTranslate2), or the next one, which has read the " \
        "token (following; aligns better).")                                                     \
  FIELD(NormPosition, norm, NormPosition::kPost, any_value(),                                    \
        "Layer normalisation after each residual sum (post, the paper's) or before each "        \
        "sub-layer (pre, the default of language models).")                                      \
  FIELD(Positions, positions, Positions::kSinusoidal, any_value(),                               \
        "Position embeddings: sinusoidal, the paper's, or learned.")                             \
  FIELD(int64_t, max_length, 512, between(8, 1000000),                                           \
        "Maximal number of tokens of a sentence, end of sentence included.")                     \
  FIELD(Activation, activation, Activation::kRelu, any_value(),                                  \
        "Activation of the feed-forward networks.")                                              \
  FIELD(SharedEmbeddings, shared_embeddings, SharedEmbeddings::kAll, any_value(),                \
        "Embeddings that share one matrix: all (source, target, output), target (target and "    \
        "output), none.")                                                                        \
  FIELD(bool, scale_embeddings, true, any_value(),                                               \
        "Embeddings are multiplied by the square root of the width.")                            \
  FIELD(bool, output_bias, false, any_value(), "A bias is added to the logits.")                 \
  FIELD(double, dropout, 0.1, between(0, 0.9),                                                   \
        "Dropout of embeddings and of every sub-layer's output.")                                \
  FIELD(double, attention_dropout, 0.0, between(0, 0.9),                                         \
        "Dropout of attention weights; slows training on CPUs.")                                 \
  FIELD(double, feed_forward_dropout, 0.0, between(0, 0.9),                                      \
        "Dropout after the feed-forward networks' activation.")

/// Settings of the Transformer; the defaults are the paper's base model.
struct ModelSettings {
  DRAGOMAN_FIELDS(DRAGOMAN_MODEL_SETTINGS)
  bool is_language_model() const { return architecture == Architecture::kLanguageModel; }
};

}  // namespace dragoman

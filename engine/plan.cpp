#include "engine/plan.h"

#include <cmath>

#include "architecture/positions.h"

namespace dragoman {
namespace {

PlanSizes sizes_of(const ModelSettings& settings, const VocabularySizes& vocabulary) {
  return {.width = settings.width,
          .heads = settings.heads,
          .head_width = round_up(settings.width / settings.heads, kLaneCount),
          .feed_forward = settings.feed_forward,
          .max_length = settings.max_length,
          .aligning = aligning_heads(settings),
          .source_padding = vocabulary.source - 1,
          .target_padding = vocabulary.target - 1};
}

Epilogue to_epilogue(Activation activation) {
  switch (activation) {
    case Activation::kRelu:
      return Epilogue::kRelu;
    case Activation::kGelu:
      return Epilogue::kGelu;
    case Activation::kSilu:
      return Epilogue::kSilu;
  }
  return Epilogue::kNone;
}

}  // namespace

Plan::Plan(const ModelSettings& settings, const VocabularySizes& vocabulary,
           NumberFormat number_format)
    : format(number_format),
      sizes(sizes_of(settings, vocabulary)),
      is_pre_norm(settings.norm == NormPosition::kPre),
      encoder_layers(settings.is_language_model() ? 0 : settings.encoder_layers),
      decoder_layers(settings.decoder_layers) {
  const Epilogue activation = to_epilogue(settings.activation);
  for (EncoderLayerPlan& layer : encoder_layers) layer.feed_forward.activation = activation;
  for (DecoderLayerPlan& layer : decoder_layers) {
    layer.feed_forward.activation = activation;
    if (!is_language_model()) layer.cross_attention.emplace();
  }
  if (is_pre_norm) {
    if (!is_language_model()) encoder_norm.emplace();
    decoder_norm.emplace();
  }
  if (settings.scale_embeddings)
    source.scale = target.scale = static_cast<float>(std::sqrt(static_cast<double>(sizes.width)));
  if (settings.positions == Positions::kLearned) return;
  target.positions =
      Weight({sizes.max_length, sizes.width}, sinusoidal_positions(sizes.max_length, sizes.width));
  source.positions = target.positions;
}

void share_embeddings(const ModelSettings& settings, Plan& plan) {
  if (settings.shared_embeddings != SharedEmbeddings::kNone) plan.target.tokens = plan.output;
  if (settings.shared_embeddings == SharedEmbeddings::kAll) plan.source.tokens = plan.output;
}

}  // namespace dragoman

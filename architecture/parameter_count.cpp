#include "architecture/parameter_count.h"

namespace dragoman {
namespace {

/// Matrices and biases of queries, keys, values and output.
int64_t attention_parameters(int64_t width) { return 4 * (width * width + width); }

int64_t feed_forward_parameters(int64_t width, int64_t inner) {
  return 2 * width * inner + inner + width;
}

int64_t norm_parameters(int64_t width) { return 2 * width; }

int64_t embedding_parameters(const ModelSettings& settings, const VocabularySizes& sizes) {
  const int64_t sides = settings.is_language_model() ? 1 : 2;
  const int64_t positions =
      settings.positions == Positions::kLearned ? sides * settings.max_length : 0;
  const int64_t source = settings.is_language_model() ? 0 : sizes.source;
  const int64_t rows = settings.shared_embeddings == SharedEmbeddings::kAll ? sizes.target
                       : settings.shared_embeddings == SharedEmbeddings::kTarget
                           ? source + sizes.target
                           : source + 2 * sizes.target;
  const int64_t output_bias = settings.output_bias ? sizes.target - 1 : 0;
  return (rows + positions) * settings.width + output_bias;
}

}  // namespace

std::vector<std::pair<std::string, int64_t>> count_parameters(const ModelSettings& settings,
                                                              const VocabularySizes& sizes) {
  const int64_t attention = attention_parameters(settings.width),
                norm = norm_parameters(settings.width);
  const int64_t feed_forward = feed_forward_parameters(settings.width, settings.feed_forward);
  const int64_t last_norm = settings.norm == NormPosition::kPre ? norm : 0;
  const int64_t encoder_layer = attention + feed_forward + 2 * norm;
  std::vector<std::pair<std::string, int64_t>> parts{
      {"embeddings", embedding_parameters(settings, sizes)}};
  if (settings.is_language_model()) {
    parts.emplace_back("decoder", settings.decoder_layers * encoder_layer + last_norm);
    return parts;
  }
  parts.emplace_back("encoder", settings.encoder_layers * encoder_layer + last_norm);
  parts.emplace_back("decoder",
                     settings.decoder_layers * (encoder_layer + attention + norm) + last_norm);
  return parts;
}

}  // namespace dragoman

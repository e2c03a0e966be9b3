#include "engine/encoder.h"

#include <algorithm>

#include "architecture/token_rows.h"
#include "engine/layer_runner.h"

namespace dragoman {
namespace {

/// The tokens of all sentences, concatenated.
struct SourceTokens {
  std::vector<int64_t> ids, positions;
  std::vector<int64_t> sentences;  // sentence of each token
  /// Index of each sentence's first token; then the number of all tokens.
  std::vector<int64_t> first_tokens;
};

SourceTokens without_padding(const SourceBatch& source, int64_t padding) {
  SourceTokens tokens;
  for (int64_t row = 0; row < source.rows; ++row) {
    tokens.first_tokens.push_back(static_cast<int64_t>(tokens.ids.size()));
    for (int64_t i = 0; i < source.length; ++i) {
      const int64_t id = source.ids[row * source.length + i];
      if (id == padding) break;
      tokens.ids.push_back(id);
      tokens.positions.push_back(i);
      tokens.sentences.push_back(row);
    }
  }
  tokens.first_tokens.push_back(static_cast<int64_t>(tokens.ids.size()));
  return tokens;
}

/// Reads prompts. A prompt that repeats, as with sampling, is read once.
std::unique_ptr<EncodedSentences> read_prompts(const Plan& plan, const Kernels& kernels,
                                               const SourceBatch& source,
                                               WorkspacePool::Lease space) {
  auto encoded = std::make_unique<EncodedSentences>();
  encoded->space = std::move(space);
  encoded->candidates = source.candidates;
  const auto rows = rows_without_padding(source, plan.sizes.target_padding);
  for (size_t i = 0; i < rows.size(); ++i) {
    if (i > 0 && rows[i] == rows[i - 1]) {
      encoded->prompts.push_back(encoded->prompts.back());
      continue;
    }
    std::vector<int64_t> tokens = rows[i];
    if (tokens.empty()) tokens.push_back(plan.sizes.target_padding);
    slide(tokens, plan.sizes.max_length);
    const int64_t last_token = tokens.back();
    tokens.pop_back();
    encoded->prompts.push_back({read_context(plan, kernels, std::move(tokens)), last_token});
  }
  return encoded;
}

/// Runs all layers on the states, in place.
void run_layers(const Plan& plan, const LayerRunner& runner, const SourceTokens& tokens,
                const Rows& states, Workspace& space, AttentionRecord* record) {
  AttentionMemory keys = space.attention.take(
      plan.format, states.count, plan.encoder_layers.front().self_attention.key_value.width());
  for (const EncoderLayerPlan& layer : plan.encoder_layers) {
    const AttentionPlan& attention = layer.self_attention;
    runner.begin_sublayer(attention.norm, states);
    runner.project_keys(attention.key_value, keys, 0);
    if (record != nullptr) record->encoder.emplace_back(states.count);
    runner.attend(attention, states, [&](int64_t row, int64_t most, Attended& attended) {
      const int64_t sentence = tokens.sentences[row], end = tokens.first_tokens[sentence + 1];
      for (int64_t t = tokens.first_tokens[sentence]; t < end; ++t)
        attended.keys.push_back(keys[t]);
      if (record == nullptr) return std::min(most, end - row);
      attended.head_weights = &record->encoder.back()[row];
      return int64_t{1};
    });
    runner.feed_forward(layer.feed_forward, states);
  }
}

/// Returns the keys and values of the encoder's output for all decoder layers.
AttentionMemory project_source(const Plan& plan, const Kernels& kernels, const LayerRunner& runner,
                               const Rows& states, Workspace& space) {
  space.inputs.convert(kernels, plan.format, states, plan.sizes.width);
  const auto num_layers = static_cast<int64_t>(plan.decoder_layers.size());
  AttentionMemory memory =
      space.attention.take(plan.format, num_layers * states.count,
                           plan.decoder_layers.front().cross_attention->key_value.width());
  for (int64_t layer = 0; layer < num_layers; ++layer) {
    runner.project_keys(plan.decoder_layers[layer].cross_attention->key_value, memory,
                        layer * states.count);
  }
  return memory;
}

}  // namespace

std::unique_ptr<EncodedSentences> encode_sentences(const Plan& plan, const Kernels& kernels,
                                                   const SourceBatch& source,
                                                   WorkspacePool::Lease space,
                                                   AttentionRecord* record) {
  if (plan.is_language_model()) return read_prompts(plan, kernels, source, std::move(space));
  const LayerRunner runner(plan, kernels, *space);
  const SourceTokens tokens = without_padding(source, plan.sizes.source_padding);
  const Rows states = runner.embed(plan.source, tokens.ids, tokens.positions);
  run_layers(plan, runner, tokens, states, *space, record);
  if (plan.encoder_norm) runner.normalize(*plan.encoder_norm, states, states);
  auto encoded = std::make_unique<EncodedSentences>();
  encoded->first_tokens = tokens.first_tokens;
  encoded->candidates = source.candidates;
  encoded->memory = project_source(plan, kernels, runner, states, *space);
  encoded->space = std::move(space);
  return encoded;
}

}  // namespace dragoman

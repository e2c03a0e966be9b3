#include "engine/engine_model.h"

#include "engine/decoder.h"

namespace dragoman {

EngineModel::EngineModel(const ModelSettings& settings, const VocabularySizes& vocabulary,
                         const WeightSource& weights, NumberFormat format, const Kernels& kernels)
    : EngineModel(pack_plan(settings, vocabulary, weights, format, kernels), kernels) {}

EngineModel::EngineModel(Plan plan, const Kernels& kernels)
    : plan_(std::move(plan)), kernels_(kernels) {}

std::unique_ptr<EncodedSource> EngineModel::encode(const SourceBatch& source) {
  return encode_sentences(plan_, kernels_, source, workspaces_->take());
}

std::unique_ptr<DecoderState> EngineModel::start(std::unique_ptr<EncodedSource> source) {
  std::unique_ptr<EncodedSentences> sentences(static_cast<EncodedSentences*>(source.release()));
  return std::make_unique<Decoder>(plan_, kernels_, std::move(sentences));
}

const NextTokens& EngineModel::step(DecoderState& state, std::span<const int32_t> tokens,
                                    std::span<const int32_t> parents, const StepRequest& request) {
  static_cast<Decoder&>(state).step(tokens, parents, request);
  return state.next;
}

AttentionRecord EngineModel::attention(const std::vector<int64_t>& source,
                                       std::span<const int32_t> inputs) const {
  const std::vector<int64_t> prompt{inputs.front()};  // of a language model
  const std::vector<int64_t>& ids = plan_.is_language_model() ? prompt : source;
  AttentionRecord record;
  Decoder decoder(
      plan_, kernels_,
      encode_sentences(plan_, kernels_,
                       {.rows = 1, .length = static_cast<int64_t>(ids.size()), .ids = ids},
                       workspaces_->take(), &record));
  decoder.record_attention(record);
  const std::vector<int32_t> parents{0};
  for (const int32_t token : inputs) decoder.step({&token, 1}, parents, {.num_best = 0});
  return record;
}

}  // namespace dragoman

#include "engine/engine_model.h"

#include "engine/decoder.h"

namespace dragoman {

EngineModel::EngineModel(const ModelSettings& settings, const VocabularySizes& vocabulary,
                         const WeightSource& weights, NumberFormat format, const Kernels& kernels)
    : plan_(settings, vocabulary, weights, format, kernels), kernels_(kernels) {}

std::unique_ptr<EncodedSource> EngineModel::encode(const SourceBatch& source) {
  return encode_sentences(plan_, kernels_, source);
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

}  // namespace dragoman

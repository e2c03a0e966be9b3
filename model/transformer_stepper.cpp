#include "model/transformer_stepper.h"

#include "architecture/aligning_heads.h"
#include "model/output_columns.h"

namespace dragoman {
namespace {

struct EncodedTensors : EncodedSource {
  EncodedTensors(EncoderOutput encoded, const OutputColumns& all_columns)
      : output(std::move(encoded)), columns(all_columns) {}

  EncoderOutput output;
  OutputColumns columns;
};

struct StepperState : DecoderState {
  explicit StepperState(OutputColumns all_columns) : columns(std::move(all_columns)) {}

  OutputColumns columns;          // of the B sentences
  int64_t length = 0;             // tokens so far
  int64_t sentences = 0;          // B
  int64_t rows_per_sentence = 1;  // K
  torch::Tensor source_mask;      // [B, 1, 1, S] or undefined
  std::vector<KeyValues> memory;  // for each layer, B rows
  std::vector<KeyValues> past;    // for each layer, B * K rows
};

bool is_identity(std::span<const int32_t> indices, int64_t size) {
  if (static_cast<int64_t>(indices.size()) != size) return false;
  for (int64_t i = 0; i < size; ++i) {
    if (indices[i] != i) return false;
  }
  return true;
}

torch::Tensor to_tensor(std::span<const int32_t> values, const torch::Device& device) {
  const auto view = torch::from_blob(const_cast<int32_t*>(values.data()),
                                     {static_cast<int64_t>(values.size())}, torch::kInt32);
  return view.to(device, torch::kInt64);
}

void select_rows(KeyValues& cache, const torch::Tensor& rows) {
  if (!cache.keys.defined()) return;
  cache.keys = cache.keys.index_select(0, rows);
  cache.values = cache.values.index_select(0, rows);
}

/// Reorders the caches by the new rows' parents, and drops sentences without rows.
void follow_parents(StepperState& state, std::span<const int32_t> parents,
                    const torch::Device& device) {
  if (is_identity(parents, state.sentences * state.rows_per_sentence)) return;
  std::vector<int32_t> sentences;
  for (const int32_t parent : parents) {
    const auto sentence = static_cast<int32_t>(parent / state.rows_per_sentence);
    if (sentences.empty() || sentences.back() != sentence) sentences.push_back(sentence);
  }
  const torch::Tensor rows = to_tensor(parents, device);
  for (KeyValues& cache : state.past) select_rows(cache, rows);
  if (!is_identity(sentences, state.sentences)) {
    const torch::Tensor kept = to_tensor(sentences, device);
    for (KeyValues& cache : state.memory) select_rows(cache, kept);
    state.columns.keep(sentences);
    if (state.source_mask.defined()) state.source_mask = state.source_mask.index_select(0, kept);
  }
  state.sentences = static_cast<int64_t>(sentences.size());
  state.rows_per_sentence = static_cast<int64_t>(parents.size() / sentences.size());
}

}  // namespace

std::unique_ptr<EncodedSource> TransformerStepper::encode(const SourceBatch& source) {
  c10::InferenceMode inference;
  const auto ids = torch::from_blob(const_cast<int64_t*>(source.ids.data()),
                                    {source.rows, source.length}, torch::kInt64);
  return std::make_unique<EncodedTensors>(model_->encode(ids),
                                          OutputColumns(*model_, source.candidates));
}

std::unique_ptr<DecoderState> TransformerStepper::start(std::unique_ptr<EncodedSource> source) {
  c10::InferenceMode inference;
  auto& tensors = static_cast<EncodedTensors&>(*source);
  const EncoderOutput& encoded = tensors.output;
  auto state = std::make_unique<StepperState>(std::move(tensors.columns));
  state->sentences = encoded.states.size(0);
  state->source_mask = encoded.mask.keys;
  for (DecoderLayer& layer : model_->decoder_layers()) {
    state->memory.push_back(layer->project_memory(encoded.states));
  }
  state->past.resize(state->memory.size());
  return state;
}

const NextTokens& TransformerStepper::step(DecoderState& any_state, std::span<const int32_t> tokens,
                                           std::span<const int32_t> parents,
                                           const StepRequest& request) {
  c10::InferenceMode inference;
  auto& state = static_cast<StepperState&>(any_state);
  follow_parents(state, parents, model_->device());
  const torch::Tensor ids = to_tensor(tokens, model_->device()).unsqueeze(1);  // [B * K, 1]
  torch::Tensor x = model_->embed_target(ids, state.length++);
  x = x.view({state.sentences, state.rows_per_sentence, -1});  // [B, K, D]
  const ModelSettings& settings = model_->settings();
  const AligningHeads heads = request.attention_layer
                                  ? AligningHeads{*request.attention_layer, settings.heads}
                                  : aligning_heads(settings);
  torch::Tensor attention;
  for (size_t i = 0; i < state.past.size(); ++i) {
    const bool attends = request.attention && static_cast<int64_t>(i) == heads.layer;
    x = model_->decoder_layers()[i]->step(x, state.past[i], state.memory[i], state.source_mask,
                                          attends ? &attention : nullptr);
  }
  x = model_->finish_decoder(x).view({-1, x.size(2)});
  if (request.attention)
    attention = attention.narrow(1, 0, heads.count).mean(1).view({-1, attention.size(3)});
  fill_next_tokens(state.columns.logits(x, request), attention, request, state.next);
  return state.next;
}

}  // namespace dragoman

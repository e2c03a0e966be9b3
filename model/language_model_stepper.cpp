#include "model/language_model_stepper.h"

#include <algorithm>

#include "architecture/token_rows.h"
#include "model/next_tokens.h"
#include "model/transformer_stepper.h"

namespace dragoman {
namespace {

using Contexts = std::vector<std::vector<int64_t>>;

struct Prompts : EncodedSource {
  Contexts rows;
};

struct ContextState : DecoderState {
  Contexts rows;
  bool is_fresh = true;  // before the first step
};

/// Returns each row's context: that of its parent, with the row's token appended.
Contexts extend(const ContextState& state, std::span<const int32_t> tokens,
                std::span<const int32_t> parents, int64_t max_length) {
  Contexts extended;
  for (size_t row = 0; row < tokens.size(); ++row) {
    std::vector<int64_t>& context = extended.emplace_back(state.rows[parents[row]]);
    if (!state.is_fresh || context.empty()) context.push_back(tokens[row]);
    slide(context, max_length);
  }
  return extended;
}

/// Returns contexts as [rows, longest], with `padding` at the end of shorter ones.
torch::Tensor to_tensor(const Contexts& contexts, int64_t padding) {
  size_t longest = 0;
  for (const auto& context : contexts) longest = std::max(longest, context.size());
  const torch::Tensor ids =
      torch::full({static_cast<int64_t>(contexts.size()), static_cast<int64_t>(longest)}, padding,
                  torch::kInt64);
  for (size_t row = 0; row < contexts.size(); ++row)
    std::copy(contexts[row].begin(), contexts[row].end(), ids.data_ptr<int64_t>() + row * longest);
  return ids;
}

}  // namespace

std::unique_ptr<EncodedSource> LanguageModelStepper::encode(const SourceBatch& source) {
  auto prompts = std::make_unique<Prompts>();
  prompts->rows = rows_without_padding(source, start_token());
  return prompts;
}

std::unique_ptr<DecoderState> LanguageModelStepper::start(std::unique_ptr<EncodedSource> source) {
  auto state = std::make_unique<ContextState>();
  state->rows = std::move(static_cast<Prompts&>(*source).rows);
  return state;
}

const NextTokens& LanguageModelStepper::step(DecoderState& any_state,
                                             std::span<const int32_t> tokens,
                                             std::span<const int32_t> parents,
                                             const StepRequest& request) {
  c10::InferenceMode inference;
  auto& state = static_cast<ContextState&>(any_state);
  state.rows = extend(state, tokens, parents, model_->settings().max_length);
  state.is_fresh = false;
  const torch::Tensor ids = to_tensor(state.rows, start_token()).to(model_->device());
  const torch::Tensor hidden = model_->decode(ids, {}).flatten(0, 1);
  std::vector<int64_t> last_places;
  for (size_t row = 0; row < state.rows.size(); ++row)
    last_places.push_back(static_cast<int64_t>(row) * ids.size(1) +
                          static_cast<int64_t>(state.rows[row].size()) - 1);
  const torch::Tensor places = torch::tensor(last_places, torch::kInt64).to(model_->device());
  const torch::Tensor logits = model_->logits(hidden.index_select(0, places));
  fill_next_tokens(logits_of_all(logits, request), {}, request, state.next);
  return state.next;
}

std::unique_ptr<StepModel> make_stepper(Transformer model) {
  if (model->settings().is_language_model())
    return std::make_unique<LanguageModelStepper>(std::move(model));
  return std::make_unique<TransformerStepper>(std::move(model));
}

}  // namespace dragoman

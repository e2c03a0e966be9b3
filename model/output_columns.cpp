#include "model/output_columns.h"

#include <algorithm>
#include <limits>

namespace dragoman {
namespace {

/// Returns the union of the candidates, ascending. A sentence without candidates may have any
/// token.
std::vector<int32_t> union_of(const std::vector<std::vector<int32_t>>& candidates,
                              int32_t vocabulary) {
  std::vector<char> is_in(static_cast<size_t>(vocabulary), 0);
  for (const auto& some : candidates) {
    if (some.empty()) std::fill(is_in.begin(), is_in.end(), 1);
    for (const int32_t token : some) is_in.at(static_cast<size_t>(token)) = 1;
  }
  std::vector<int32_t> tokens;
  for (int32_t token = 0; token < vocabulary; ++token)
    if (is_in[static_cast<size_t>(token)] != 0) tokens.push_back(token);
  return tokens;
}

/// Returns the index of a token in an ascending list; -1 if it is not in it.
int64_t place_of(int32_t token, const std::vector<int32_t>& among) {
  const auto at = std::lower_bound(among.begin(), among.end(), token);
  return at != among.end() && *at == token ? at - among.begin() : -1;
}

/// Returns [B, U] on the CPU: true where a token is no candidate of the sentence.
torch::Tensor others_of(const std::vector<std::vector<int32_t>>& candidates,
                        const std::vector<int32_t>& tokens) {
  torch::Tensor others = torch::ones(
      {static_cast<int64_t>(candidates.size()), static_cast<int64_t>(tokens.size())}, torch::kBool);
  auto* row = others.mutable_data_ptr<bool>();
  for (const auto& some : candidates) {
    if (some.empty()) std::fill_n(row, tokens.size(), false);
    for (const int32_t token : some) row[place_of(token, tokens)] = false;
    row += tokens.size();
  }
  return others;
}

}  // namespace

OutputColumns::OutputColumns(const TransformerImpl& model,
                             const std::vector<std::vector<int32_t>>& candidates)
    : model_(&model), candidates_(candidates) {
  if (candidates_.empty()) return;
  const torch::Device device = model.device();
  union_ = union_of(candidates_, static_cast<int32_t>(model.sizes().target - 1));
  tokens_ = torch::tensor(union_, torch::kInt64).to(device);
  weight_ = model.output_weight().index_select(0, tokens_);
  if (model.output_bias().defined()) bias_ = model.output_bias().index_select(0, tokens_);
  others_ = others_of(candidates_, union_).to(device);
}

void OutputColumns::keep(std::span<const int32_t> sentences) {
  if (candidates_.empty()) return;
  std::vector<std::vector<int32_t>> kept;
  for (const int32_t sentence : sentences)
    kept.push_back(std::move(candidates_[static_cast<size_t>(sentence)]));
  candidates_ = std::move(kept);
  const std::vector<int32_t> numbers(sentences.begin(), sentences.end());
  others_ = others_.index_select(0, torch::tensor(numbers, torch::kInt64).to(others_.device()));
}

StepLogits OutputColumns::logits(const torch::Tensor& hidden, const StepRequest& request) const {
  if (candidates_.empty()) return logits_of_all(model_->logits(hidden), request);
  const auto sentences = static_cast<int64_t>(candidates_.size());
  torch::Tensor values = torch::linear(hidden, weight_, bias_);  // [B K, U]
  values.view({sentences, -1, values.size(1)})
      .masked_fill_(others_.unsqueeze(1), -std::numeric_limits<float>::infinity());
  StepLogits logits{.values = values,
                    .tokens = tokens_,
                    .excluded = {},
                    .vocabulary = model_->sizes().target - 1};
  for (const int32_t token : request.excluded) {
    const int64_t place = place_of(token, union_);
    if (place >= 0) logits.excluded.push_back(static_cast<int32_t>(place));
  }
  return logits;
}

}  // namespace dragoman

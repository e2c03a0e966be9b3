#include "model/next_tokens.h"

#include <algorithm>
#include <limits>

namespace dragoman {
namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();

template <class T>
void copy_to(std::vector<T>& values, const torch::Tensor& tensor) {
  const torch::Tensor there =
      tensor.to(torch::kCPU, torch::CppTypeToScalarType<T>::value).contiguous();
  values.assign(there.const_data_ptr<T>(), there.const_data_ptr<T>() + there.numel());
}

torch::Tensor as_indices(const std::vector<int32_t>& ids, const torch::Device& device) {
  return torch::tensor(ids, torch::kInt64).to(device);
}

/// Returns log-probabilities of all tokens, [rows, V]: those given, minus infinity for the others.
torch::Tensor spread(const torch::Tensor& log_probabilities, const StepLogits& logits) {
  if (!logits.tokens.defined()) return log_probabilities;
  return torch::full({log_probabilities.size(0), logits.vocabulary}, kNever,
                     log_probabilities.options())
      .index_copy_(1, logits.tokens, log_probabilities);
}

void fill_best(const torch::Tensor& ranked, const torch::Tensor& tokens, NextTokens& next) {
  const auto [values, indices] = next.num_best == 1 ? ranked.max(1) : ranked.topk(next.num_best, 1);
  copy_to(next.log_probabilities, values);
  copy_to(next.tokens, tokens.defined() ? tokens.take(indices) : indices);
}

}  // namespace

StepLogits logits_of_all(const torch::Tensor& logits, const StepRequest& request) {
  const int64_t vocabulary = logits.size(1);
  return {.values = logits,
          .tokens = {},
          .excluded = {request.excluded.begin(), request.excluded.end()},
          .vocabulary = vocabulary};
}

void fill_next_tokens(const StepLogits& logits, const torch::Tensor& attention,
                      const StepRequest& request, NextTokens& next) {
  torch::Tensor values = logits.values, own;  // own: [rows, excluded], if all are requested
  if (!logits.excluded.empty()) {
    const torch::Tensor excluded = as_indices(logits.excluded, values.device());
    if (request.log_probabilities)
      own = values.log_softmax(1, torch::kFloat32).index_select(1, excluded);
    values.index_fill_(1, excluded, kNever);
  }
  const torch::Tensor ranked = request.normalized || request.log_probabilities
                                   ? values.log_softmax(1, torch::kFloat32)
                                   : values.to(torch::kFloat32);
  next.vocabulary = logits.vocabulary;
  next.num_best = std::min(request.num_best, values.size(1));
  if (next.num_best > 0) fill_best(ranked, logits.tokens, next);
  if (request.log_probabilities) {
    const torch::Tensor all =
        own.defined() ? ranked.index_copy(1, as_indices(logits.excluded, ranked.device()), own)
                      : ranked;
    copy_to(next.all_log_probabilities, spread(all, logits));
  }
  if (!request.attention) return;
  next.source_length = attention.size(1);
  copy_to(next.attention, attention);
}

}  // namespace dragoman

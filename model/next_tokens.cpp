#include "model/next_tokens.h"

#include <algorithm>
#include <limits>

namespace dragoman {
namespace {

template <class T>
void copy_to(std::vector<T>& values, const torch::Tensor& tensor) {
  const torch::Tensor there =
      tensor.to(torch::kCPU, torch::CppTypeToScalarType<T>::value).contiguous();
  values.assign(there.const_data_ptr<T>(), there.const_data_ptr<T>() + there.numel());
}

torch::Tensor as_indices(std::span<const int32_t> ids, const torch::Device& device) {
  const auto view = torch::from_blob(const_cast<int32_t*>(ids.data()),
                                     {static_cast<int64_t>(ids.size())}, torch::kInt32);
  return view.to(device, torch::kInt64);
}

/// `own`: log-probabilities of the excluded tokens [rows, excluded], where all are asked for; among
/// `ranked` [rows, V] they are minus infinity.
void fill(const torch::Tensor& ranked, const torch::Tensor& own, const torch::Tensor& attention,
          const StepRequest& request, NextTokens& next) {
  next.vocabulary = ranked.size(1);
  next.k =
      std::min(request.num_best, next.vocabulary - static_cast<int64_t>(request.excluded.size()));
  if (next.k > 0) {
    const auto [values, indices] = next.k == 1 ? ranked.max(1) : ranked.topk(next.k, 1);
    copy_to(next.log_probabilities, values);
    copy_to(next.tokens, indices);
  }
  if (request.log_probabilities) {
    const torch::Tensor excluded = as_indices(request.excluded, ranked.device());
    copy_to(next.all_log_probabilities,
            own.defined() ? ranked.index_copy(1, excluded, own) : ranked);
  }
  if (!request.attention) return;
  next.source_length = attention.size(1);
  copy_to(next.attention, attention);
}

}  // namespace

void fill_next_tokens(torch::Tensor logits, const torch::Tensor& attention,
                      const StepRequest& request, NextTokens& next) {
  const torch::Tensor excluded = as_indices(request.excluded, logits.device());
  torch::Tensor own;
  if (request.log_probabilities && !request.excluded.empty())
    own = logits.log_softmax(1, torch::kFloat32).index_select(1, excluded);
  logits.index_fill_(1, excluded, -std::numeric_limits<float>::infinity());
  fill(logits.log_softmax(1, torch::kFloat32), own, attention, request, next);
}

}  // namespace dragoman

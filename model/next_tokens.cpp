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

}  // namespace

void fill_next_tokens(torch::Tensor logits, const torch::Tensor& attention,
                      const StepRequest& request, NextTokens& next) {
  const torch::Tensor excluded = as_indices(request.excluded, logits.device());
  torch::Tensor own;  // of the excluded tokens
  if (request.log_probabilities && !request.excluded.empty())
    own = logits.log_softmax(1, torch::kFloat32).index_select(1, excluded);
  logits.index_fill_(1, excluded, -std::numeric_limits<float>::infinity());
  const torch::Tensor log_probabilities = logits.log_softmax(1, torch::kFloat32);
  next.vocabulary = logits.size(1);
  next.k =
      std::min(request.num_best, next.vocabulary - static_cast<int64_t>(request.excluded.size()));
  if (next.k > 0) {
    const auto [values, indices] =
        next.k == 1 ? log_probabilities.max(1) : log_probabilities.topk(next.k, 1);
    copy_to(next.log_probabilities, values);
    copy_to(next.tokens, indices);
  }
  if (request.log_probabilities) {
    if (own.defined()) log_probabilities.index_copy_(1, excluded, own);
    copy_to(next.all_log_probabilities, log_probabilities);
  }
  if (!request.attention) return;
  next.source_length = attention.size(1);
  copy_to(next.attention, attention);
}

}  // namespace dragoman

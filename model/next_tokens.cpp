#include "model/next_tokens.h"

#include <algorithm>

namespace dragoman {
namespace {

template <class T>
void copy_to(std::vector<T>& values, const torch::Tensor& tensor) {
  const torch::Tensor there =
      tensor.to(torch::kCPU, torch::CppTypeToScalarType<T>::value).contiguous();
  values.assign(there.const_data_ptr<T>(), there.const_data_ptr<T>() + there.numel());
}

}  // namespace

void fill_next_tokens(const torch::Tensor& log_probabilities, const torch::Tensor& attention,
                      const StepRequest& request, NextTokens& next) {
  next.vocabulary = log_probabilities.size(1);
  next.k = std::min(request.num_best, next.vocabulary);
  if (next.k > 0) {
    const auto [values, indices] = log_probabilities.topk(next.k, 1);
    copy_to(next.log_probabilities, values);
    copy_to(next.tokens, indices);
  }
  if (request.log_probabilities) copy_to(next.all_log_probabilities, log_probabilities);
  if (!request.attention) return;
  next.source_length = attention.size(1);
  copy_to(next.attention, attention);
}

}  // namespace dragoman

#include "model/packed_rows.h"

#include <torch/autograd.h>

namespace dragoman {
namespace {

/// rows [1, N, W] -> [B, S, W].
torch::Tensor spread(const torch::Tensor& rows, const torch::Tensor& places, int64_t sentences,
                     int64_t length) {
  return torch::zeros({sentences * length, rows.size(2)}, rows.options())
      .index_copy_(0, places, rows.squeeze(0))
      .view({sentences, length, -1});
}

/// padded [B, S, W] -> [1, N, W].
torch::Tensor gather(const torch::Tensor& padded, const torch::Tensor& places) {
  return padded.flatten(0, 1).index_select(0, places).unsqueeze(0);
}

class UnpackFunction : public torch::autograd::Function<UnpackFunction> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& rows,
                               const torch::Tensor& places, int64_t sentences, int64_t length) {
    context->save_for_backward({places});
    return spread(rows, places, sentences, length);
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    return {gather(gradients[0], context->get_saved_variables()[0]), {}, {}, {}};
  }
};

class PackFunction : public torch::autograd::Function<PackFunction> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context,
                               const torch::Tensor& padded, const torch::Tensor& places) {
    context->save_for_backward({places});
    context->saved_data["sentences"] = padded.size(0);
    context->saved_data["length"] = padded.size(1);
    return gather(padded, places);
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    return {spread(gradients[0], context->get_saved_variables()[0],
                   context->saved_data["sentences"].toInt(), context->saved_data["length"].toInt()),
            {}};
  }
};

}  // namespace

torch::Tensor unpack_rows(const torch::Tensor& rows, const AttentionMask& mask) {
  return UnpackFunction::apply(rows, mask.places, mask.keys.size(0), mask.keys.size(3));
}

torch::Tensor pack_rows(const torch::Tensor& padded, const AttentionMask& mask) {
  return PackFunction::apply(padded, mask.places);
}

}  // namespace dragoman

#pragma once

#include <torch/types.h>

#include <vector>

#include "model/tensors_file.h"
#include "model_folder/train_settings.h"

namespace dragoman {

/// Gradients of the weights that are trained, in their order; one that is undefined is zero.
using Gradients = std::vector<torch::Tensor>;

/// Adam (Kingma and Ba 2015) or AdamW (Loshchilov and Hutter 2019), over all parameters at once.
/// What comes out does not depend on the number of threads.
class Adam {
 public:
  Adam(const NamedTensors& parameters, const TrainSettings& settings);

  /// The norm of the gradients of all parameters taken together.
  double norm(const Gradients& gradients) const;
  /// One update from the gradients times `gradient_scale`.
  void step(const Gradients& gradients, double learning_rate, double gradient_scale = 1);

  /// Means of gradients and of their squares ("mean.NAME", "square.NAME") and the number of updates
  /// ("updates").
  NamedTensors state() const;
  /// To be called after the state's tensors were overwritten from a file.
  void adopt_state();

 private:
  /// Some elements of a parameter, which are updated in one go.
  struct Block {
    size_t parameter;
    int64_t begin;
    int64_t count;
  };

  Gradients defined(const Gradients& gradients) const;
  void step_on_device(Gradients gradients, double learning_rate, double gradient_scale);

  OptimizerType type_;
  double beta1_, beta2_, epsilon_, weight_decay_;
  std::vector<std::string> names_;
  std::vector<torch::Tensor> parameters_, means_, squares_;
  std::vector<Block> blocks_;          // of all parameters; empty if they are not on the CPU
  std::vector<torch::Tensor> counts_;  // of updates, as LibTorch's kernels for devices want them
  torch::Tensor updates_;              // int64, one element
};

/// What gradients of this norm are scaled by, lest it be above `max_norm` (0: there is no limit).
double clip_scale(double norm, double max_norm);

}  // namespace dragoman

#pragma once

#include <torch/types.h>

#include <functional>
#include <vector>

#include "model/tensors_file.h"
#include "model_folder/train_settings.h"

namespace dragoman {

/// Does work(begin, end) for parts of the range [0, count), several at the same time.
using ForRange =
    std::function<void(int64_t count, const std::function<void(int64_t, int64_t)>& work)>;

/// By the calling thread's own threads.
void for_range_by_threads(int64_t count, const std::function<void(int64_t, int64_t)>& work);

/// Adam (Kingma and Ba 2015) or AdamW (Loshchilov and Hutter 2019), over all parameters at once.
/// What comes out does not depend on how `for_range` divides the work.
class Adam {
 public:
  Adam(const NamedTensors& parameters, const TrainSettings& settings);

  /// The norm of the gradients of all parameters taken together.
  double gradient_norm(const ForRange& for_range = for_range_by_threads) const;
  /// One update from the parameters' gradients times `gradient_scale`; a parameter without one has
  /// a gradient of zero.
  void step(double learning_rate, double gradient_scale = 1,
            const ForRange& for_range = for_range_by_threads);

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

  void step_on_device(double learning_rate, double gradient_scale);

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

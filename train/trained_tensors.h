#pragma once

#include <functional>

#include "model/transformer.h"
#include "model_folder/train_settings.h"
#include "train/adam.h"
#include "train/exchange.h"
#include "train/flat_weights.h"
#include "train/moving_average.h"

namespace dragoman {

/// What training changes: the weights, which every process has; and of the optimiser's means and of
/// the moving average the shard that belongs to the weights that this process owns (ZeRO, stage 1:
/// Rajbhandari et al. 2020). All processes make the same calls of what is not const.
class TrainedTensors {
 public:
  /// The weights of a model, those of train.freeze frozen, with an optimiser that has done nothing
  /// yet. They become those of the first process. Throws std::invalid_argument as freeze_weights
  /// does. `exchange` must outlive it.
  TrainedTensors(const TransformerImpl& model, const TrainSettings& settings, Exchange& exchange);

  /// What a checkpoint holds, in the first process.
  struct Saved {
    NamedTensors weights, state;
  };

  /// Those that are not frozen.
  const NamedTensors& trained() const { return trained_; }
  /// The same as an array, rounded to what travels (train.exchange).
  const FlatWeights& flat() const { return flat_; }

  /// Update n, from 1, from the gradient of the weights that this process owns times `scale`.
  void update(int64_t n, const torch::Tensor& gradient, double learning_rate, double scale);

  /// What is validated, as an array like flat().all(): the moving averages if there are any, or the
  /// exact weights; undefined if flat().all() is that.
  torch::Tensor validated();
  /// The moving averages or exact weights, those of frozen weights too, in the first process.
  NamedTensors kept();
  /// Exact weights, Adam's means and moving averages, in the first process.
  Saved saved();
  /// In the first process `read` overwrites weights and what else a checkpoint holds, and says
  /// whether there was one; then each process has what is its own. Gives what `read` gave.
  bool load(
      const std::function<bool(const NamedTensors& weights, const NamedTensors& state)>& read);

 private:
  /// Arrays as long as flat().all(), of which the first process may have nothing but its shard.
  struct Arrays {
    torch::Tensor means, squares, averages;
  };

  bool is_rounded() const { return format_ != torch::kFloat32; }
  std::vector<int64_t> shard_bytes(torch::Dtype format) const;
  torch::Tensor own(const torch::Tensor& all) const;
  torch::Tensor in_its_place(const torch::Tensor& shard) const;
  NamedTensors named(const Arrays& arrays) const;
  NamedTensors with_frozen(const torch::Tensor& trained_array, const std::string& prefix) const;
  torch::Tensor gather_everywhere(const torch::Tensor& shard);
  torch::Tensor gather(const torch::Tensor& shard);
  void scatter(const torch::Tensor& whole, const torch::Tensor& shard);
  void broadcast_weights();
  void share_weights();

  Exchange& exchange_;
  NamedTensors weights_, trained_;
  FlatWeights flat_;
  ElementRange shard_;
  torch::Dtype format_;
  torch::Tensor exact_;  // of the shard; a part of flat_ unless that is rounded
  Adam optimizer_;
  MovingAverage average_;
};

}  // namespace dragoman

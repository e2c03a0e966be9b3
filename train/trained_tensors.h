#pragma once

#include <functional>
#include <span>

#include "model/transformer.h"
#include "model_folder/train_settings.h"
#include "train/adam.h"
#include "train/exchange.h"
#include "train/flat_weights.h"
#include "train/moving_average.h"
#include "train/shards.h"
#include "train/weight_gather.h"

namespace dragoman {

/// The tensors that training changes. Every process has all weights. Of the optimiser's means and
/// of the moving average it has the shard of the weights that it owns (ZeRO, stage 1: Rajbhandari
/// et al. 2020). All processes must make the same non-const calls.
class TrainedTensors {
 public:
  /// Takes a model's weights, freezes those of train.freeze, and starts a new optimiser. All
  /// processes get the weights of the first. Throws std::invalid_argument as freeze_weights() does.
  /// `exchange` must outlive this object.
  TrainedTensors(const TransformerImpl& model, const TrainSettings& settings, Exchange& exchange);

  /// The content of a checkpoint; empty except in the first process.
  struct Saved {
    NamedTensors weights, state;
  };

  /// Returns the weights that are not frozen.
  const NamedTensors& trained() const { return trained_; }
  /// Returns trained() as an array, rounded to the format of train.exchange. After update(), the
  /// new weights of several processes arrive later.
  const FlatWeights& flat() const { return flat_; }
  /// Returns what each process owns of flat().
  const Shards& shards() const { return shards_; }

  /// Returns the type in which processes exchange gradients and weights.
  torch::Dtype format() const { return format_; }

  /// Makes update n, from 1. `gradient`: of the weights that this process owns; it is multiplied by
  /// `scale`. Several processes then exchange weights in a thread: until the next call of a
  /// function that is not const, nothing else may use the exchange.
  void update(int64_t n, const torch::Tensor& gradient, double learning_rate, double scale);
  /// Returns a thread-safe function that waits until a weight of the model has arrived, and throws
  /// what the exchange has thrown. Empty in a single process.
  std::function<void(const torch::Tensor& weight)> weight_awaiter();
  /// Waits until all weights have arrived. Throws what the exchange has thrown.
  void finish_update() { gather_.finish(); }
  /// After finish_update(): the traffic of new weights in all updates.
  const Traffic& traffic() const { return gather_.traffic(); }

  /// Returns the weights to validate, as an array like flat().all(): the moving averages if there
  /// are any, else the exact weights. Undefined if flat().all() holds them already.
  torch::Tensor validated();
  /// Returns the moving averages or exact weights, including frozen ones, in the first process.
  NamedTensors kept();
  /// Returns exact weights, Adam's means and moving averages in the first process.
  Saved saved();
  /// Calls `read` in the first process, which overwrites the tensors from a checkpoint and returns
  /// whether there was one. Then sends each process its share. Returns the result of `read`.
  bool load(
      const std::function<bool(const NamedTensors& weights, const NamedTensors& state)>& read);

 private:
  using RangeCall = void (Exchange::*)(const torch::Tensor& all, std::span<const int64_t> sizes);

  /// Arrays as long as flat().all(). After gather(), only the first process has all elements; the
  /// others have their shards.
  struct Arrays {
    torch::Tensor means, squares, averages;
  };

  bool is_rounded() const { return format_ != torch::kFloat32; }
  torch::Tensor in_its_place(const torch::Tensor& shard) const;
  NamedTensors named(const Arrays& arrays) const;
  NamedTensors with_frozen(const torch::Tensor& trained_array, const std::string& prefix) const;
  void exchange_stripes(RangeCall call, const torch::Tensor& all);
  torch::Tensor gather_everywhere(const torch::Tensor& shard);
  torch::Tensor gather(const torch::Tensor& shard);
  void scatter(const torch::Tensor& whole, const torch::Tensor& shard);
  void broadcast_weights();

  Exchange& exchange_;
  NamedTensors weights_, trained_;
  FlatWeights flat_;
  Shards shards_;
  torch::Dtype format_;
  torch::Tensor exact_;  // of the shard; that of a single process is flat_, unless that is rounded
  Adam optimizer_;
  MovingAverage average_;
  WeightGather gather_;
};

}  // namespace dragoman

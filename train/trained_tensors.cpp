#include "train/trained_tensors.h"

#include <torch/utils.h>

#include "train/frozen_weights.h"

namespace dragoman {
namespace {

/// The tensor itself if it is there already.
torch::Tensor on_cpu(const torch::Tensor& tensor) { return tensor.detach().cpu().contiguous(); }

}  // namespace

TrainedTensors::TrainedTensors(const TransformerImpl& model, const TrainSettings& settings,
                               Exchange& exchange)
    : exchange_(exchange),
      weights_(named_weights(model)),
      trained_(freeze_weights(weights_, settings.freeze)),
      flat_(trained_),
      shard_(shard_of(flat_.size(), exchange.rank(), exchange.size())),
      optimizer_(flat_.all().narrow(0, shard_.begin, shard_.size()), settings),
      average_(flat_.all().narrow(0, shard_.begin, shard_.size()), settings.moving_average) {
  for (int process = 0; process < exchange.size(); ++process) {
    shard_bytes_.push_back(shard_of(flat_.size(), process, exchange.size()).size() *
                           static_cast<int64_t>(sizeof(float)));
  }
  broadcast_weights();
  average_.restart();
}

void TrainedTensors::update(int64_t n, const torch::Tensor& gradient, double learning_rate,
                            double scale) {
  optimizer_.step(gradient, learning_rate, scale);
  average_.update(n);
  if (exchange_.size() == 1) return;
  const torch::Tensor weights = on_cpu(flat_.all());
  exchange_.all_gather_in_place(bytes_of(weights), shard_bytes_);
  if (!flat_.all().is_cpu()) flat_.all().copy_(weights);
}

torch::Tensor TrainedTensors::averages() {
  if (!average_.exists() || exchange_.size() == 1) return average_.averages();
  const torch::Tensor all = torch::empty({flat_.size()}, torch::kFloat32);
  all.narrow(0, shard_.begin, shard_.size()).copy_(average_.averages());
  exchange_.all_gather_in_place(bytes_of(all), shard_bytes_);
  return all;
}

NamedTensors TrainedTensors::kept() {
  return average_.exists() ? with_frozen(averages(), "") : weights_;
}

NamedTensors TrainedTensors::state() {
  const Arrays arrays{gather(optimizer_.means()), gather(optimizer_.squares()),
                      average_.exists() ? gather(average_.averages()) : torch::Tensor()};
  return exchange_.is_first() ? named(arrays) : NamedTensors{};
}

bool TrainedTensors::load(
    const std::function<bool(const NamedTensors&, const NamedTensors&)>& read) {
  const bool is_alone = exchange_.size() == 1;
  const auto room = [&](const torch::Tensor& shard) {
    return is_alone || !shard.defined() ? shard : torch::zeros({flat_.size()}, torch::kFloat32);
  };
  const Arrays arrays{room(optimizer_.means()), room(optimizer_.squares()),
                      room(average_.averages())};
  bool found = exchange_.is_first() && read(weights_, named(arrays));
  if (is_alone) return found;
  found = exchange_.broadcast(found ? "1" : "0") == "1";
  if (!found) return false;
  broadcast_weights();
  scatter(arrays.means, optimizer_.means());
  scatter(arrays.squares, optimizer_.squares());
  if (average_.exists()) scatter(arrays.averages, average_.averages());
  exchange_.broadcast_in_place(bytes_of(optimizer_.updates()));
  return true;
}

/// As a checkpoint names them.
NamedTensors TrainedTensors::named(const Arrays& arrays) const {
  NamedTensors state{{"updates", optimizer_.updates()}};
  const NamedTensors means = flat_.views(arrays.means, "mean."),
                     squares = flat_.views(arrays.squares, "square.");
  for (size_t i = 0; i < means.size(); ++i) {
    state.push_back(means[i]);
    state.push_back(squares[i]);
  }
  if (!arrays.averages.defined()) return state;
  const NamedTensors averages = with_frozen(arrays.averages, "moving_average.");
  state.insert(state.end(), averages.begin(), averages.end());
  return state;
}

/// The average of a weight that is frozen is that weight.
NamedTensors TrainedTensors::with_frozen(const torch::Tensor& averages,
                                         const std::string& prefix) const {
  const NamedTensors trained = flat_.views(averages, prefix);
  NamedTensors all;
  size_t next = 0;
  for (const auto& [name, weight] : weights_) {
    const bool is_trained = next < trained_.size() && trained_[next].first == name;
    all.emplace_back(prefix + name, is_trained ? trained[next++].second : weight);
  }
  return all;
}

/// The array whose shards processes own, in the first process.
torch::Tensor TrainedTensors::gather(const torch::Tensor& shard) {
  if (exchange_.size() == 1) return shard;
  const torch::Tensor all = torch::empty({flat_.size()}, torch::kFloat32);
  all.narrow(0, shard_.begin, shard_.size()).copy_(shard);
  exchange_.gather_at_first(bytes_of(all), shard_bytes_);
  return all;
}

void TrainedTensors::scatter(const torch::Tensor& whole, const torch::Tensor& shard) {
  exchange_.scatter_from_first(bytes_of(whole), shard_bytes_);
  shard.copy_(whole.narrow(0, shard_.begin, shard_.size()));
}

void TrainedTensors::broadcast_weights() {
  if (exchange_.size() == 1) return;
  torch::NoGradGuard no_grad;
  for (const auto& [name, weight] : weights_) {
    const torch::Tensor numbers = on_cpu(weight);
    exchange_.broadcast_in_place(bytes_of(numbers));
    if (!weight.is_cpu()) weight.copy_(numbers);
  }
}

}  // namespace dragoman

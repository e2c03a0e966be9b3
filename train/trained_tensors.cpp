#include "train/trained_tensors.h"

#include <torch/utils.h>

#include "train/exchange_format.h"
#include "train/frozen_weights.h"

namespace dragoman {
namespace {

/// Returns a contiguous tensor on the CPU; the tensor itself if it is one.
torch::Tensor on_cpu(const torch::Tensor& tensor) { return tensor.detach().cpu().contiguous(); }

}  // namespace

TrainedTensors::TrainedTensors(const TransformerImpl& model, const TrainSettings& settings,
                               Exchange& exchange)
    : exchange_(exchange),
      weights_(named_weights(model)),
      trained_(freeze_weights(weights_, settings.freeze)),
      flat_(trained_),
      shards_(flat_, exchange.rank(), exchange.size()),
      format_(exchange_format(settings)),
      exact_(is_rounded() ? shards_.own(flat_.all()).clone() : shards_.own(flat_.all())),
      optimizer_(exact_, settings),
      average_(exact_, settings.moving_average),
      gather_(flat_, shards_, format_, exchange_) {
  broadcast_weights();
  average_.restart();
}

void TrainedTensors::update(int64_t n, const torch::Tensor& gradient, double learning_rate,
                            double scale) {
  finish_update();  // until then exact_ must not change
  optimizer_.step(gradient, learning_rate, scale);
  average_.update(n);
  if (exchange_.size() > 1) {
    gather_.start(exact_);
  } else if (is_rounded()) {
    const torch::NoGradGuard no_grad;
    flat_.all().copy_(exact_);
    round_to(format_, flat_.all());
  }
}

std::function<void(const torch::Tensor&)> TrainedTensors::weight_awaiter() {
  if (exchange_.size() == 1) return nullptr;
  return [this](const torch::Tensor& weight) { gather_.await(weight); };
}

torch::Tensor TrainedTensors::validated() {
  finish_update();
  if (average_.exists()) return gather_everywhere(average_.averages());
  return is_rounded() ? gather_everywhere(exact_) : torch::Tensor();
}

NamedTensors TrainedTensors::kept() {
  finish_update();
  return with_frozen(gather(average_.exists() ? average_.averages() : exact_), "");
}

TrainedTensors::Saved TrainedTensors::saved() {
  finish_update();
  const Arrays arrays{gather(optimizer_.means()), gather(optimizer_.squares()),
                      average_.exists() ? gather(average_.averages()) : torch::Tensor()};
  const torch::Tensor weights = gather(exact_);
  if (!exchange_.is_first()) return {};
  return {with_frozen(weights, ""), named(arrays)};
}

bool TrainedTensors::load(
    const std::function<bool(const NamedTensors&, const NamedTensors&)>& read) {
  finish_update();
  const bool is_alone = exchange_.size() == 1;
  const auto room = [&](const torch::Tensor& shard) {
    return is_alone || !shard.defined() ? shard : torch::zeros({flat_.size()}, torch::kFloat32);
  };
  const Arrays arrays{room(optimizer_.means()), room(optimizer_.squares()),
                      room(average_.averages())};
  bool found = exchange_.is_first() && read(weights_, named(arrays));
  found = exchange_.broadcast(found ? "1" : "0") == "1";
  if (!found) return false;
  broadcast_weights();
  if (is_alone) return true;
  scatter(arrays.means, optimizer_.means());
  scatter(arrays.squares, optimizer_.squares());
  if (average_.exists()) scatter(arrays.averages, average_.averages());
  exchange_.broadcast_in_place(optimizer_.updates());
  return true;
}

/// Names the arrays' tensors as a checkpoint does.
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

/// Adds frozen weights: the average of a frozen weight is that weight.
NamedTensors TrainedTensors::with_frozen(const torch::Tensor& trained_array,
                                         const std::string& prefix) const {
  const NamedTensors trained = flat_.views(trained_array, prefix);
  NamedTensors all;
  size_t next = 0;
  for (const auto& [name, weight] : weights_) {
    const bool is_trained = next < trained_.size() && trained_[next].first == name;
    all.emplace_back(prefix + name, is_trained ? trained[next++].second : weight);
  }
  return all;
}

/// Returns an array like flat().all() with only the shard filled.
torch::Tensor TrainedTensors::in_its_place(const torch::Tensor& shard) const {
  const torch::Tensor all = torch::empty({flat_.size()}, torch::kFloat32);
  shards_.put_own(shard, all);
  return all;
}

/// Makes a call of the exchange for each bucket of an array like flat().all(), of which each
/// process owns its stripes.
void TrainedTensors::exchange_stripes(RangeCall call, const torch::Tensor& all) {
  for (const auto& [bucket, sizes] : shards_.divide(all)) (exchange_.*call)(bucket, sizes);
}

/// Returns the whole array, from the shards of all processes, in the first process.
torch::Tensor TrainedTensors::gather(const torch::Tensor& shard) {
  if (exchange_.size() == 1) return shard;
  const torch::Tensor all = in_its_place(shard);
  exchange_stripes(&Exchange::gather_at_first, all);
  return all;
}

/// Returns the whole array in all processes.
torch::Tensor TrainedTensors::gather_everywhere(const torch::Tensor& shard) {
  if (exchange_.size() == 1) return shard;
  const torch::Tensor all = in_its_place(shard);
  exchange_.all_gather_in_place(shards_.divide(all));
  return all;
}

void TrainedTensors::scatter(const torch::Tensor& whole, const torch::Tensor& shard) {
  exchange_stripes(&Exchange::scatter_from_first, whole);
  shard.copy_(shards_.own(whole));
}

/// Sends the first process's exact weights to all, which store them as update() does.
void TrainedTensors::broadcast_weights() {
  torch::NoGradGuard no_grad;
  for (const auto& [name, weight] : weights_) {
    if (exchange_.size() == 1) break;
    const torch::Tensor numbers = on_cpu(weight);
    exchange_.broadcast_in_place(numbers.view(-1));
    if (!weight.is_cpu()) weight.copy_(numbers);
  }
  exact_.copy_(shards_.own(flat_.all()));
  round_to(format_, flat_.all());
}

}  // namespace dragoman

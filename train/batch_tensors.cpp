#include "train/batch_tensors.h"

#include "train/autocast.h"

namespace dragoman {
namespace {

torch::Tensor copy(const std::vector<int64_t>& values, at::IntArrayRef shape,
                   const torch::Device& device) {
  if (values.empty())
    return torch::empty(shape, torch::TensorOptions(torch::kInt64).device(device));
  return torch::from_blob(const_cast<int64_t*>(values.data()), shape, torch::kInt64)
      .clone()
      .to(device);
}

}  // namespace

BatchTensors to_device(const Batch& batch, const torch::Device& device) {
  std::vector<int64_t> places, targets;
  places.reserve(batch.target_tokens);
  targets.reserve(batch.target_tokens);
  for (int64_t row = 0; row < batch.rows; ++row) {
    for (int64_t t = 0; t < batch.target_lengths[row]; ++t) {
      const int64_t place = row * batch.target_length + t;
      places.push_back(place);
      targets.push_back(batch.target_output[place]);
    }
  }
  const auto count = static_cast<int64_t>(places.size());
  return {copy(batch.source, {batch.rows, batch.source_length}, device),
          copy(batch.target_input, {batch.rows, batch.target_length}, device),
          copy(places, {count}, device), copy(targets, {count}, device)};
}

BatchTensors twice(const BatchTensors& batch) {
  const auto doubled = [](const torch::Tensor& rows) { return torch::cat({rows, rows}); };
  return {doubled(batch.source), doubled(batch.target_input),
          torch::cat({batch.places, batch.places + batch.target_input.numel()}), batch.targets};
}

torch::Tensor target_states(TransformerImpl& model, const BatchTensors& batch,
                            TrainPrecision precision) {
  const Autocast autocast(precision == TrainPrecision::kBf16, model.device().type());
  const EncoderOutput source = model.encode(batch.source, SourceRows::kPacked);
  const torch::Tensor rows = model.decode(batch.target_input, source).flatten(0, 1);
  const bool all = batch.places.size(0) == rows.size(0);
  return (all ? rows : rows.index_select(0, batch.places)).to(torch::kFloat32);
}

}  // namespace dragoman

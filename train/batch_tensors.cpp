#include "train/batch_tensors.h"

#include "model/device.h"
#include "train/autocast.h"

namespace dragoman {
namespace {

template <class Number>
torch::Tensor copy_to_device(const std::vector<Number>& values, at::IntArrayRef shape,
                             const torch::Device& device) {
  constexpr auto kType = torch::CppTypeToScalarType<Number>::value;
  if (values.empty()) return torch::empty(shape, torch::TensorOptions(kType).device(device));
  const auto view = torch::from_blob(const_cast<Number*>(values.data()), shape, kType);
  return device.is_cpu() ? view.clone() : copy_ahead(view, device);
}

LinkTensors links_to_device(const BatchLinks& links, const torch::Device& device) {
  const auto count = static_cast<int64_t>(links.targets.size());
  return {copy_to_device(links.targets, {count}, device),
          copy_to_device(links.sources, {count}, device),
          copy_to_device(links.weights, {count}, device)};
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
  return {copy_to_device(batch.source, {batch.rows, batch.source_length}, torch::kCPU),
          copy_to_device(batch.target_input, {batch.rows, batch.target_length}, device),
          copy_to_device(places, {count}, device), copy_to_device(targets, {count}, device),
          links_to_device(batch.links, device)};
}

BatchTensors twice(const BatchTensors& batch) {
  const auto doubled = [](const torch::Tensor& rows) { return torch::cat({rows, rows}); };
  const auto in_both = [&](const torch::Tensor& places) {
    return torch::cat({places, places + batch.target_input.numel()});
  };
  return {doubled(batch.source),
          doubled(batch.target_input),
          in_both(batch.places),
          batch.targets,
          {in_both(batch.links.targets), doubled(batch.links.sources),
           doubled(batch.links.weights) / 2}};
}

torch::Tensor target_states(TransformerImpl& model, const BatchTensors& batch,
                            const ForwardOptions& options, torch::Tensor* guided) {
  const Autocast autocast(options.precision == TrainPrecision::kBf16, model.device().type());
  const EncoderOutput source = model.encode(batch.source, options.rows);
  const torch::Tensor rows = model.decode(batch.target_input, source, guided).flatten(0, 1);
  const bool all = batch.places.size(0) == rows.size(0);
  return (all ? rows : rows.index_select(0, batch.places)).to(torch::kFloat32);
}

}  // namespace dragoman

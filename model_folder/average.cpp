#include "model_folder/average.h"

#include <stdexcept>

#include "architecture/weights_file.h"

namespace dragoman {
namespace {

/// Returns the mean of a tensor. Takes memory for the mean alone: the weights stay in their files.
std::vector<float> mean_of(std::vector<WeightsFile>& files, const TensorView& tensor) {
  std::vector<Weight> weights;
  for (WeightsFile& file : files) weights.push_back(file.read(tensor.name, tensor.shape));
  std::vector<float> mean(static_cast<size_t>(weights.front().size()));
  for (size_t i = 0; i < mean.size(); ++i) {
    double sum = 0;
    for (const Weight& weight : weights) sum += static_cast<double>(weight.data()[i]);
    mean[i] = static_cast<float>(sum / static_cast<double>(weights.size()));
  }
  return mean;
}

}  // namespace

NamedWeights average_weights(const std::vector<std::string>& files) {
  if (files.empty()) throw std::invalid_argument("there are no checkpoints to average");
  std::vector<WeightsFile> opened;
  for (const std::string& file : files) opened.emplace_back(file);
  NamedWeights means;
  for (const TensorView& tensor : opened.front().tensors())
    means.emplace_back(tensor.name, Weight(tensor.shape, mean_of(opened, tensor)));
  for (const WeightsFile& file : opened) file.check_all_found();
  return means;
}

}  // namespace dragoman

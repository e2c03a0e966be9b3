#include "model_folder/average.h"

#include <algorithm>
#include <stdexcept>

#include "architecture/weights_file.h"

namespace dragoman {
namespace {

std::vector<float> mean_of(std::vector<WeightsFile>& files, const TensorView& tensor) {
  std::vector<double> sums;
  for (WeightsFile& file : files) {
    const Weight weight = file.read(tensor.name, tensor.shape);
    sums.resize(weight.size());
    std::transform(sums.begin(), sums.end(), weight.data(), sums.begin(),
                   [](double sum, float number) { return sum + number; });
  }
  const auto count = static_cast<double>(files.size());
  std::vector<float> mean;
  for (const double sum : sums) mean.push_back(static_cast<float>(sum / count));
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

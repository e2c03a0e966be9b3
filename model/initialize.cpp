#include <torch/utils.h>

#include <cmath>

#include "io/random.h"
#include "model/transformer.h"

namespace dragoman {
namespace {

at::Generator generator_for(uint64_t seed, const std::string& name) {
  uint64_t key = seed;
  for (const char c : name) key = derive_key(key, static_cast<unsigned char>(c));
  return at::detail::createCPUGenerator(key);
}

void xavier_uniform(torch::Tensor matrix, double gain, const at::Generator& generator) {
  const double bound = gain * std::sqrt(6.0 / static_cast<double>(matrix.size(0) + matrix.size(1)));
  matrix.uniform_(-bound, bound, generator);
}

void initialize(const std::string& name, torch::Tensor parameter, int64_t width,
                const at::Generator& generator) {
  if (name.ends_with("_embedding")) {
    parameter.normal_(0, 1.0 / std::sqrt(static_cast<double>(width)), generator);
    parameter[-1].zero_();
  } else if (name.ends_with("_positions")) {
    parameter.normal_(0, 0.02, generator);
  } else if (name.ends_with("norm.weight")) {
    parameter.fill_(1);
  } else if (parameter.dim() == 1) {
    parameter.zero_();
  } else if (name.find("query") != std::string::npos ||
             name.find("key_value") != std::string::npos) {
    for (torch::Tensor part : parameter.split(width))
      xavier_uniform(part, std::sqrt(0.5), generator);
  } else {
    xavier_uniform(parameter, 1.0, generator);
  }
}

}  // namespace

void initialize_weights(TransformerImpl& model, uint64_t seed) {
  torch::NoGradGuard no_grad;
  for (const auto& item : model.named_parameters()) {
    const torch::Tensor fresh = torch::empty_like(item.value(), torch::kCPU);
    // One generator per name: a weight does not depend on the order or the number of the others.
    initialize(item.key(), fresh, model.settings().width, generator_for(seed, item.key()));
    item.value().copy_(fresh);
  }
}

}  // namespace dragoman

#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <stdexcept>

#include "architecture/weight_list.h"
#include "architecture/weights_file.h"

// Weights of Transformers for tests, without LibTorch.
namespace dragoman {

inline std::vector<float> numbers_of(const Weight& weight) {
  return {weight.data(), weight.data() + weight.size()};
}

inline bool operator==(const Weight& a, const Weight& b) {
  return a.shape() == b.shape() && numbers_of(a) == numbers_of(b);
}

/// Returns random numbers from -1/2 to 1/2 that depend on the seed.
inline Weight random_weight(const std::vector<int64_t>& shape, uint32_t seed) {
  int64_t size = 1;
  for (const int64_t extent : shape) size *= extent;
  std::mt19937 random(seed);
  std::vector<float> numbers(size);
  for (float& number : numbers) number = static_cast<float>(random() >> 8U) * 0x1p-24F - 0.5F;
  return {shape, std::move(numbers)};
}

inline NamedWeights random_weights(const ModelSettings& settings, const VocabularySizes& sizes,
                                   uint64_t seed = 0) {
  NamedWeights weights;
  for (const auto& [name, shape] : list_weights(settings, sizes)) {
    const auto key = static_cast<uint32_t>(1000 * seed + weights.size());
    weights.emplace_back(name, random_weight(shape, key));
  }
  return weights;
}

/// Returns weights like those of a model before its first update: norms 1, biases 0, matrices that
/// keep the variance of their input, embeddings of variance 1 / D with a zero row for padding.
inline NamedWeights fresh_weights(const ModelSettings& settings, const VocabularySizes& sizes,
                                  uint64_t seed) {
  NamedWeights weights = random_weights(settings, sizes, seed);
  for (auto& [name, weight] : weights) {
    std::vector<float> numbers = numbers_of(weight);
    const bool is_embedding = name.ends_with("_embedding");
    const auto inputs = static_cast<double>(weight.width());
    const double outputs = is_embedding ? inputs : static_cast<double>(weight.rows());
    // The variance of numbers from -1/2 to 1/2 is 1/12.
    const auto scale = static_cast<float>(std::sqrt(24 / (inputs + outputs)));
    for (float& number : numbers) number *= scale;
    if (weight.shape().size() == 1)
      std::fill(numbers.begin(), numbers.end(), name.ends_with("norm.weight") ? 1.0F : 0.0F);
    if (is_embedding) std::fill(numbers.end() - weight.width(), numbers.end(), 0.0F);
    weight = Weight(weight.shape(), std::move(numbers));
  }
  return weights;
}

inline std::map<std::string, Weight> by_name(const NamedWeights& weights) {
  return {weights.begin(), weights.end()};
}

inline WeightSource source_of(const NamedWeights& weights) {
  return [weights = by_name(weights)](const std::string& name, const std::vector<int64_t>& shape) {
    const Weight& weight = weights.at(name);
    if (weight.shape() != shape) throw std::logic_error(name + " has another shape");
    return weight;
  };
}

/// A small Transformer without dropout.
inline ModelSettings small_settings() {
  ModelSettings settings;
  settings.encoder_layers = 2;
  settings.decoder_layers = 3;
  settings.width = 16;
  settings.feed_forward = 24;
  settings.heads = 4;
  settings.max_length = 32;
  settings.dropout = 0.0;
  return settings;
}

}  // namespace dragoman

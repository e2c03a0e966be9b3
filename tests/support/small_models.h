#pragma once

#include "model/transformer.h"
#include "random_weights.h"

// Small Transformers for tests.
namespace dragoman {

/// Makes a model with fresh weights, in evaluation mode.
inline Transformer make_model(const ModelSettings& settings, VocabularySizes sizes = {11, 11}) {
  Transformer model(settings, sizes);
  initialize_weights(*model, 5);
  model->eval();
  return model;
}

/// Sets random weights, also for norms and biases, so that a missing copy of any of them shows.
inline void randomize(torch::nn::Module& module) {
  torch::NoGradGuard no_grad;
  for (torch::Tensor& parameter : module.parameters()) parameter.normal_(0, 0.3);
}

inline Transformer random_model(const ModelSettings& settings, VocabularySizes sizes = {11, 11}) {
  Transformer model(settings, sizes);
  randomize(*model);
  model->eval();
  return model;
}

}  // namespace dragoman

#include <algorithm>
#include <cmath>

#include "catch.h"
#include "small_models.h"

namespace dragoman {

TEST_CASE("weights may arrive during the forward pass, in their order") {
  ModelSettings settings = small_settings();
  settings.norm = GENERATE(NormPosition::kPost, NormPosition::kPre);
  settings.positions = GENERATE(Positions::kSinusoidal, Positions::kLearned);
  settings.shared_embeddings = GENERATE(SharedEmbeddings::kAll, SharedEmbeddings::kNone);
  settings.output_bias = GENERATE(false, true);
  settings.architecture = GENERATE(Architecture::kTranslator, Architecture::kLanguageModel);
  const torch::NoGradGuard no_grad;
  Transformer model = make_model(settings);
  const auto logits = [&] {
    const EncoderOutput source = model->encode(torch::tensor({{3, 4, 5, 0}}));
    return model->logits(model->decode(torch::tensor({{10, 1, 2, 3}}), source));
  };
  const torch::Tensor expected = logits();

  const std::vector<torch::Tensor> weights = model->parameters();
  std::vector<torch::Tensor> to_come;
  for (const torch::Tensor& weight : weights) to_come.push_back(weight.clone());
  for (const torch::Tensor& weight : weights) weight.fill_(NAN);
  const size_t num_of_embeddings = model->parameters(/*recurse=*/false).size();
  size_t num_arrived = 0;
  model->await_weights([&](const torch::Tensor& awaited) {
    const auto place = static_cast<size_t>(
        std::find_if(weights.begin(), weights.end(),
                     [&](const torch::Tensor& weight) { return weight.is_same(awaited); }) -
        weights.begin());
    if (place == weights.size() || place < num_arrived) return;
    if (num_arrived >= num_of_embeddings) CHECK(place == num_arrived);
    for (; num_arrived <= place; ++num_arrived) weights[num_arrived].copy_(to_come[num_arrived]);
  });
  CHECK(torch::equal(logits(), expected));
  CHECK(num_arrived == weights.size());
}

}  // namespace dragoman

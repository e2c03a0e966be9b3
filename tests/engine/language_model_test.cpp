#include "model/language_model_stepper.h"

#include <algorithm>

#include "catch.h"
#include "engine/context.h"
#include "engine/engine_model.h"
#include "model/live_weights.h"
#include "small_models.h"

namespace dragoman {
namespace {

constexpr int64_t kTokens = 75;

ModelSettings language_model_settings(int64_t max_length) {
  ModelSettings settings = small_settings();
  settings.architecture = Architecture::kLanguageModel;
  settings.max_length = max_length;
  return settings;
}

EngineModel make_engine(Transformer& model, NumberFormat format) {
  return {model->settings(), model->sizes(), live_weights(*model), format, chosen_kernels()};
}

/// Prompts of 1, 4, 7, ... tokens, the first of which is the beginning of a line.
SourceBatch make_prompts(int64_t rows) {
  const int64_t pad = kTokens - 1;
  SourceBatch prompts{.rows = rows, .length = 3 * rows - 2, .ids = {}};
  for (int64_t row = 0; row < rows; ++row) {
    for (int64_t i = 0; i < prompts.length; ++i)
      prompts.ids.push_back(i < 3 * row + 1 && row > 0 ? (row * 31 + i * 7) % pad : pad);
  }
  return prompts;
}

}  // namespace

TEST_CASE("cached keys give the results of whole passes, also when the context slides") {
  ModelSettings settings = language_model_settings(9);
  settings.norm = GENERATE(NormPosition::kPost, NormPosition::kPre);
  settings.positions = GENERATE(Positions::kSinusoidal, Positions::kLearned);
  settings.shared_embeddings = GENERATE(SharedEmbeddings::kAll, SharedEmbeddings::kNone);
  Transformer model = make_model(settings, {kTokens, kTokens});
  LanguageModelStepper stepper(model);
  EngineModel engine = make_engine(model, NumberFormat::kFp32);
  const auto expected_state = stepper.start(stepper.encode(make_prompts(4)));
  const auto state = engine.start(engine.encode(make_prompts(4)));
  const StepRequest request{.num_best = 3, .log_probabilities = true};
  std::vector<int32_t> tokens(4, engine.start_token()), parents{0, 1, 2, 3};
  for (int32_t step = 0; step < 25; ++step) {
    const NextTokens& expected = stepper.step(*expected_state, tokens, parents, request);
    const NextTokens& next = engine.step(*state, tokens, parents, request);
    double largest = 0;
    for (size_t i = 0; i < next.all_log_probabilities.size(); ++i)
      largest = std::max<double>(
          largest, std::abs(next.all_log_probabilities[i] - expected.all_log_probabilities[i]));
    CHECK(largest < 1e-4);
    // Two hypotheses a prompt, which change places.
    const int32_t k = step == 0 ? 1 : 2;
    tokens.clear();
    std::vector<int32_t> chosen;
    for (int32_t row = 0; row < 8; ++row) {
      tokens.push_back((step * 5 + row * 3) % (kTokens - 1));
      chosen.push_back(row / 2 * k + (step % 3 == 0 ? 0 : (row + step) % k));
    }
    parents = chosen;
  }
}

TEST_CASE("a prompt gives the same bits read at once and token by token, alone and in company") {
  const auto format = GENERATE(NumberFormat::kFp32, NumberFormat::kBf16, NumberFormat::kInt8);
  Transformer model = make_model(language_model_settings(32), {kTokens, kTokens});
  EngineModel engine = make_engine(model, format);
  const StepRequest request{.num_best = 1, .log_probabilities = true};
  const SourceBatch prompts = make_prompts(4);
  const auto together = engine.start(engine.encode(prompts));
  const int32_t pad = engine.start_token();
  engine.step(*together, std::vector(4, pad), std::vector{0, 1, 2, 3}, request);
  for (int64_t row = 1; row < 4; ++row) {
    const auto* ids = prompts.ids.data() + row * prompts.length;
    const auto alone = engine.start(engine.encode({.rows = 1, .length = 1, .ids = {ids[0]}}));
    engine.step(*alone, std::vector{pad}, std::vector{0}, request);
    for (int64_t i = 1; i < 3 * row + 1; ++i)
      engine.step(*alone, std::vector{static_cast<int32_t>(ids[i])}, std::vector{0}, request);
    CHECK((std::ranges::equal(alone->next.distribution(0), together->next.distribution(row))));
  }
}

}  // namespace dragoman

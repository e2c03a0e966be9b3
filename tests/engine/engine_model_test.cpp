#include "engine/engine_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "catch.h"
#include "io/random.h"
#include "model/live_weights.h"
#include "model/transformer_stepper.h"
#include "small_models.h"
#include "threads/thread_count.h"

namespace dragoman {
namespace {

constexpr int64_t kVocabulary = 141;

Transformer make_transformer(const ModelSettings& settings) {
  Transformer model = make_model(settings, {kVocabulary, kVocabulary});
  torch::NoGradGuard no_grad;
  if (settings.output_bias) model->named_parameters()["output_bias"].normal_();
  return model;
}

EngineModel make_engine(Transformer& model, NumberFormat format, const Kernels& kernels) {
  return {model->settings(), model->sizes(), live_weights(*model), format, kernels};
}

double largest_difference(const std::vector<float>& a, const std::vector<float>& b) {
  REQUIRE(a.size() == b.size());
  double largest = 0;
  for (size_t i = 0; i < a.size(); ++i) largest = std::max<double>(largest, std::abs(a[i] - b[i]));
  return largest;
}

/// Sentences of lengths 1, 4, 7, ..., padded to the longest.
SourceBatch make_batch(int64_t rows) {
  SourceBatch batch{.rows = rows, .length = 3 * rows - 2, .ids = {}};
  for (int64_t row = 0; row < rows; ++row) {
    for (int64_t i = 0; i < batch.length; ++i) {
      const bool is_token = i < 3 * row + 1;
      batch.ids.push_back(is_token ? (row * 31 + i * 7) % (kVocabulary - 1) : kVocabulary - 1);
    }
  }
  return batch;
}

/// Rows and tokens of some steps with beams that are chosen, copied and dropped.
struct Steps {
  std::vector<std::vector<int32_t>> tokens, parents;
};

Steps make_steps(int32_t pad) {
  return {{{pad, pad, pad}, {1, 2, 3, 4, 5, 6}, {7, 8, 9, 1, 2, 3}, {1, 1, 9, 2}, {4, 5, 6, 7}},
          {{0, 1, 2}, {0, 0, 1, 1, 2, 2}, {1, 0, 2, 2, 5, 4}, {5, 4, 3, 3}, {1, 1, 2, 3}}};
}

}  // namespace

TEST_CASE("the engine gives the modules' results, for every kind of model and set of kernels") {
  ModelSettings settings = small_settings();
  settings.norm = GENERATE(NormPosition::kPost, NormPosition::kPre);
  settings.positions = GENERATE(Positions::kSinusoidal, Positions::kLearned);
  settings.activation = GENERATE(Activation::kRelu, Activation::kGelu, Activation::kSilu);
  settings.shared_embeddings = GENERATE(SharedEmbeddings::kAll, SharedEmbeddings::kNone);
  settings.output_bias = settings.activation == Activation::kSilu;
  settings.scale_embeddings = settings.positions == Positions::kSinusoidal;
  settings.alignment_heads = GENERATE(0, 1, 3);
  if (settings.shared_embeddings == SharedEmbeddings::kNone) {
    settings.width = 48;  // rows have gaps between them
    settings.heads = 3;
  }
  Transformer model = make_transformer(settings);
  TransformerStepper stepper(model);
  const std::vector<int32_t> excluded{3, 65};
  StepRequest request{
      .num_best = 4, .excluded = excluded, .log_probabilities = true, .attention = true};
  if (settings.norm == NormPosition::kPre) request.attention_layer = 1;
  for (const Kernels* kernels : available_kernels()) {
    INFO(kernels->name);
    EngineModel engine = make_engine(model, NumberFormat::kFp32, *kernels);
    CHECK(engine.start_token() == stepper.start_token());
    const auto expected_state = stepper.start(stepper.encode(make_batch(3)));
    const auto state = engine.start(engine.encode(make_batch(3)));
    const Steps steps = make_steps(engine.start_token());
    for (size_t i = 0; i < steps.tokens.size(); ++i) {
      const NextTokens& expected =
          stepper.step(*expected_state, steps.tokens[i], steps.parents[i], request);
      const NextTokens& next = engine.step(*state, steps.tokens[i], steps.parents[i], request);
      REQUIRE(next.num_best == expected.num_best);
      REQUIRE(next.vocabulary == expected.vocabulary);
      CHECK(largest_difference(next.all_log_probabilities, expected.all_log_probabilities) < 1e-4);
      for (size_t j = 0; j < next.tokens.size(); ++j) {
        CHECK(next.log_probabilities[j] == Approx(expected.log_probabilities[j]).margin(1e-4));
        CHECK(next.log_probabilities[j] ==
              next.distribution(j / next.num_best)[static_cast<size_t>(next.tokens[j])]);
      }
      REQUIRE(next.attention.size() >= steps.tokens[i].size());
      for (size_t row = 0; row < steps.tokens[i].size(); ++row) {
        const auto attention = next.attention_of(row), wanted = expected.attention_of(row);
        for (size_t s = 0; s < attention.size(); ++s)
          CHECK(attention[s] == Approx(wanted[s]).margin(1e-5));
      }
    }
  }
}

TEST_CASE("narrower formats are near fp32") {
  const auto format = GENERATE(NumberFormat::kBf16, NumberFormat::kInt8);
  Transformer model = make_transformer(small_settings());
  const StepRequest request{.num_best = 1, .log_probabilities = true};
  for (const Kernels* kernels : available_kernels()) {
    EngineModel exact = make_engine(model, NumberFormat::kFp32, *kernels);
    EngineModel engine = make_engine(model, format, *kernels);
    const auto exact_state = exact.start(exact.encode(make_batch(3)));
    const auto state = engine.start(engine.encode(make_batch(3)));
    const Steps steps = make_steps(engine.start_token());
    for (size_t i = 0; i < steps.tokens.size(); ++i) {
      const NextTokens& expected =
          exact.step(*exact_state, steps.tokens[i], steps.parents[i], request);
      const NextTokens& next = engine.step(*state, steps.tokens[i], steps.parents[i], request);
      CHECK(largest_difference(next.all_log_probabilities, expected.all_log_probabilities) < 0.2);
    }
  }
}

TEST_CASE("a sentence gives the same bits alone and in company, with one thread and two") {
  const auto format = GENERATE(NumberFormat::kFp32, NumberFormat::kBf16, NumberFormat::kInt8);
  ModelSettings settings = small_settings();
  settings.activation = GENERATE(Activation::kRelu, Activation::kGelu);
  Transformer model = make_transformer(settings);
  const StepRequest request{.num_best = 5, .log_probabilities = true};
  const int64_t rows = 11;
  const SourceBatch batch = make_batch(rows);
  for (const Kernels* kernels : available_kernels()) {
    EngineModel engine = make_engine(model, format, *kernels);
    const ThreadCount two(2);
    const auto together = engine.start(engine.encode(batch));
    std::vector<int32_t> tokens(rows, engine.start_token()), parents(rows);
    std::iota(parents.begin(), parents.end(), 0);
    std::vector<NextTokens> steps;
    for (int32_t step = 0; step < 4; ++step) {
      steps.push_back(engine.step(*together, tokens, parents, request));
      for (int64_t row = 0; row < rows; ++row) tokens[row] = steps.back().tokens[row * 5 + step];
    }
    const ThreadCount single(1);
    for (int64_t row = 0; row < rows; ++row) {
      SourceBatch one{.rows = 1, .length = 3 * row + 1, .ids = {}};
      one.ids.assign(batch.ids.begin() + row * batch.length,
                     batch.ids.begin() + row * batch.length + one.length);
      const auto alone = engine.start(engine.encode(one));
      int32_t token = engine.start_token();
      for (size_t step = 0; step < steps.size(); ++step) {
        const NextTokens& next = engine.step(*alone, std::vector{token}, std::vector{0}, request);
        const auto expected = steps[step].distribution(row);
        const auto actual = next.distribution(0);
        CHECK((std::equal(actual.begin(), actual.end(), expected.begin())));
        CHECK(next.tokens[step] == steps[step].tokens[row * 5 + step]);
        token = next.tokens[step];
      }
    }
  }
}

TEST_CASE(
    "with candidates, probabilities are shares among a sentence's own, whatever others have") {
  const auto format = GENERATE(NumberFormat::kFp32, NumberFormat::kBf16, NumberFormat::kInt8);
  Transformer model = make_transformer(small_settings());
  EngineModel engine = make_engine(model, format, chosen_kernels());
  const std::vector<int32_t> excluded{5};
  const StepRequest request{.num_best = 4, .excluded = excluded, .log_probabilities = true};
  SourceBatch batch = make_batch(2);
  const auto all_state = engine.start(engine.encode(batch));
  batch.candidates = {{0, 5, 7, 70, 139}, {0, 1, 2, 3, 4, 64, 66}};
  const auto state = engine.start(engine.encode(batch));
  const Steps steps{{{140, 140}, {7, 70, 3, 64}, {0, 7}}, {{0, 1}, {0, 0, 1, 1}, {3, 2}}};
  const std::vector<std::vector<int>> sentences{{0, 1}, {0, 0, 1, 1}, {1, 1}};
  for (size_t i = 0; i < steps.tokens.size(); ++i) {
    const NextTokens& all = engine.step(*all_state, steps.tokens[i], steps.parents[i], request);
    const NextTokens& next = engine.step(*state, steps.tokens[i], steps.parents[i], request);
    CHECK(next.num_best == 4);
    for (size_t row = 0; row < steps.tokens[i].size(); ++row) {
      const auto& candidates = batch.candidates[sentences[i][row]];
      double total = 0;
      for (const int32_t token : candidates) {
        if (token != 5) total += std::exp(all.distribution(row)[token]);
      }
      for (int32_t token = 0; token < next.vocabulary; ++token) {
        const float value = next.distribution(row)[token];
        if (std::find(candidates.begin(), candidates.end(), token) == candidates.end())
          CHECK(value == -std::numeric_limits<float>::infinity());
        else if (token != 5)
          CHECK(value == Approx(all.distribution(row)[token] - std::log(total)).margin(1e-4));
      }
      for (int64_t j = 0; j < next.num_best; ++j) {
        const int32_t token = next.tokens[row * 4 + j];
        CHECK((std::find(candidates.begin(), candidates.end(), token) != candidates.end()));
        CHECK(token != 5);
      }
    }
  }
  batch.candidates = {{}, {0, 1}};
  const auto mixed_state = engine.start(engine.encode(batch));
  const auto whole_state = engine.start(engine.encode(make_batch(2)));
  const NextTokens& mixed = engine.step(*mixed_state, steps.tokens[0], steps.parents[0], request);
  const NextTokens& whole = engine.step(*whole_state, steps.tokens[0], steps.parents[0], request);
  CHECK(mixed.num_best == 4);
  CHECK(std::ranges::equal(std::span(mixed.tokens).first(4), std::span(whole.tokens).first(4)));
  CHECK(mixed.log_probabilities[5] > -std::numeric_limits<float>::infinity());
  CHECK(mixed.log_probabilities[6] == -std::numeric_limits<float>::infinity());
  CHECK((std::ranges::equal(mixed.distribution(0), whole.distribution(0))));
}

}  // namespace dragoman

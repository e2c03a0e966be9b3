#include <algorithm>
#include <numeric>
#include <string>

#include "catch.h"
#include "digests.h"
#include "engine/engine_model.h"
#include "random_weights.h"

namespace dragoman {
namespace {

constexpr int64_t kSymbols = 141, kSentences = 7, kBest = 3;
constexpr StepRequest kAll{.num_best = kBest, .log_probabilities = true, .attention = true};

/// Sentence i has the length i + 1; others are padded.
SourceBatch make_sentences() {
  SourceBatch batch{.rows = kSentences, .length = kSentences, .ids = {}};
  for (int64_t row = 0; row < kSentences; ++row) {
    for (int64_t i = 0; i < kSentences; ++i)
      batch.ids.push_back(i <= row ? (row * 31 + i * 7) % (kSymbols - 1) : kSymbols - 1);
  }
  return batch;
}

SourceBatch sentence_of(const SourceBatch& batch, int64_t row) {
  SourceBatch one{.rows = 1, .length = row + 1, .ids = {}};
  one.ids.assign(batch.ids.begin() + row * batch.length,
                 batch.ids.begin() + row * batch.length + one.length);
  return one;
}

/// All that some steps give, of sentences that each go on with their best token.
std::vector<NextTokens> decode(EngineModel& engine, const SourceBatch& batch) {
  const auto state = engine.start(engine.encode(batch));
  std::vector<int32_t> tokens(batch.rows, engine.start_token()), parents(batch.rows);
  std::iota(parents.begin(), parents.end(), 0);
  std::vector<NextTokens> steps;
  for (int step = 0; step < 6; ++step) {
    steps.push_back(engine.step(*state, tokens, parents, kAll));
    for (int64_t row = 0; row < batch.rows; ++row) tokens[row] = steps.back().tokens[row * kBest];
  }
  return steps;
}

std::vector<float> numbers_of(const std::vector<NextTokens>& steps) {
  std::vector<float> numbers;
  for (const NextTokens& next : steps) {
    numbers.insert(numbers.end(), next.tokens.begin(), next.tokens.end());
    numbers.insert(numbers.end(), next.all_log_probabilities.begin(),
                   next.all_log_probabilities.end());
    numbers.insert(numbers.end(), next.attention.begin(), next.attention.end());
  }
  return numbers;
}

std::vector<const Kernels*> kernels_with_fma() {
  std::vector<const Kernels*> tables;
  for (const Kernels* kernels : available_kernels()) {
    if (std::string(kernels->name) != "portable") tables.push_back(kernels);
  }
  return tables;
}

ModelSettings settings_of(Activation activation) {
  ModelSettings settings = small_settings();
  settings.width = 64;
  settings.feed_forward = 176;
  settings.activation = activation;
  return settings;
}

}  // namespace

TEST_CASE("the engine gives the same bits with all tables with FMA") {
  const auto format = GENERATE(NumberFormat::kFp32, NumberFormat::kInt8);
  const ModelSettings settings =
      settings_of(GENERATE(Activation::kRelu, Activation::kGelu, Activation::kSilu));
  const VocabularySizes sizes{kSymbols, kSymbols};
  const NamedWeights weights = fresh_weights(settings, sizes, 3);
  std::vector<float> first;
  for (const Kernels* kernels : kernels_with_fma()) {
    INFO(kernels->name);
    EngineModel engine(settings, sizes, source_of(weights), format, *kernels);
    const std::vector<float> numbers = numbers_of(decode(engine, make_sentences()));
    if (first.empty()) first = numbers;
    CHECK(numbers == first);
  }
  record_digest(first);
}

TEST_CASE("with every table, a sentence gives the same bits alone and in company") {
  const auto format = GENERATE(NumberFormat::kFp32, NumberFormat::kBf16, NumberFormat::kInt8);
  const ModelSettings settings = settings_of(Activation::kGelu);
  const VocabularySizes sizes{kSymbols, kSymbols};
  const NamedWeights weights = fresh_weights(settings, sizes, 3);
  const SourceBatch batch = make_sentences();
  for (const Kernels* kernels : available_kernels()) {
    INFO(kernels->name);
    EngineModel engine(settings, sizes, source_of(weights), format, *kernels);
    const std::vector<NextTokens> together = decode(engine, batch);
    for (int64_t row = 0; row < batch.rows; ++row) {
      const std::vector<NextTokens> alone = decode(engine, sentence_of(batch, row));
      for (size_t step = 0; step < alone.size(); ++step) {
        const auto expected = together[step].distribution(row),
                   actual = alone[step].distribution(0);
        CHECK(std::equal(actual.begin(), actual.end(), expected.begin()));
      }
    }
  }
}

}  // namespace dragoman

#include "model/transformer_stepper.h"

#include <cmath>
#include <limits>
#include <numeric>

#include "catch.h"
#include "small_models.h"

namespace dragoman {
namespace {

constexpr int64_t kVocabulary = 13;
constexpr float kNever = -std::numeric_limits<float>::infinity();

Transformer make_model(NormPosition norm = NormPosition::kPost,
                       Positions positions = Positions::kSinusoidal) {
  ModelSettings settings = small_settings();
  settings.norm = norm;
  settings.positions = positions;
  return make_model(settings, {kVocabulary, kVocabulary});
}

SourceBatch two_sentences() { return {.rows = 2, .length = 4, .ids = {3, 4, 5, 0, 6, 0, 12, 12}}; }

/// Log-probabilities [V - 1] after the last of `tokens`, by a whole pass over one sentence of the
/// batch.
std::vector<float> whole_pass(Transformer& model, int64_t sentence,
                              const std::vector<int64_t>& tokens) {
  torch::NoGradGuard no_grad;
  const SourceBatch batch = two_sentences();
  const torch::Tensor source = torch::tensor(batch.ids).view({2, 4})[sentence].unsqueeze(0);
  const torch::Tensor input = torch::tensor(tokens).unsqueeze(0);
  const torch::Tensor last = model->decode(input, model->encode(source))[0][-1];
  const torch::Tensor log_probabilities = torch::log_softmax(model->logits(last), -1).contiguous();
  return {log_probabilities.data_ptr<float>(),
          log_probabilities.data_ptr<float>() + kVocabulary - 1};
}

/// Every next token of a row as the stepper gave it, against the whole pass.
void check_row(const NextTokens& next, size_t row, const std::vector<float>& expected) {
  for (int64_t i = 0; i < next.num_best; ++i) {
    const size_t at = row * next.num_best + i;
    CHECK(next.log_probabilities[at] == Approx(expected[next.tokens[at]]).margin(1e-4));
  }
}

}  // namespace

TEST_CASE("stepwise decoding with the cache equals the whole pass") {
  Transformer model = make_model(GENERATE(NormPosition::kPost, NormPosition::kPre),
                                 GENERATE(Positions::kSinusoidal, Positions::kLearned));
  TransformerStepper stepper(model);
  const auto state = stepper.start(stepper.encode(two_sentences()));
  const int32_t pad = stepper.start_token();

  // First step: one row a sentence.
  check_row(
      stepper.step(*state, std::vector{pad, pad}, std::vector{0, 1}, StepRequest{.num_best = 100}),
      0, whole_pass(model, 0, {pad}));
  check_row(state->next, 1, whole_pass(model, 1, {pad}));
  CHECK(state->next.num_best == kVocabulary - 1);

  // Then three hypotheses each, from one parent; then mixed parents within a sentence.
  stepper.step(*state, std::vector{1, 2, 3, 4, 5, 6}, std::vector{0, 0, 0, 1, 1, 1},
               StepRequest{.num_best = 100});
  check_row(state->next, 2, whole_pass(model, 0, {pad, 3}));
  check_row(state->next, 4, whole_pass(model, 1, {pad, 5}));
  stepper.step(*state, std::vector{7, 8, 9, 1, 2, 3}, std::vector{2, 0, 2, 5, 5, 3},
               StepRequest{.num_best = 100});
  check_row(state->next, 0, whole_pass(model, 0, {pad, 3, 7}));
  check_row(state->next, 1, whole_pass(model, 0, {pad, 1, 8}));
  check_row(state->next, 5, whole_pass(model, 1, {pad, 4, 3}));

  // The first sentence is finished: only the second goes on.
  stepper.step(*state, std::vector{1, 1, 2}, std::vector{4, 3, 5}, StepRequest{.num_best = 100});
  check_row(state->next, 0, whole_pass(model, 1, {pad, 6, 2, 1}));
  check_row(state->next, 2, whole_pass(model, 1, {pad, 4, 3, 2}));
}

TEST_CASE("next tokens are the best ones, in order") {
  Transformer model = make_model();
  TransformerStepper stepper(model);
  const auto state = stepper.start(stepper.encode(two_sentences()));
  const NextTokens& next =
      stepper.step(*state, std::vector{12, 12}, std::vector{0, 1}, StepRequest{.num_best = 3});
  std::vector<float> expected = whole_pass(model, 1, {12});
  std::sort(expected.rbegin(), expected.rend());
  for (int i = 0; i < 3; ++i)
    CHECK(next.log_probabilities[3 + i] == Approx(expected[i]).margin(1e-4));
}

TEST_CASE("probabilities are of the tokens that are not excluded") {
  Transformer model = make_model();
  TransformerStepper stepper(model);
  const auto state = stepper.start(stepper.encode(two_sentences()));
  const std::vector<int32_t> excluded{2, 7};
  const NextTokens& next =
      stepper.step(*state, std::vector{12, 12}, std::vector{0, 1},
                   StepRequest{.num_best = 100, .excluded = excluded, .log_probabilities = true});
  CHECK(next.num_best == kVocabulary - 1);
  const std::vector<float> own = whole_pass(model, 1, {12});
  const double left = std::log(1 - std::exp(own[2]) - std::exp(own[7]));
  for (int32_t id = 0; id < kVocabulary - 1; ++id) {
    const bool is_excluded = id == 2 || id == 7;
    CHECK(next.distribution(1)[id] == Approx(own[id] - (is_excluded ? 0 : left)).margin(1e-4));
  }
  for (int64_t i = 0; i < next.num_best; ++i) {
    const int32_t token = next.tokens[next.num_best + i];
    const bool is_allowed = token != 2 && token != 7;
    CHECK(is_allowed == (i < kVocabulary - 3));
    CHECK(next.log_probabilities[next.num_best + i] ==
          (is_allowed ? next.distribution(1)[token] : kNever));
  }
}

TEST_CASE("a step gives whole distributions and attention where they are asked for") {
  Transformer model = make_model();
  TransformerStepper stepper(model);
  const auto state = stepper.start(stepper.encode(two_sentences()));
  const StepRequest request{
      .num_best = 0, .log_probabilities = true, .attention = true, .attention_layer = 1};
  const NextTokens& next = stepper.step(*state, std::vector{12, 12}, std::vector{0, 1}, request);
  CHECK(next.tokens.empty());
  const std::vector<float> expected = whole_pass(model, 1, {12});
  for (size_t i = 0; i < expected.size(); ++i)
    CHECK(next.distribution(1)[i] == Approx(expected[i]).margin(1e-4));
  for (const size_t row : {0, 1}) {
    const auto attention = next.attention_of(row);
    REQUIRE(attention.size() == 4);
    CHECK(std::accumulate(attention.begin(), attention.end(), 0.0) == Approx(1).margin(1e-5));
  }
  CHECK(next.attention_of(1)[2] == 0);  // padding
  CHECK(next.attention_of(1)[3] == 0);
}

TEST_CASE("with candidates a sentence has the probabilities of those alone, whatever others have") {
  Transformer model = make_model();
  TransformerStepper stepper(model);
  SourceBatch batch = two_sentences();
  batch.candidates = {{0, 3, 7}, {0, 1, 2, 3, 9}};
  const bool has_free_one = GENERATE(false, true);
  if (has_free_one) batch.candidates[0].clear();
  const std::vector<int32_t> excluded{2, 4};
  const StepRequest request{.num_best = 100, .excluded = excluded, .log_probabilities = true};
  const auto state = stepper.start(stepper.encode(batch));
  const NextTokens& next = stepper.step(*state, std::vector{12, 12}, std::vector{0, 1}, request);
  CHECK(next.num_best == (has_free_one ? kVocabulary - 1 : 6));  // in no row less than in another
  const std::vector<float> all = whole_pass(model, 1, {12});
  double total = 0;
  for (const int32_t token : {0, 1, 3, 9}) total += std::exp(all[token]);
  for (int32_t token = 0; token < kVocabulary - 1; ++token) {
    const float found = next.distribution(1)[token];
    if (token == 2) {  // excluded: as if none were
      CHECK(found == Approx(all[2] - std::log(total + std::exp(all[2]))).margin(1e-4));
    } else if (token == 0 || token == 1 || token == 3 || token == 9) {
      CHECK(found == Approx(all[token] - std::log(total)).margin(1e-4));
    } else {
      CHECK(found == kNever);
    }
  }
  const auto check_best = [&next](int64_t row) {
    for (int64_t i = row * next.num_best; i < (row + 1) * next.num_best; ++i) {
      const int32_t token = next.tokens[i];
      const bool is_allowed = token == 0 || token == 1 || token == 3 || token == 9;
      CHECK(is_allowed == (i < row * next.num_best + 4));
      CHECK(next.log_probabilities[i] == (is_allowed ? next.distribution(row)[token] : kNever));
    }
  };
  check_best(1);
  // The second sentence alone, in two rows.
  stepper.step(*state, std::vector{3, 9}, std::vector{1, 1}, request);
  check_best(0);
  check_best(1);
}

}  // namespace dragoman

#include "catch.h"
#include "kernels/kernels.h"
#include "numbers.h"
#include "plain_loss.h"

namespace dragoman {
namespace {

/// Logits of one pass or two, which become gradients.
template <class Number>
struct Passes {
  std::vector<Number> first, second;  // second may be empty

  double turn(const Kernels& kernels, int64_t gold, double smoothing, double weight = 0) {
    std::vector<float> room = unset_numbers(2 * static_cast<int64_t>(first.size()));
    constexpr size_t kFormat = std::is_same_v<Number, float> ? 0 : 1;
    return kernels.training.loss_gradient[kFormat](
        {.logits = first.data(),
         .second = second.empty() ? nullptr : second.data(),
         .vocabulary = static_cast<int64_t>(first.size()),
         .gold = gold,
         .smoothing = smoothing,
         .weight = weight,
         .room = room.data()});
  }
};

/// Logits that are spread about a level.
std::vector<float> random_logits(int64_t vocabulary, uint64_t seed, float spread) {
  std::vector<float> logits = random_numbers(vocabulary, seed, spread);
  for (float& logit : logits) logit += 3;
  return logits;
}

/// Whether each number is at most one step of bf16 from the truth, or as good as it.
bool is_rounded(const std::vector<uint16_t>& numbers, const std::vector<double>& truth) {
  bool all = true;
  for (size_t i = 0; i < numbers.size(); ++i)
    all &= std::abs(from_bf16(numbers[i]) - truth[i]) <= std::abs(truth[i]) / 200 + 5e-7;
  return all;
}

}  // namespace

TEST_CASE("loss and gradient are those of double precision, for any vocabulary and spread") {
  const int64_t vocabulary = GENERATE(1, 2, 7, 15, 16, 17, 33, 1000, 10007);
  const float spread = GENERATE(0.01F, 3.0F, 40.0F, 3000.0F);
  const double smoothing = GENERATE(0.0, 0.1);
  const int64_t gold = GENERATE_COPY(0, vocabulary / 2, vocabulary - 1);
  const std::vector<float> logits = random_logits(vocabulary, 1, spread);
  const PlainLoss plain = plain_loss(logits, static_cast<size_t>(gold), smoothing);
  for (const Kernels* kernels : available_kernels()) {
    INFO(kernels->name << ", " << vocabulary << " logits of " << spread);
    Passes<float> passes{logits, {}};
    CHECK(passes.turn(*kernels, gold, smoothing) ==
          Approx(plain.loss).epsilon(3e-6).margin(1e-6 + 1e-8 * spread));
    CHECK(largest_error(passes.first, plain.first) < 3e-6);
  }
}

TEST_CASE("the loss and gradients of R-Drop are those of double precision") {
  const int64_t vocabulary = GENERATE(1, 2, 7, 16, 33, 1000, 10007);
  const float spread = GENERATE(0.01F, 3.0F, 20.0F);
  const double smoothing = GENERATE(0.0, 0.1), weight = GENERATE(0.0, 0.5, 5.0);
  const int64_t gold = GENERATE_COPY(0, vocabulary - 1);
  const auto first = random_logits(vocabulary, 1, spread),
             second = random_logits(vocabulary, 2, spread);
  const PlainLoss plain =
      plain_pair_loss(first, second, static_cast<size_t>(gold), smoothing, weight);
  for (const Kernels* kernels : available_kernels()) {
    INFO(kernels->name << ", " << vocabulary << " logits of " << spread);
    Passes<float> passes{first, second};
    CHECK(passes.turn(*kernels, gold, smoothing, weight) ==
          Approx(plain.loss).epsilon(3e-6).margin(1e-5));
    CHECK(largest_error(passes.first, plain.first) < 1e-5 * (1 + weight * spread));
    CHECK(largest_error(passes.second, plain.second) < 1e-5 * (1 + weight * spread));
  }
}

TEST_CASE("R-Drop of two equal passes is their cross entropy") {
  const std::vector<float> logits = random_logits(100, 1, 3);
  for (const Kernels* kernels : available_kernels()) {
    Passes<float> alone{logits, {}}, both{logits, logits};
    CHECK(both.turn(*kernels, 7, 0.1, 5) == Approx(alone.turn(*kernels, 7, 0.1)));
    for (size_t i = 0; i < logits.size(); ++i)
      CHECK(both.first[i] == Approx(alone.first[i] / 2).margin(1e-8));
    CHECK(both.first == both.second);
  }
}

TEST_CASE("logits of bf16 give the same as in fp32, rounded once") {
  const int64_t vocabulary = GENERATE(1, 16, 33, 10007);
  const std::vector<uint16_t> first = to_bf16(random_logits(vocabulary, 1, 3)),
                              second = to_bf16(random_logits(vocabulary, 2, 3));
  for (const Kernels* kernels : available_kernels()) {
    Passes<uint16_t> coarse{first, {}};
    Passes<float> fine{from_bf16(first), {}};
    CHECK(coarse.turn(*kernels, 0, 0.1) == fine.turn(*kernels, 0, 0.1));
    CHECK(coarse.first == to_bf16(fine.first));
  }
}

TEST_CASE("R-Drop of bf16 is that of double precision, rounded") {
  const int64_t vocabulary = GENERATE(1, 16, 33, 10007);
  const std::vector<uint16_t> first = to_bf16(random_logits(vocabulary, 1, 3)),
                              second = to_bf16(random_logits(vocabulary, 2, 3));
  const PlainLoss plain = plain_pair_loss(from_bf16(first), from_bf16(second), 0, 0.1, 0.5);
  for (const Kernels* kernels : available_kernels()) {
    INFO(kernels->name << ", " << vocabulary);
    Passes<uint16_t> passes{first, second};
    CHECK(passes.turn(*kernels, 0, 0.1, 0.5) == Approx(plain.loss).epsilon(3e-6).margin(1e-6));
    CHECK(is_rounded(passes.first, plain.first));
    CHECK(is_rounded(passes.second, plain.second));
  }
}

TEST_CASE("logits that are not finite are not hidden") {
  const float bad = GENERATE(static_cast<float>(NAN), static_cast<float>(INFINITY));
  const size_t at = GENERATE(0, 17, 49);
  for (const Kernels* kernels : available_kernels()) {
    Passes<float> fine{std::vector<float>(50), {}};
    fine.first[at] = bad;
    Passes<uint16_t> coarse{std::vector<uint16_t>(50), {}};
    coarse.first[at] = std::isnan(bad) ? 0x7fc0 : 0x7f80;
    Passes<float> pair{fine.first, std::vector<float>(50)}, other{pair.second, pair.first};
    CHECK(std::isnan(fine.turn(*kernels, 3, 0.1)));
    CHECK(std::isnan(fine.first[at]));
    CHECK(std::isnan(coarse.turn(*kernels, 3, 0.1)));
    CHECK(std::isnan(from_bf16(coarse.first[at])));
    CHECK(std::isnan(pair.turn(*kernels, 3, 0.1, 1)));
    CHECK(std::isnan(other.turn(*kernels, 3, 0.1, 1)));
  }
}

}  // namespace dragoman

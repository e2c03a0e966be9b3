#include "catch.h"
#include "decoding_rows.h"
#include "heads.h"
#include "twins.h"

namespace dragoman {
namespace {

void check_head(const HeadShape& shape, const HeadSizes& sizes) {
  INFO("T " << shape.queries << ", S " << shape.keys << ", causal " << shape.is_causal
            << ", keys of " << sizes.keys << ", values of " << sizes.values << ", slopes of "
            << sizes.slopes);
  const RandomHead random(shape, sizes);
  check_identical([&](const Kernels& kernels) {
    Results results;
    results.add(random.attend(kernels.training));
    for (const auto& gradient : random.attend_backward(kernels.training)) results.add(gradient);
    return results;
  });
}

}  // namespace

TEST_CASE("attention of training is the same to the bit in all tables with FMA") {
  const int64_t queries = GENERATE(1, 7, 16, 17, 33, 100), keys = GENERATE(1, 6, 15, 16, 31, 100);
  check_head({queries, keys, GENERATE(16, 48, 64), false, GENERATE(false, true)}, {});
}

TEST_CASE("causal attention is the same to the bit in all tables with FMA") {
  const int64_t length = GENERATE(1, 2, 7, 8, 9, 15, 16, 17, 24, 31, 33, 48, 50, 100);
  check_head({length, length, GENERATE(16, 32, 80), true, GENERATE(false, true)}, {});
}

TEST_CASE("attention of numbers of any size is the same to the bit in all tables with FMA") {
  const float size = GENERATE(as<float>(), kUsual, kTiny, kDenormal, 1e15F),
              values = GENERATE(as<float>(), kUsual, 1e25F, kTiny, kDenormal);
  const bool is_causal = GENERATE(false, true);
  check_head({33, 33, 32, is_causal, false},
             {.queries = size, .keys = size, .values = values, .slopes = 1});
  check_head({33, 33, 32, is_causal, false},
             {.queries = 1, .keys = size, .values = 1, .slopes = values});
}

TEST_CASE("attention that overflows is the same in all tables with FMA") {
  check_head({17, 20, 32, false, false},
             {.queries = kHuge, .keys = kHuge, .values = kHuge, .slopes = kHuge});
}

TEST_CASE("attention of decoding is the same to the bit in all tables with FMA") {
  const auto format = GENERATE(NumberFormat::kFp32, NumberFormat::kBf16, NumberFormat::kInt8);
  const int64_t length = GENERATE(1, 3, 7, 15, 16, 17, 100), width = GENERATE(16, 32, 48, 64);
  const float size = GENERATE(as<float>(), kUsual, 30.0F, kHuge, kTiny, kDenormal);
  const DecodingRows rows({format, GENERATE(3, 4), width, length, GENERATE(1, 5)}, size);
  check_identical([&](const Kernels& kernels) {
    const DecodingRows::Output output = rows.attend(kernels.decoding);
    Results results;
    results.add(output.out);
    results.add(output.mean_weights);
    return results;
  });
}

TEST_CASE("summaries of logits are the same to the bit in all tables with FMA") {
  const int64_t rows = GENERATE(1, 7, 16, 17, 33, 100), blocks = GENERATE(1, 2, 31);
  const float size = GENERATE(as<float>(), kUsual, 40.0F, kHuge, kTiny, kDenormal);
  const auto logits = random_numbers(blocks * rows * kPanelColumns, 5, size);
  check_identical([&](const Kernels& kernels) {
    const int64_t stride = round_up(rows, kLaneCount);
    std::vector<float> largest(blocks * stride), sums(blocks * stride), totals(stride);
    const LogitSummary summary{largest.data(), sums.data(), stride};
    for (int64_t block = 0; block < blocks; ++block)
      kernels.decoding.summarize(logits.data() + block * rows * kPanelColumns, rows, summary,
                                 block);
    kernels.decoding.log_sums(summary, blocks, totals.data());
    Results results;
    results.add(largest);
    results.add(sums);
    results.add(totals);
    return results;
  });
}

}  // namespace dragoman

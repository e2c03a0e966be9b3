#include <limits>

#include "catch.h"
#include "kernels/kernels.h"
#include "numbers.h"

namespace dragoman {

TEST_CASE("numbers become the nearest bf16, ties to even") {
  const std::vector<std::pair<float, uint16_t>> table{
      {1.0F, 0x3f80},           {-1.0F, 0xbf80},
      {0.0F, 0x0000},           {-0.0F, 0x8000},
      {1 + 0x1p-8F, 0x3f80},    {1 + 3 * 0x1p-8F, 0x3f82},
      {1 + 0x1.02p-8F, 0x3f81}, {1 + 0x1.fep-9F, 0x3f80},
      {0x1p-133F, 0x0001},      {0x1p-134F, 0x0000},
      {0x1.8p-133F, 0x0002},    {std::numeric_limits<float>::max(), 0x7f80},
      {INFINITY, 0x7f80},       {-INFINITY, 0xff80}};
  for (const Kernels* kernels : available_kernels()) {
    for (const auto& [number, expected] : table) {
      uint16_t rounded = 0;
      kernels->rows.round(&number, 1, &rounded);
      INFO(kernels->name << ", " << number);
      CHECK(rounded == expected);
    }
  }
}

TEST_CASE("random numbers become the nearer of their two neighbours in bf16") {
  const float size = GENERATE(1.0F, 1e30F, 1e-30F, 1e-39F);
  const auto x = random_numbers(1001, 1, size);
  for (const Kernels* kernels : available_kernels()) {
    std::vector<uint16_t> rounded(x.size());
    kernels->rows.round(x.data(), 1001, rounded.data());
    int64_t wrong = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      const double error = std::abs(static_cast<double>(x[i]) - from_bf16(rounded[i]));
      for (const int step : {-1, 1}) {
        const double other = from_bf16(static_cast<uint16_t>(rounded[i] + step));
        wrong += std::abs(static_cast<double>(x[i]) - other) < error;
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("all numbers of bf16 are widened to themselves and rounded back") {
  std::vector<uint16_t> all;
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    if (!std::isnan(from_bf16(static_cast<uint16_t>(bits))))
      all.push_back(static_cast<uint16_t>(bits));
  }
  const auto count = static_cast<int64_t>(all.size());
  for (const Kernels* kernels : available_kernels()) {
    std::vector<float> widened(all.size());
    std::vector<uint16_t> back(all.size());
    kernels->rows.widen(all.data(), count, widened.data());
    kernels->rows.round(widened.data(), count, back.data());
    CHECK(widened == from_bf16(all));
    CHECK(back == all);
  }
}

}  // namespace dragoman

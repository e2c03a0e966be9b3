#include "architecture/weights_file.h"

#include <cmath>
#include <limits>

#include "catch.h"
#include "random_weights.h"
#include "temporary_folder.h"

namespace dragoman {
namespace {

/// A file of one tensor, [2, 2], of 16 bits each.
void write_halves(const std::string& path, const std::string& dtype,
                  const std::vector<uint16_t>& bits) {
  write_safetensors(path,
                    {{.name = "w",
                      .dtype = dtype,
                      .shape = {2, 2},
                      .data = bits.data(),
                      .num_bytes = bits.size() * sizeof(uint16_t)}},
                    {});
}

}  // namespace

TEST_CASE("weights come back from their file") {
  const TemporaryFolder folder;
  const Weight a({2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6}), b({2}, std::vector<float>{7, 8});
  write_weights(folder / "w", {{"a", a}, {"b", b}}, {{"update", "3"}});
  Weight kept;
  {
    WeightsFile file(folder / "w");
    kept = file.read("a", {2, 3});
    CHECK_THROWS_WITH(file.check_all_found(), ContainsSubstring("has 2 tensors, but the model"));
    CHECK(numbers_of(file.read("b", {2})) == numbers_of(b));
    file.check_all_found();
  }
  CHECK(numbers_of(kept) == numbers_of(a));
  CHECK((numbers_of(kept.part(1, 1)) == std::vector<float>{4, 5, 6}));
  CHECK(SafetensorsFile(folder / "w").metadata().at("update") == "3");
}

TEST_CASE("weights of another model are refused by name and shape") {
  const TemporaryFolder folder;
  write_weights(folder / "w", {{"a", Weight({2, 1}, std::vector<float>{1, 2})}}, {});
  WeightsFile file(folder / "w");
  CHECK_THROWS_WITH(file.read("b", {2, 1}), ContainsSubstring("has no tensor 'b'"));
  CHECK_THROWS_WITH(file.read("a", {1, 2}),
                    ContainsSubstring("shape [2, 1]") && ContainsSubstring("needs [1, 2]"));
}

TEST_CASE("weights of 16 bits are read as fp32 numbers") {
  const TemporaryFolder folder;
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  write_halves(folder / "bf16", "BF16", {0x3f80, 0xc000, 0x0000, 0x7f80});
  CHECK((numbers_of(WeightsFile(folder / "bf16").read_all()["w"]) ==
         std::vector<float>{1, -2, 0, kInfinity}));
  write_halves(folder / "fp16", "F16", {0x3c01, 0xc000, 0x0001, 0xfc00});
  CHECK((numbers_of(WeightsFile(folder / "fp16").read_all()["w"]) ==
         std::vector<float>{1 + 0x1p-10F, -2, 0x1p-24F, -kInfinity}));
  write_halves(folder / "nan", "F16", {0x7e00, 0, 0, 0});
  CHECK(std::isnan(WeightsFile(folder / "nan").read_all()["w"].data()[0]));
  write_halves(folder / "i16", "I16", {1, 2, 3, 4});
  CHECK_THROWS_WITH(WeightsFile(folder / "i16").read("w", {2, 2}),
                    ContainsSubstring("'w' has type I16, which cannot be read"));
}

TEST_CASE("weights that are NaN or infinite are refused") {
  const TemporaryFolder folder;
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const float number : {std::nanf(""), kInfinity, -kInfinity}) {
    const Weight weight({3}, std::vector<float>{1, number, 2});
    write_weights(folder / "w", {{"a", weight}, {"output_bias", weight}}, {});
    WeightsFile file(folder / "w");
    CHECK_THROWS_WITH(file.read("a", {3}),
                      ContainsSubstring("tensor 'a' has NaN or infinite numbers"));
    if (number == -kInfinity) {
      CHECK(numbers_of(file.read("output_bias", {3})) == numbers_of(weight));  // forbids a token
    } else {
      CHECK_THROWS(file.read("output_bias", {3}));
    }
  }
}

TEST_CASE("a file must hold just the weights of a model") {
  const TemporaryFolder folder;
  const ModelSettings settings = small_settings();
  NamedWeights weights = random_weights(settings, {11, 11});
  write_weights(folder / "whole", weights, {});
  CHECK_NOTHROW(WeightsFile(folder / "whole").check(settings, {11, 11}));
  CHECK_THROWS_WITH(WeightsFile(folder / "whole").check(settings, {12, 12}),
                    ContainsSubstring("needs [12, 16]"));
  weights.emplace_back("one_more", random_weight({1}, 1));
  write_weights(folder / "more", weights, {});
  CHECK_THROWS_WITH(WeightsFile(folder / "more").check(settings, {11, 11}),
                    ContainsSubstring("tensors, but the model has"));
}

}  // namespace dragoman

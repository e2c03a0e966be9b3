#include "train/own_products.h"

#include "catch.h"
#include "kernels/kernels.h"
#include "kernels/processor.h"
#include "train/provenance.h"

namespace dragoman {
namespace {

Config own_config() {
  Config config;
  config.train.products = TrainProducts::kOwn;
  config.model.width = 64;
  config.model.heads = 2;
  return config;
}

}  // namespace

TEST_CASE("own products are refused where LibTorch computes as well") {
  using Change = void (*)(Config&);
  const auto [needed, change] = GENERATE(table<std::string, Change>(
      {{"train.device cpu", [](Config& it) { it.train.device = "cuda"; }},
       {"train.precision fp32", [](Config& it) { it.train.precision = TrainPrecision::kBf16; }},
       {"model.attention_dropout 0", [](Config& it) { it.model.attention_dropout = 0.1; }},
       {"model.alignment_heads 0", [](Config& it) { it.model.alignment_heads = 1; }},
       {"a multiple of 16", [](Config& it) { it.model.heads = 8; }},
       {"data.max_length 512", [](Config& it) { it.data.max_length = 513; }}}));
  Config config = own_config();
  check_own_products(config);
  change(config);
  CHECK_THROWS_WITH(check_own_products(config), ContainsSubstring(needed));
  config.train.products = TrainProducts::kLibtorch;
  check_own_products(config);
}

TEST_CASE(
    "with own products on x86-64, a checkpoint names neither the table of kernels nor the "
    "processor") {
  TrainSettings settings;
  const Provenance usual = current_provenance(settings);
  CHECK(usual.kernels == chosen_kernels().name);
  CHECK(usual.processor == processor_kind());
  settings.products = TrainProducts::kOwn;
  const Provenance own = current_provenance(settings);
#if defined(__x86_64__)
  const bool agrees = usual.kernels != "portable";
#else
  const bool agrees = false;
#endif
  CHECK((own.kernels == "with FMA") == agrees);
  CHECK((own.processor == "x86-64") == agrees);
}

}  // namespace dragoman

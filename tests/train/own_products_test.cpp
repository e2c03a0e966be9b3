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
  CHECK(settle_products(config) == TrainProducts::kOwn);
  change(config);
  CHECK_THROWS_WITH(settle_products(config), ContainsSubstring(needed));
  config.train.products = TrainProducts::kLibtorch;
  CHECK(settle_products(config) == TrainProducts::kLibtorch);
  config.train.products = TrainProducts::kAuto;
  CHECK(settle_products(config) == TrainProducts::kLibtorch);
}

TEST_CASE("products are our own, unless they would depend on the processor") {
  Config config = own_config();
  config.train.products = TrainProducts::kAuto;
  const TrainProducts products = settle_products(config);
  CHECK((products == TrainProducts::kOwn) == own_products_agree());
  CHECK((products == TrainProducts::kLibtorch) == !own_products_agree());
}

TEST_CASE(
    "with own products on x86-64, a checkpoint names neither the table of kernels nor the "
    "processor") {
  const Provenance usual = current_provenance(TrainProducts::kLibtorch);
  CHECK(usual.kernels == chosen_kernels().name);
  CHECK(usual.processor == processor_kind());
  const Provenance own = current_provenance(TrainProducts::kOwn);
#if defined(__x86_64__)
  const bool agrees = usual.kernels != "portable";
#else
  const bool agrees = false;
#endif
  CHECK((own.kernels == "with FMA") == agrees);
  CHECK((own.processor == "x86-64") == agrees);
}

}  // namespace dragoman

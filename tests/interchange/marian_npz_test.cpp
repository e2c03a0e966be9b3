#include "interchange/marian_npz.h"

#include <algorithm>
#include <numeric>

#include "catch.h"
#include "marian_npz_arrays.h"
#include "random_weights.h"

namespace dragoman {
namespace {

/// Two layers on either side, for which marian_arrays has names.
ModelSettings settings_of(NormPosition norm) {
  ModelSettings settings = small_settings();
  settings.decoder_layers = 2;
  settings.norm = norm;
  settings.output_bias = true;
  return settings;
}

/// Its embeddings of padding are zero: Marian's files have none.
NamedWeights weights_without_padding(const ModelSettings& settings) {
  NamedWeights weights = random_weights(settings, {11, 11});
  for (auto& [name, weight] : weights) {
    if (!name.ends_with("_embedding")) continue;
    std::vector<float> numbers = numbers_of(weight);
    std::fill(numbers.end() - weight.width(), numbers.end(), 0.0F);
    weight = Weight(weight.shape(), std::move(numbers));
  }
  return weights;
}

}  // namespace

TEST_CASE("weights in Marian's own names and layout are those of transformers'") {
  ModelSettings settings = settings_of(GENERATE(NormPosition::kPost, NormPosition::kPre));
  settings.shared_embeddings = GENERATE(SharedEmbeddings::kAll, SharedEmbeddings::kTarget);
  const NamedWeights expected =
      to_marian_weights(settings, {11, 11}, source_of(weights_without_padding(settings)));
  const WeightsByName read = from_marian_npz(marian_arrays(expected, settings), settings, "test");
  CHECK(read.size() == expected.size());
  for (const auto& [name, weight] : expected) {
    INFO(name);
    REQUIRE(read.count(name) == 1);
    CHECK(read.at(name) == weight);
  }
}

TEST_CASE("an output matrix of its own has a row for each token, and one for padding") {
  ModelSettings settings = settings_of(NormPosition::kPost);
  settings.shared_embeddings = SharedEmbeddings::kNone;
  std::vector<float> numbers(64);
  std::iota(numbers.begin(), numbers.end(), 0.0F);
  const WeightsByName read =
      from_marian_npz({npz_array("Wemb", random_weight({4, 16}, 1)),
                       npz_array("decoder_ff_logit_out_W", Weight({16, 4}, numbers))},
                      settings, "test");
  const WeightsByName of_later_files =
      from_marian_npz({npz_array("Wemb", random_weight({4, 16}, 1)),
                       npz_array("decoder_ff_logit_out_Wt", transposed(Weight({16, 4}, numbers)))},
                      settings, "test");
  CHECK(of_later_files == read);
  CHECK(read.count("model.shared.weight") == 0);
  CHECK(read.at("model.encoder.embed_tokens.weight").rows() == 5);
  const Weight& output = read.at("lm_head.weight");
  CHECK((output.shape() == std::vector<int64_t>{5, 16}));
  CHECK(output.data()[1 * 16 + 2] == 2 * 4 + 1);
  CHECK(numbers_of(output.part(4, 1)) == std::vector<float>(16));
}

TEST_CASE("tensors that are none of a plain Transformer are refused by name") {
  const ModelSettings settings = settings_of(NormPosition::kPost);
  for (const char* name : {"encoder_l1_self_Wx", "decoder_l1_rnn_W", "encoder_l0_self_Wq", "Wpos",
                           "decoder_l1_aan_Wi", "encoder_l1_self_Wo_ln_scale_pre", ""}) {
    INFO(name);
    CHECK_THROWS_WITH(
        from_marian_npz({npz_array(name, random_weight({2, 2}, 1))}, settings, "m.npz"),
        ContainsSubstring("m.npz") && ContainsSubstring(std::string("'") + name));
  }
  NpzArray quantised = npz_array("Wemb", random_weight({2, 2}, 1));
  quantised.dtype = "|i1";
  CHECK_THROWS_WITH(from_marian_npz({quantised}, settings, "m.npz"),
                    ContainsSubstring("quantised"));
  NpzArray number = npz_array("Wemb", Weight({1}, {1.0F}));
  number.shape.clear();
  CHECK_THROWS_WITH(from_marian_npz({number}, settings, "m.npz"),
                    ContainsSubstring("'Wemb' is a single number"));
}

}  // namespace dragoman

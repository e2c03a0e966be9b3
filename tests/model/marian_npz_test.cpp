#include "model/marian_npz.h"

#include "catch.h"
#include "marian_npz_arrays.h"
#include "small_models.h"

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
Transformer model_without_padding(const ModelSettings& settings) {
  torch::NoGradGuard no_grad;
  Transformer model = random_model(settings);
  for (const char* name : {"shared_embedding", "source_embedding", "target_embedding"}) {
    const auto parameters = model->named_parameters();
    if (parameters.contains(name)) parameters[name][-1].zero_();
  }
  return model;
}

}  // namespace

TEST_CASE("weights in Marian's own names and layout are those of transformers'") {
  ModelSettings settings = settings_of(GENERATE(NormPosition::kPost, NormPosition::kPre));
  settings.shared_embeddings = GENERATE(SharedEmbeddings::kAll, SharedEmbeddings::kTarget);
  const NamedTensors expected = to_marian_weights(*model_without_padding(settings));
  const TensorsByName read = from_marian_npz(marian_arrays(expected, settings), settings, "test");
  CHECK(read.size() == expected.size());
  for (const auto& [name, tensor] : expected) {
    INFO(name);
    REQUIRE(read.count(name) == 1);
    CHECK(torch::equal(read.at(name), tensor));
  }
}

TEST_CASE("an output matrix of its own is transposed, and padding gets a row in it") {
  ModelSettings settings = settings_of(NormPosition::kPost);
  settings.shared_embeddings = SharedEmbeddings::kNone;
  const TensorsByName read = from_marian_npz(
      {npz_array("Wemb", torch::ones({4, 16})),
       npz_array("decoder_ff_logit_out_W", torch::arange(64, torch::kFloat32).view({16, 4}))},
      settings, "test");
  CHECK(read.count("model.shared.weight") == 0);
  CHECK(read.at("model.encoder.embed_tokens.weight").size(0) == 5);
  const torch::Tensor output = read.at("lm_head.weight");
  CHECK(output.sizes() == c10::IntArrayRef({5, 16}));
  CHECK(output[1][2].item<float>() == 2 * 4 + 1);
  CHECK(output[4].count_nonzero().item<int64_t>() == 0);
}

TEST_CASE("tensors that are none of a plain Transformer are refused by name") {
  const ModelSettings settings = settings_of(NormPosition::kPost);
  for (const char* name : {"encoder_l1_self_Wx", "decoder_l1_rnn_W", "encoder_l0_self_Wq", "Wpos",
                           "decoder_l1_aan_Wi", "encoder_l1_self_Wo_ln_scale_pre", ""}) {
    INFO(name);
    CHECK_THROWS_WITH(from_marian_npz({npz_array(name, torch::ones({2, 2}))}, settings, "m.npz"),
                      ContainsSubstring("m.npz") && ContainsSubstring(std::string("'") + name));
  }
  NpzArray quantised = npz_array("Wemb", torch::ones({2, 2}));
  quantised.dtype = "|i1";
  CHECK_THROWS_WITH(from_marian_npz({quantised}, settings, "m.npz"),
                    ContainsSubstring("quantised"));
}

}  // namespace dragoman

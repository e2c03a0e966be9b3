#include "model/marian_npz.h"

#include "catch.h"
#include "marian_npz_arrays.h"

namespace dragoman {
namespace {

ModelSettings small_settings(NormPosition norm) {
  ModelSettings settings;
  settings.encoder_layers = 2;
  settings.decoder_layers = 2;
  settings.width = 8;
  settings.feed_forward = 12;
  settings.heads = 2;
  settings.norm = norm;
  settings.output_bias = true;
  return settings;
}

Transformer random_model(const ModelSettings& settings, const VocabularySizes& sizes) {
  torch::NoGradGuard no_grad;
  Transformer model(settings, sizes);
  for (torch::Tensor& parameter : model->parameters()) parameter.normal_(0, 0.3);
  for (const char* name : {"shared_embedding", "source_embedding", "target_embedding"}) {
    const auto parameters = model->named_parameters();
    if (parameters.contains(name)) parameters[name][-1].zero_();  // as Marian starts from
  }
  return model;
}

}  // namespace

TEST_CASE("weights in Marian's own names and layout are those of transformers'") {
  ModelSettings settings = small_settings(GENERATE(NormPosition::kPost, NormPosition::kPre));
  settings.shared_embeddings = GENERATE(SharedEmbeddings::kAll, SharedEmbeddings::kTarget);
  const VocabularySizes sizes{11, 11};
  const NamedTensors expected = to_marian_weights(*random_model(settings, sizes));
  const TensorsByName read = from_marian_npz(marian_arrays(expected, settings), settings, "test");
  CHECK(read.size() == expected.size());
  for (const auto& [name, tensor] : expected) {
    INFO(name);
    REQUIRE(read.count(name) == 1);
    CHECK(torch::equal(read.at(name), tensor));
  }
}

TEST_CASE("an output matrix of its own is transposed, and padding gets a row in it") {
  ModelSettings settings = small_settings(NormPosition::kPost);
  settings.shared_embeddings = SharedEmbeddings::kNone;
  const TensorsByName read = from_marian_npz(
      {npz_array("Wemb", torch::ones({4, 8})),
       npz_array("decoder_ff_logit_out_W", torch::arange(32, torch::kFloat32).view({8, 4}))},
      settings, "test");
  CHECK(read.count("model.shared.weight") == 0);
  CHECK(read.at("model.encoder.embed_tokens.weight").size(0) == 5);
  const torch::Tensor output = read.at("lm_head.weight");
  CHECK(output.sizes() == c10::IntArrayRef({5, 8}));
  CHECK(output[1][2].item<float>() == 2 * 4 + 1);
  CHECK(output[4].count_nonzero().item<int64_t>() == 0);
}

TEST_CASE("tensors that are none of a plain Transformer are refused by name") {
  const ModelSettings settings = small_settings(NormPosition::kPost);
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

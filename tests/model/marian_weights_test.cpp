#include "model/marian_weights.h"

#include <cmath>

#include "catch.h"
#include "small_models.h"

namespace dragoman {
namespace {

TensorsByName by_name(const NamedTensors& tensors) { return {tensors.begin(), tensors.end()}; }

/// Where index j of transformers' residual axis is in ours.
int64_t our_index(int64_t j, int64_t width) {
  return j < width / 2 ? 2 * j : 2 * (j - width / 2) + 1;
}

void check_same(const TransformerImpl& a, const TransformerImpl& b) {
  const auto expected = b.named_parameters();
  for (const auto& item : a.named_parameters())
    CHECK(torch::equal(item.value(), expected[item.key()]));
}

}  // namespace

TEST_CASE("weights that were exported and imported are what they were") {
  ModelSettings settings = small_settings();
  settings.shared_embeddings =
      GENERATE(SharedEmbeddings::kAll, SharedEmbeddings::kTarget, SharedEmbeddings::kNone);
  settings.norm = GENERATE(NormPosition::kPost, NormPosition::kPre);
  settings.output_bias = GENERATE(false, true);
  const VocabularySizes sizes = settings.shared_embeddings == SharedEmbeddings::kAll
                                    ? VocabularySizes{11, 11}
                                    : VocabularySizes{9, 11};
  const Transformer model = random_model(settings, sizes);
  const TensorsByName theirs = by_name(to_marian_weights(*model));
  CHECK(has_output_bias(theirs, 10) == settings.output_bias);
  Transformer again(settings, sizes);
  set_marian_weights(theirs, {sizes.source - 1, sizes.target - 1}, "test", *again);
  check_same(*again, *model);
}

TEST_CASE("exported axes are in transformers' order of sines and cosines") {
  constexpr int64_t kWidth = 16;
  const Transformer model = random_model(small_settings());
  const auto ours = model->named_parameters();
  const TensorsByName theirs = by_name(to_marian_weights(*model));
  const auto qkv = ours["encoder_layer_1.self_attention.query_key_value.weight"];
  const auto key = theirs.at("model.encoder.layers.1.self_attn.k_proj.weight");
  const auto out = ours["decoder_layer_0.cross_attention.output.weight"];
  const auto their_out = theirs.at("model.decoder.layers.0.encoder_attn.out_proj.weight");
  for (int64_t i = 0; i < kWidth; ++i) {
    for (int64_t j = 0; j < kWidth; ++j) {
      // Reads the residual axis; the axis of heads stays.
      CHECK(key[i][j].item<float>() == qkv[kWidth + i][our_index(j, kWidth)].item<float>());
      // Writes it.
      CHECK(their_out[i][j].item<float>() == out[our_index(i, kWidth)][j].item<float>());
    }
  }
  const auto norm = ours["decoder_layer_0.feed_forward_residual.norm.bias"];
  const auto their_norm = theirs.at("model.decoder.layers.0.final_layer_norm.bias");
  const auto words = ours["shared_embedding"], their_words = theirs.at("model.shared.weight");
  for (int64_t j = 0; j < kWidth; ++j) {
    CHECK(their_norm[j].item<float>() == norm[our_index(j, kWidth)].item<float>());
    CHECK(their_words[4][j].item<float>() == words[4][our_index(j, kWidth)].item<float>());
  }
}

TEST_CASE("positions in a file are checked against transformers' formula") {
  const ModelSettings settings = small_settings();
  Transformer model = random_model(settings);
  TensorsByName theirs = by_name(to_marian_weights(*model));
  torch::Tensor positions = torch::zeros({32, 16});
  for (int64_t position = 0; position < 32; ++position) {
    for (int64_t j = 0; j < 16; ++j) {
      const double angle = position / std::pow(10000.0, 2.0 * (j % 8) / 16);
      positions[position][j] = j < 8 ? std::sin(angle) : std::cos(angle);
    }
  }
  theirs["model.encoder.embed_positions.weight"] = positions;
  CHECK_NOTHROW(set_marian_weights(theirs, {10, 10}, "test", *model));
  theirs["model.encoder.embed_positions.weight"] = positions + 0.01;
  CHECK_THROWS_WITH(set_marian_weights(theirs, {10, 10}, "test", *model),
                    ContainsSubstring("no table of sines"));
}

TEST_CASE("padding that is not the last token becomes it, in rows and in the bias") {
  ModelSettings settings = small_settings();
  settings.output_bias = true;
  const Transformer model = random_model(settings);
  TensorsByName theirs = by_name(to_marian_weights(*model));
  // Padding moves from the end to row 3.
  torch::Tensor& words = theirs["model.shared.weight"];
  words = torch::cat({words.narrow(0, 0, 3), words.narrow(0, 10, 1), words.narrow(0, 3, 7)});
  torch::Tensor& bias = theirs["final_logits_bias"];
  bias = torch::cat({bias.narrow(1, 0, 3), bias.narrow(1, 10, 1), bias.narrow(1, 3, 7)}, 1);
  Transformer again(settings, VocabularySizes{11, 11});
  set_marian_weights(theirs, {3, 3}, "test", *again);
  check_same(*again, *model);
}

TEST_CASE("half-precision weights are taken as fp32") {
  const Transformer model = random_model(small_settings());
  TensorsByName theirs = by_name(to_marian_weights(*model));
  for (auto& [name, tensor] : theirs) tensor = tensor.to(torch::kBFloat16);
  Transformer again(small_settings(), VocabularySizes{11, 11});
  set_marian_weights(theirs, {10, 10}, "test", *again);
  for (const auto& item : again->named_parameters()) {
    CHECK(item.value().scalar_type() == torch::kFloat32);
    CHECK(torch::equal(
        item.value(),
        model->named_parameters()[item.key()].to(torch::kBFloat16).to(torch::kFloat32)));
  }
}

TEST_CASE("tensors that are missing, left over, misshapen or contradictory are named") {
  Transformer model = random_model(small_settings());
  const TensorsByName whole = by_name(to_marian_weights(*model));
  const auto set = [&](const TensorsByName& theirs) {
    set_marian_weights(theirs, {10, 10}, "DIR", *model);
  };
  TensorsByName theirs = whole;
  theirs.erase("model.encoder.layers.0.fc1.bias");
  CHECK_THROWS_WITH(set(theirs),
                    ContainsSubstring("DIR") && ContainsSubstring("layers.0.fc1.bias"));
  theirs = whole;
  theirs["model.encoder.layers.2.fc1.bias"] = torch::zeros({24});
  CHECK_THROWS_WITH(set(theirs), ContainsSubstring("layers.2.fc1.bias"));
  theirs = whole;
  theirs["model.shared.weight"] = torch::zeros({12, 16});
  CHECK_THROWS_WITH(set(theirs), ContainsSubstring("[12, 16]") && ContainsSubstring("[11, 16]"));
  theirs = whole;
  theirs["lm_head.weight"] = torch::zeros({11, 16});
  CHECK_THROWS_WITH(set(theirs), ContainsSubstring("differ"));
  theirs["lm_head.weight"] = whole.at("model.shared.weight");
  theirs.erase("model.shared.weight");  // under any one of its names it will do
  CHECK_NOTHROW(set(theirs));
  theirs = whole;
  theirs["model.encoder.layers.0.fc1.bias"] = torch::zeros({24}, torch::kInt64);
  CHECK_THROWS_WITH(set(theirs), ContainsSubstring("whole numbers"));
}

}  // namespace dragoman

#include "interchange/marian_weights.h"

#include <cmath>

#include "catch.h"
#include "interchange/rearranged_weight.h"
#include "random_weights.h"

namespace dragoman {
namespace {

constexpr VocabularySizes kSizes{11, 11};

WeightsByName to_theirs(const NamedWeights& ours, const ModelSettings& settings,
                        const VocabularySizes& sizes = kSizes) {
  return by_name(to_marian_weights(settings, sizes, source_of(ours)));
}

/// Where index j of transformers' residual axis is in ours.
int64_t our_index(int64_t j, int64_t width) {
  return j < width / 2 ? 2 * j : 2 * (j - width / 2) + 1;
}

float at(const Weight& matrix, int64_t row, int64_t column) {
  return matrix.data()[row * matrix.width() + column];
}

}  // namespace

TEST_CASE("weights that were exported and imported are what they were") {
  ModelSettings settings = small_settings();
  settings.shared_embeddings =
      GENERATE(SharedEmbeddings::kAll, SharedEmbeddings::kTarget, SharedEmbeddings::kNone);
  settings.norm = GENERATE(NormPosition::kPost, NormPosition::kPre);
  settings.output_bias = GENERATE(false, true);
  const VocabularySizes sizes =
      settings.shared_embeddings == SharedEmbeddings::kAll ? kSizes : VocabularySizes{9, 11};
  const NamedWeights ours = random_weights(settings, sizes);
  const WeightsByName theirs = to_theirs(ours, settings, sizes);
  CHECK(has_output_bias(theirs, 10) == settings.output_bias);
  const NamedWeights again =
      from_marian_weights(theirs, settings, sizes, {sizes.source - 1, sizes.target - 1}, "test");
  CHECK(again == ours);
}

TEST_CASE("exported axes are in transformers' order of sines and cosines") {
  constexpr int64_t kWidth = 16;
  const auto ours = by_name(random_weights(small_settings(), kSizes));
  const WeightsByName theirs = to_theirs({ours.begin(), ours.end()}, small_settings());
  const Weight& qkv = ours.at("encoder_layer_1.self_attention.query_key_value.weight");
  const Weight& key = theirs.at("model.encoder.layers.1.self_attn.k_proj.weight");
  const Weight& out = ours.at("decoder_layer_0.cross_attention.output.weight");
  const Weight& their_out = theirs.at("model.decoder.layers.0.encoder_attn.out_proj.weight");
  for (int64_t i = 0; i < kWidth; ++i) {
    for (int64_t j = 0; j < kWidth; ++j) {
      // Reads the residual axis; the axis of heads stays.
      CHECK(at(key, i, j) == at(qkv, kWidth + i, our_index(j, kWidth)));
      // Writes it.
      CHECK(at(their_out, i, j) == at(out, our_index(i, kWidth), j));
    }
  }
  const Weight& norm = ours.at("decoder_layer_0.feed_forward_residual.norm.bias");
  const Weight& their_norm = theirs.at("model.decoder.layers.0.final_layer_norm.bias");
  const Weight &words = ours.at("shared_embedding"),
               &their_words = theirs.at("model.shared.weight");
  for (int64_t j = 0; j < kWidth; ++j) {
    CHECK(their_norm.data()[j] == norm.data()[our_index(j, kWidth)]);
    CHECK(at(their_words, 4, j) == at(words, 4, our_index(j, kWidth)));
  }
}

TEST_CASE("positions in a file are checked against transformers' formula") {
  const ModelSettings settings = small_settings();
  WeightsByName theirs = to_theirs(random_weights(settings, kSizes), settings);
  std::vector<float> positions(32 * 16);
  for (int64_t position = 0; position < 32; ++position) {
    for (int64_t j = 0; j < 16; ++j) {
      const double angle =
          static_cast<double>(position) / std::pow(10000.0, 2.0 * static_cast<double>(j % 8) / 16);
      positions[position * 16 + j] = static_cast<float>(j < 8 ? std::sin(angle) : std::cos(angle));
    }
  }
  Weight& given = theirs["model.encoder.embed_positions.weight"];
  given = Weight({32, 16}, positions);
  CHECK_NOTHROW(from_marian_weights(theirs, settings, kSizes, {10, 10}, "test"));
  positions[40] += 0.01F;
  given = Weight({32, 16}, positions);
  CHECK_THROWS_WITH(from_marian_weights(theirs, settings, kSizes, {10, 10}, "test"),
                    ContainsSubstring("no table of sines"));
}

TEST_CASE("padding that is not the last token becomes it, in rows and in the bias") {
  ModelSettings settings = small_settings();
  settings.output_bias = true;
  const NamedWeights ours = random_weights(settings, kSizes);
  WeightsByName theirs = to_theirs(ours, settings);
  // Padding moves from the end to row 3.
  const std::vector<int64_t> order{0, 1, 2, 10, 3, 4, 5, 6, 7, 8, 9};
  Weight& words = theirs["model.shared.weight"];
  words = gather_rows(words, order);
  Weight& bias = theirs["final_logits_bias"];
  bias = gather_columns(bias, order);
  CHECK(from_marian_weights(theirs, settings, kSizes, {3, 3}, "test") == ours);
}

TEST_CASE("tensors that are missing, left over, misshapen or contradictory are named") {
  const ModelSettings settings = small_settings();
  const WeightsByName whole = to_theirs(random_weights(settings, kSizes), settings);
  const auto read = [&](const WeightsByName& theirs) {
    return from_marian_weights(theirs, settings, kSizes, {10, 10}, "DIR");
  };
  WeightsByName theirs = whole;
  theirs.erase("model.encoder.layers.0.fc1.bias");
  CHECK_THROWS_WITH(read(theirs),
                    ContainsSubstring("DIR") && ContainsSubstring("layers.0.fc1.bias"));
  theirs = whole;
  theirs["model.encoder.layers.2.fc1.bias"] = random_weight({24}, 1);
  CHECK_THROWS_WITH(read(theirs), ContainsSubstring("layers.2.fc1.bias"));
  theirs = whole;
  theirs["model.shared.weight"] = random_weight({12, 16}, 1);
  CHECK_THROWS_WITH(read(theirs), ContainsSubstring("[12, 16]") && ContainsSubstring("[11, 16]"));
  theirs = whole;
  theirs["lm_head.weight"] = random_weight({11, 16}, 1);
  CHECK_THROWS_WITH(read(theirs), ContainsSubstring("differ"));
  theirs["lm_head.weight"] = whole.at("model.shared.weight");
  theirs.erase("model.shared.weight");  // under any one of its names it will do
  CHECK_NOTHROW(read(theirs));
}

TEST_CASE("tensors with NaN or infinite numbers are named, except a bias that forbids a token") {
  ModelSettings settings = small_settings();
  settings.output_bias = true;
  const WeightsByName whole = to_theirs(random_weights(settings, kSizes), settings);
  const auto read = [&](const std::string& name, float number) {
    WeightsByName theirs = whole;
    std::vector<float> numbers = numbers_of(theirs.at(name));
    numbers[3] = number;
    theirs[name] = Weight(theirs.at(name).shape(), numbers);
    return from_marian_weights(theirs, settings, kSizes, {10, 10}, "DIR");
  };
  for (const char* name : {"model.shared.weight", "model.decoder.layers.0.fc1.weight",
                           "model.encoder.layers.0.self_attn.k_proj.weight"}) {
    for (const float number : {NAN, INFINITY}) {
      CHECK_THROWS_WITH(read(name, number),
                        ContainsSubstring("'" + std::string(name) + "' holds NaN or infinite") &&
                            !ContainsSubstring("one model"));
    }
  }
  for (const float number : {NAN, INFINITY})
    CHECK_THROWS_WITH(read("final_logits_bias", number), ContainsSubstring("final_logits_bias"));
  CHECK_NOTHROW(read("final_logits_bias", -INFINITY));
}

}  // namespace dragoman

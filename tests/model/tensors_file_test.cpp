#include "model/tensors_file.h"

#include "catch.h"
#include "temporary_folder.h"

namespace dragoman {
namespace {

ModelSettings settings_of(int64_t width) {
  ModelSettings settings;
  settings.encoder_layers = settings.decoder_layers = 1;
  settings.width = width;
  settings.feed_forward = 8;
  settings.heads = 2;
  return settings;
}

}  // namespace

TEST_CASE("weights come back from their file bit by bit") {
  const TemporaryFolder folder;
  Transformer a(settings_of(8), VocabularySizes{9, 9}), b(settings_of(8), VocabularySizes{9, 9});
  initialize_weights(*a, 1);
  write_tensors(folder / "w", named_weights(*a), {});
  load_weights(folder / "w", *b);
  const auto expected = a->named_parameters();
  for (const auto& item : b->named_parameters())
    CHECK(torch::equal(item.value(), expected[item.key()]));
}

TEST_CASE("tensors of bf16 and int64 come back as they were") {
  const TemporaryFolder folder;
  const torch::Tensor half = torch::randn({3, 4}).to(torch::kBFloat16), number = torch::arange(5);
  write_tensors(folder / "w", {{"half", half}, {"number", number}}, {});
  const SafetensorsFile file(folder / "w");
  CHECK(torch::equal(to_tensor(*file.find("half")), half));
  CHECK(torch::equal(to_tensor(*file.find("number")), number));
}

TEST_CASE("weights of another model are refused by name and shape") {
  const TemporaryFolder folder;
  Transformer small(settings_of(8), VocabularySizes{9, 9}),
      wide(settings_of(12), VocabularySizes{9, 9});
  write_tensors(folder / "w", named_weights(*small), {});
  const auto names_shapes = ContainsSubstring("shape [9, 8], but the model needs [9, 12]");
  CHECK_THROWS_WITH(load_tensors(folder / "w", named_weights(*wide)), names_shapes);
  CHECK_THROWS_WITH(load_weights(folder / "w", *wide), names_shapes);

  NamedTensors fewer = named_weights(*small);
  fewer.pop_back();
  CHECK_THROWS_WITH(load_tensors(folder / "w", fewer),
                    ContainsSubstring("tensors, but the model has"));
  write_tensors(folder / "w", fewer, {});
  CHECK_THROWS_WITH(load_tensors(folder / "w", named_weights(*small)),
                    ContainsSubstring("has no tensor"));
  fewer = named_weights(*small);
  fewer.emplace_back("more", torch::ones(1));
  write_tensors(folder / "w", fewer, {});
  CHECK_THROWS_WITH(load_weights(folder / "w", *small),
                    ContainsSubstring("tensors, but the model has"));
}

}  // namespace dragoman

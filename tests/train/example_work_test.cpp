#include "train/example_work.h"

#include "catch.h"

namespace dragoman {

TEST_CASE("the work of an example counts multiplications with weights and in attention") {
  ModelSettings settings;
  settings.encoder_layers = 2;
  settings.decoder_layers = 3;
  settings.width = 8;
  settings.feed_forward = 16;
  const ExampleWork work = example_work(settings, {100, 50});
  // A layer has 4 matrices of 8 x 8 for each attention and 2 of 8 x 16; the decoder looks at the
  // source through two of them.
  const int64_t of_source = 2 * (4 * 64 + 2 * 128) + 3 * 2 * 64,
                of_target = 3 * (6 * 64 + 2 * 128) + 8 * 50;
  CHECK(work({7, 0}) == 7 * of_source + 2 * 8 * 2 * 7 * 7);
  CHECK(work({0, 6}) == 6 * of_target + 2 * 8 * 3 * 6 * 3);
  CHECK(work({7, 6}) == work({7, 0}) + work({0, 6}) + 2 * 8 * 3 * 7 * 6);
}

TEST_CASE("a language model works on targets alone") {
  ModelSettings settings;
  settings.architecture = Architecture::kLanguageModel;
  settings.decoder_layers = 1;
  settings.width = 4;
  settings.feed_forward = 4;
  CHECK(example_work(settings, {1, 10})({0, 1}) == 4 * 16 + 2 * 16 + 4 * 10);
}

}  // namespace dragoman

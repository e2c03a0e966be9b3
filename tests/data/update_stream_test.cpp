#include "data/update_stream.h"

#include <set>

#include "catch.h"
#include "io/random.h"

namespace dragoman {
namespace {

constexpr PadIds kPad{99, 98};

/// Example i is made of tokens i, so that a batch tells whose it is; 0 ends every side.
Examples make_examples(size_t count) {
  RandomSequence random(7);
  Examples examples;
  for (size_t i = 0; i < count; ++i) {
    TokenIds source(1 + random.below(9), static_cast<int32_t>(i + 1)),
        target(1 + random.below(9), static_cast<int32_t>(i + 1));
    source.push_back(0);
    target.push_back(0);
    examples.add(source, target);
  }
  return examples;
}

bool same(const Batch& a, const Batch& b) {
  return a.source == b.source && a.target_input == b.target_input &&
         a.target_output == b.target_output && a.indices == b.indices;
}

}  // namespace

TEST_CASE("a batch pads with the last ids and shifts the target by one") {
  Examples examples;
  examples.add({5, 6, 0}, {7, 0});
  examples.add({5, 0}, {8, 9, 0});
  const std::vector<uint32_t> both{0, 1};
  const Batch batch = make_batch(examples, both, kPad);
  CHECK(batch.source == std::vector<int64_t>{5, 6, 0, 5, 0, 99});
  CHECK(batch.target_input == std::vector<int64_t>{98, 7, 98, 98, 8, 9});
  CHECK(batch.target_output == std::vector<int64_t>{7, 0, 98, 8, 9, 0});
  CHECK(batch.source_tokens == 5);
  CHECK(batch.target_tokens == 5);
}

TEST_CASE("updates of an epoch have every example once and say where they stand") {
  const Examples examples = make_examples(200);
  UpdateStream stream(examples, {.batch_tokens = 60, .accumulate = 3, .seed = 1, .pad = kPad}, {});
  std::set<uint32_t> seen;
  for (int64_t number = 0;; ++number) {
    const UpdateBatches update = stream.next();
    CHECK(update.position.epoch == 0);
    CHECK(update.position.update == number);
    int64_t tokens = 0;
    for (const Batch& batch : update.batches) {
      tokens += batch.target_tokens;
      for (const uint32_t index : batch.indices) CHECK(seen.insert(index).second);
    }
    CHECK(update.target_tokens == tokens);
    if (update.ends_epoch) break;
    CHECK(update.batches.size() == 3);
  }
  CHECK(seen.size() == 200);
  CHECK(stream.next().position.epoch == 1);
}

TEST_CASE("a stream that starts in the middle gives what the undisturbed one gives from there") {
  const Examples examples = make_examples(100);
  const UpdateOptions options{.batch_tokens = 50, .accumulate = 2, .seed = 3, .pad = kPad};
  UpdateStream whole(examples, options, {});
  for (int i = 0; i < 40; ++i) {
    const UpdateBatches update = whole.next();
    UpdateStream resumed(examples, options, update.position);
    const UpdateBatches again = resumed.next();
    REQUIRE(again.batches.size() == update.batches.size());
    for (size_t b = 0; b < update.batches.size(); ++b)
      CHECK(same(again.batches[b], update.batches[b]));
    CHECK(again.ends_epoch == update.ends_epoch);
  }
}

}  // namespace dragoman

#include "catch.h"
#include "data/examples.h"
#include "data/update_parts.h"

namespace dragoman {
namespace {

/// A batch of 50 pairs of the tokens 2 to 9 and end of sentence, 0, with words dropped.
Batch batch_with(const WordDropout& dropout) {
  auto examples = std::make_unique<Examples>();
  const TokenIds side{2, 3, 4, 5, 6, 7, 8, 9, 0};
  for (int i = 0; i < 50; ++i) examples->add({side, side});
  CorpusMix corpora;
  corpora.add(std::move(examples), 1);
  const UpdateOptions options{
      .part_tokens = 1000, .parts = 1, .seed = 1, .pad = {99, 98}, .word_dropout = dropout};
  const EpochPlan plan = plan_epoch(corpora, options.part_tokens, options.work, options.seed, 0);
  const UpdateParts update = make_update(corpora, plan, options, {});
  REQUIRE(update.parts.size() == 1);
  REQUIRE(update.parts.front().batches.size() == 1);
  return update.parts.front().batches.front();
}

}  // namespace

TEST_CASE("word dropout keeps symbols, and drops the words that it drops without symbols") {
  const TokenSet symbols{4, 5};
  const Batch whole = batch_with({}), dropped = batch_with({.source = 0.4, .target = 0.4}),
              kept = batch_with({.source = 0.4,
                                 .target = 0.4,
                                 .source_symbols = symbols,
                                 .target_symbols = symbols});
  const auto check = [&](const auto& before, const auto& without, const auto& with) {
    int64_t num_kept = 0;
    for (size_t i = 0; i < before.size(); ++i) {
      const bool is_symbol = before[i] == 4 || before[i] == 5;
      num_kept += is_symbol && without[i] == 1 ? 1 : 0;
      CHECK(with[i] == (is_symbol ? before : without)[i]);
    }
    CHECK(num_kept > 10);
  };
  check(whole.source, dropped.source, kept.source);
  check(whole.target_input, dropped.target_input, kept.target_input);
}

}  // namespace dragoman

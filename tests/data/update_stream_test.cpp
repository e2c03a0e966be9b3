#include "data/update_stream.h"

#include <set>

#include "captured_stderr.h"
#include "catch.h"
#include "data/examples.h"
#include "io/random.h"

namespace dragoman {
namespace {

constexpr PadIds kPad{99, 98};

/// Example i is made of tokens i + 2, so that a batch tells whose it is; 0 ends every side.
std::shared_ptr<const CorpusMix> make_corpora(size_t count) {
  RandomSequence random(7);
  auto examples = std::make_unique<Examples>();
  for (size_t i = 0; i < count; ++i) {
    Example example{TokenIds(1 + random.below(9), static_cast<int32_t>(i + 2)),
                    TokenIds(1 + random.below(9), static_cast<int32_t>(i + 2))};
    example.source.push_back(0);
    example.target.push_back(0);
    examples->add(example);
  }
  auto corpora = std::make_shared<CorpusMix>();
  corpora->add(std::move(examples), 1);
  return corpora;
}

EpochExamples always(std::shared_ptr<const CorpusMix> corpora) {
  return [corpora](int64_t, const StopCheck&) { return corpora; };
}

const Batch& only_batch(const UpdatePart& part) {
  REQUIRE(part.batches.size() == 1);
  return part.batches.front();
}

bool same(const UpdatePart& a, const UpdatePart& b) {
  const Batch &first = only_batch(a), &second = only_batch(b);
  return a.number == b.number && first.source == second.source &&
         first.target_input == second.target_input && first.target_output == second.target_output;
}

}  // namespace

TEST_CASE("a batch pads with the last ids and shifts the target by one") {
  const std::vector<Example> examples{{{5, 6, 0}, {7, 0}}, {{5, 0}, {8, 9, 0}}};
  const Batch batch = make_batch(examples, kPad);
  CHECK(batch.source == std::vector<int64_t>{5, 6, 0, 5, 0, 99});
  CHECK(batch.target_input == std::vector<int64_t>{98, 7, 98, 98, 8, 9});
  CHECK(batch.target_output == std::vector<int64_t>{7, 0, 98, 8, 9, 0});
  CHECK(batch.source_tokens == 5);
  CHECK(batch.target_tokens == 5);
  CHECK(batch.target_lengths == std::vector<int64_t>{2, 3});
}

TEST_CASE("the decoder reads what stands before a block, and a language model has no source") {
  const std::vector<Example> examples{{{}, {7, 98, 8}}, {{}, {9, 5}, 98}};
  const Batch batch = make_batch(examples, kPad);
  CHECK(batch.source_length == 0);
  CHECK(batch.source.empty());
  CHECK(batch.target_input == std::vector<int64_t>{98, 7, 98, 98, 9, 98});
  CHECK(batch.target_output == std::vector<int64_t>{7, 98, 8, 9, 5, 98});
  CHECK(batch.target_lengths == std::vector<int64_t>{3, 2});
}

TEST_CASE("a warning names a number of parts whose updates are not too large") {
  const auto corpora = make_corpora(200);
  const auto said = [&](int64_t part_tokens, int64_t parts) {
    const UpdateOptions options{.part_tokens = part_tokens,
                                .parts = parts,
                                .pad = kPad,
                                .word_dropout = {},
                                .log = make_stderr_logger()};
    return captured_stderr([&] {
      UpdateStream stream(always(corpora), options, {});
      for (int i = 0; i < 40; ++i) stream.next();
    });
  };
  const UpdateOptions options;
  const auto excess_of = [&](int64_t part_tokens, int64_t parts) {
    return find_excess(*corpora, plan_epoch(*corpora, part_tokens, options.work, 1, 0), part_tokens,
                       parts);
  };
  CHECK(said(20, 3).empty());
  const auto excess = excess_of(2, 30);
  REQUIRE(excess);
  CHECK(excess->tokens > 2 * 60);
  CHECK(!excess_of(60 / excess->most_parts, excess->most_parts));
  const std::string parts = "set train.parts to " + std::to_string(excess->most_parts) + " or less";
  const std::string warning = said(2, 30);
  CHECK_THAT(warning, ContainsSubstring("with train.parts=30 a part has 2") &&
                          ContainsSubstring(parts + "\n"));
  CHECK(warning.find('\n') + 1 == warning.size());  // once, though there are several epochs
}

TEST_CASE("updates of an epoch have every example once and say where they stand") {
  const UpdateOptions options{
      .part_tokens = 60, .parts = 3, .seed = 1, .pad = kPad, .word_dropout = {}};
  UpdateStream stream(always(make_corpora(200)), options, {});
  std::set<int64_t> seen;
  for (int64_t number = 0;; ++number) {
    const UpdateParts update = stream.next().value();
    CHECK(update.position.epoch == 0);
    CHECK(update.position.update == number);
    REQUIRE(update.parts.size() == static_cast<size_t>(update.num_parts));
    for (const UpdatePart& part : update.parts) {
      const Batch& batch = only_batch(part);
      CHECK(part.target_tokens == batch.target_tokens);
      for (int64_t row = 0; row < batch.rows; ++row)
        CHECK(seen.insert(batch.source[row * batch.source_length]).second);
    }
    CHECK(update.ends_epoch == (number + 1 == update.epoch_updates));
    if (update.ends_epoch) break;
    CHECK(update.num_parts == 3);
  }
  CHECK(seen.size() == 200);
  CHECK(stream.next().value().position.epoch == 1);
}

TEST_CASE("a stream that starts in the middle gives what the uninterrupted one gives from there") {
  const auto corpora = always(make_corpora(100));
  const UpdateOptions options{.part_tokens = 50,
                              .parts = 2,
                              .seed = 3,
                              .pad = kPad,
                              .word_dropout = {.source = 0.2, .target = 0.3}};
  UpdateStream whole(corpora, options, {});
  for (int i = 0; i < 40; ++i) {
    const UpdateParts update = whole.next().value();
    UpdateStream resumed(corpora, options, update.position);
    const UpdateParts again = resumed.next().value();
    REQUIRE(again.parts.size() == update.parts.size());
    for (size_t part = 0; part < update.parts.size(); ++part)
      CHECK(same(again.parts[part], update.parts[part]));
    CHECK(again.ends_epoch == update.ends_epoch);
  }
}

TEST_CASE("processes share the parts of each update, which are those of one process") {
  const auto corpora = always(make_corpora(150));
  UpdateOptions options{
      .part_tokens = 50, .parts = GENERATE(1, 3, 8), .seed = 2, .pad = kPad, .word_dropout = {}};
  options.processes = GENERATE(1, 2, 3, 4);
  UpdateStream whole(corpora, {options.part_tokens, options.parts, 2, kPad, {}}, {});
  std::vector<std::unique_ptr<UpdateStream>> streams;
  for (; options.process < options.processes; ++options.process)
    streams.push_back(std::make_unique<UpdateStream>(corpora, options, DataPosition{}));
  for (int i = 0; i < 12; ++i) {
    const UpdateParts expected = whole.next().value();
    size_t number = 0;
    for (const auto& stream : streams) {
      const UpdateParts update = stream->next().value();
      CHECK(update.num_parts == expected.num_parts);
      CHECK(update.ends_epoch == expected.ends_epoch);
      for (const UpdatePart& part : update.parts) CHECK(same(part, expected.parts.at(number++)));
    }
    CHECK(number == expected.parts.size());
  }
}

TEST_CASE("parts that several threads read are those of one thread") {
  const auto corpora = make_corpora(150);
  UpdateOptions options{.part_tokens = 50, .parts = 7, .seed = 2, .pad = kPad, .word_dropout = {}};
  options.processes = GENERATE(1, 2);
  options.process = options.processes - 1;
  const EpochPlan plan = plan_epoch(*corpora, options.part_tokens, options.work, options.seed, 0);
  for (int64_t number = 0; number * options.parts < std::ssize(plan.batches); ++number) {
    const UpdateParts expected = make_update(*corpora, plan, options, {0, number});
    for (const size_t num_threads : {2, 20}) {
      const UpdateParts made = make_update(*corpora, plan, options, {0, number}, num_threads);
      REQUIRE(made.parts.size() == expected.parts.size());
      for (size_t i = 0; i < made.parts.size(); ++i) CHECK(same(made.parts[i], expected.parts[i]));
    }
  }
}

TEST_CASE("a stream ends where there are no more examples, and goes on after a shrunken epoch") {
  const auto corpora = make_corpora(20);
  const EpochExamples three = [corpora](int64_t epoch, const StopCheck&) {
    return epoch < 3 ? corpora : nullptr;
  };
  const UpdateOptions options{
      .part_tokens = 50, .parts = 1, .seed = 3, .pad = kPad, .word_dropout = {}};
  // Update 1000 of the first epoch was one of other data.
  UpdateStream stream(three, options, {0, 1000});
  CHECK(stream.next().value().position.epoch == 1);
  while (const auto update = stream.next()) CHECK(update->position.epoch < 3);
  CHECK(!stream.next());
}

TEST_CASE("a stream ends after its epochs, and does not look for more examples") {
  const auto corpora = make_corpora(50);
  int64_t last_epoch = -1;
  const auto examples = [&](int64_t epoch, const StopCheck&) {
    last_epoch = epoch;
    return corpora;
  };
  const UpdateOptions options{
      .part_tokens = 60, .parts = 2, .pad = kPad, .word_dropout = {}, .epochs = 2};
  UpdateStream stream(examples, options, {1, 0});
  std::optional<UpdateParts> last;
  while (auto update = stream.next()) last = std::move(update);
  REQUIRE(last.has_value());
  CHECK(last->position.epoch == 1);
  CHECK(last->ends_epoch);
  CHECK(last_epoch == 1);
  CHECK(!stream.next().has_value());
}

TEST_CASE("word dropout hides what is read, neither what is predicted nor how sentences end") {
  const auto corpora = make_corpora(90);
  UpdateOptions options{.part_tokens = 60, .parts = 1, .seed = 1, .pad = kPad, .word_dropout = {}};
  UpdateStream plain(always(corpora), options, {});
  options.word_dropout = {.source = 0.25, .target = 0.5, .source_unknown = 1, .target_unknown = 1};
  UpdateStream dropped(always(corpora), options, {});
  int64_t sources = 0, hidden_sources = 0, targets = 0, hidden_targets = 0;
  const auto compare = [](const auto& before, const auto& after, int64_t& count, int64_t& hidden) {
    for (size_t i = 0; i < before.size(); ++i) {
      if (before[i] < 2 || before[i] == kPad.source || before[i] == kPad.target) {
        CHECK(after[i] == before[i]);
        continue;
      }
      ++count;
      hidden += after[i] == 1 ? 1 : 0;
      CHECK((after[i] == 1 || after[i] == before[i]));
    }
  };
  for (int i = 0; i < 40; ++i) {
    const Batch before = only_batch(plain.next().value().parts[0]),
                after = only_batch(dropped.next().value().parts[0]);
    CHECK(before.target_output == after.target_output);
    compare(before.source, after.source, sources, hidden_sources);
    compare(before.target_input, after.target_input, targets, hidden_targets);
  }
  CHECK(static_cast<double>(hidden_sources) / static_cast<double>(sources) ==
        Approx(0.25).margin(0.05));
  CHECK(static_cast<double>(hidden_targets) / static_cast<double>(targets) ==
        Approx(0.5).margin(0.05));
}

TEST_CASE("word dropout leaves alone what stands before a block") {
  auto examples = std::make_unique<Examples>();
  for (int i = 0; i < 20; ++i) examples->add({{}, {7, 8, 9}, 6});
  auto corpora = std::make_shared<CorpusMix>();
  corpora->add(std::move(examples), 1);
  const UpdateOptions options{.part_tokens = 60,
                              .parts = 1,
                              .seed = 1,
                              .pad = kPad,
                              .word_dropout = {.source = 1, .target = 1}};
  UpdateStream stream(always(corpora), options, {});
  const Batch batch = only_batch(stream.next().value().parts.front());
  REQUIRE(batch.rows == 20);
  for (int64_t row = 0; row < batch.rows; ++row) {
    CHECK(batch.target_input[row * 3] == 6);
    CHECK(batch.target_input[row * 3 + 1] == 1);
    CHECK(batch.target_output[row * 3 + 1] == 8);
  }
}

/// Examples that are longer when they are read than when they are planned.
class GrowingExamples : public ExampleSource {
 public:
  size_t size() const override { return 64; }
  PairLength length(size_t) const override { return {4, 4}; }
  Example read(size_t index, uint64_t pass) const override {
    const size_t length = 4 + (index + pass) % 9;
    return {TokenIds(length, 5), TokenIds(length, 6)};
  }
};

TEST_CASE("a part that outgrows what was planned is split into batches that keep to it") {
  auto corpora = std::make_shared<CorpusMix>();
  corpora->add(std::make_unique<GrowingExamples>(), 1);
  const UpdateOptions options{
      .part_tokens = 32, .parts = 2, .seed = 1, .pad = kPad, .word_dropout = {}};
  UpdateStream stream(always(corpora), options, {});
  for (int i = 0; i < 4; ++i) {
    const UpdateParts update = stream.next().value();
    REQUIRE(update.parts.size() == 2);
    for (const UpdatePart& part : update.parts) {
      int64_t rows = 0, tokens = 0;
      for (const Batch& batch : part.batches) {
        CHECK(batch.source_tokens + batch.rows * batch.target_length <= 64);
        rows += batch.rows;
        tokens += batch.target_tokens;
      }
      CHECK(part.batches.size() > 1);
      CHECK(rows == 8);
      CHECK(tokens == part.target_tokens);
    }
  }
}

}  // namespace dragoman

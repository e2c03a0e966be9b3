#include "data/stream_examples.h"

#include "catch.h"
#include "data/corpus_cache.h"
#include "data/update_parts.h"
#include "temporary_folder.h"
#include "trained_tokenizer.h"
#include "written_file.h"

namespace dragoman {
namespace {

const std::string kText = " ab\n\nb  a\nabba\n\n";

/// A text, a tokenizer of its characters and a folder for its cache.
class TextFixture {
 public:
  TextFixture() {
    corpus.target = written_file(folder / "text", kText);
    settings.layout = TextLayout::kStream;
    settings.max_length = 4;
    tokenizer.emplace(character_tokenizer({"ab ", "ba"}, {.keep_whitespace = true}));
  }

  std::unique_ptr<const PairFile> open(int threads = 1) const {
    return open_corpus_cache(
        corpus, settings, *tokenizer, *tokenizer,
        {.folder = folder / "cache", .tokenizer_key = 1, .num_threads = threads},
        make_null_logger());
  }
  StreamExamples stream(int threads = 1) const {
    return StreamExamples(open(threads), tokenizer->vocabulary_size(), settings.max_length);
  }

  TemporaryFolder folder;
  CorpusSettings corpus;
  DataSettings settings;
  std::optional<Tokenizer> tokenizer;
};

TokenIds all_ids(const StreamExamples& stream) {
  TokenIds ids;
  for (size_t i = 0; i < stream.size(); ++i) {
    const TokenIds block = stream.read(i, 0).target;
    ids.insert(ids.end(), block.begin(), block.end());
  }
  return ids;
}

/// A stream of the ids 1, 2, ... in a file.
std::unique_ptr<const PairFile> counting_file(const std::string& path, int32_t count,
                                              int64_t vocabulary_size) {
  OutputFile file(path);
  PairFileWriter writer(file);
  writer.add("", "", {});
  for (int32_t id = 1; id <= count; ++id) writer.append(pack_ids({id}, vocabulary_size));
  writer.finish(1, {});
  file.commit();
  return PairFile::open(path, 1);
}

}  // namespace

TEST_CASE("the blocks of a stream are the text, every line of it, whatever the number of threads") {
  const TextFixture fixture;
  const StreamExamples stream = fixture.stream(GENERATE(1, 3));
  CHECK(fixture.tokenizer->decode(all_ids(stream)) == kText);
  CHECK(stream.num_tokens() == kText.size());
  CHECK(fixture.open()->counts().text(true) == "5 lines");
}

TEST_CASE("blocks are full but for the last, and begin after what stands before them") {
  const TemporaryFolder folder;
  const int64_t vocabulary_size = GENERATE(1000, 100000);
  const StreamExamples stream(counting_file(folder / "file", 10, vocabulary_size), vocabulary_size,
                              4);
  REQUIRE(stream.size() == 3);
  CHECK(stream.read(0, 0).target == TokenIds{1, 2, 3, 4});
  CHECK(stream.read(1, 0).target == TokenIds{5, 6, 7, 8});
  CHECK(stream.read(2, 0).target == TokenIds{9, 10});
  CHECK(stream.read(0, 0).before == -1);
  CHECK(stream.read(1, 0).before == 4);
  CHECK(stream.read(2, 0).before == 8);
  for (size_t i = 0; i < 3; ++i) {
    CHECK(stream.length(i).source == 0);
    CHECK(stream.length(i).target == static_cast<int32_t>(stream.read(i, 0).target.size()));
  }
  CHECK(StreamExamples(counting_file(folder / "even", 8, 1000), 1000, 4).size() == 2);
}

TEST_CASE(
    "updates have as many blocks as fit, nearly equally many, and an epoch every block once") {
  const TemporaryFolder folder;
  CorpusMix corpora;
  corpora.add(std::make_unique<StreamExamples>(counting_file(folder / "file", 398, 1000), 1000, 10),
              1);
  const UpdateOptions options{
      .part_tokens = 75, .parts = 1, .seed = 1, .pad = {999, 999}, .word_dropout = {}};
  const EpochPlan plan = plan_epoch(corpora, options.part_tokens, options.work, options.seed, 0);
  REQUIRE(plan.batches.size() == 6);  // 40 blocks, 7 at a time at most
  int64_t tokens = 0;
  for (int64_t i = 0; i < 6; ++i) {
    const UpdateParts update = make_update(corpora, plan, options, {0, i});
    REQUIRE(update.parts.size() == 1);
    REQUIRE(update.parts.front().batches.size() == 1);
    const Batch& batch = update.parts.front().batches.front();
    CHECK((batch.rows == 6 || batch.rows == 7));
    tokens += batch.target_tokens;
    for (int64_t row = 0; row < batch.rows; ++row) {
      const int64_t first = batch.target_output[row * 10];
      CHECK(batch.target_input[row * 10] == (first == 1 ? 999 : first - 1));
    }
  }
  CHECK(tokens == 398);
}

TEST_CASE("a line of any length is tokenised as a whole would be") {
  TextFixture fixture;
  std::string line;
  while (line.size() < 300'000) line += line.size() % 7 == 0 ? " ab" : "ba";
  written_file(fixture.corpus.target, line + "\n" + std::string(200'000, 'a'));
  TokenIds expected = fixture.tokenizer->encode(line);
  const int32_t line_feed = *fixture.tokenizer->id_of("\n");
  expected.push_back(line_feed);
  const TokenIds others = fixture.tokenizer->encode(std::string(200'000, 'a'));
  expected.insert(expected.end(), others.begin(), others.end());
  expected.push_back(line_feed);
  fixture.settings.max_length = 1000;
  CHECK(all_ids(fixture.stream()) == expected);
}

TEST_CASE("lines and streams of a text have caches of their own") {
  TextFixture fixture;
  const uint64_t stream = fixture.open()->key();
  fixture.settings.layout = TextLayout::kLines;
  fixture.settings.max_length = 5;
  const auto lines = fixture.open();
  CHECK(lines->key() != stream);
  CHECK(lines->counts().text(true) == "3 lines; left out: 2 blank");
  CHECK(lines->length(0).source == 0);
  CHECK(lines->length(0).target == 4);  // " ab" and end of sentence
}

TEST_CASE("a tokenizer without line feed makes no stream") {
  TextFixture fixture;
  fixture.tokenizer.emplace(character_tokenizer({"ab", "ba"}, {.vocabulary_size = 6}));
  CHECK_THROWS_WITH(fixture.open(), ContainsSubstring("no token for the line feed"));
}

}  // namespace dragoman

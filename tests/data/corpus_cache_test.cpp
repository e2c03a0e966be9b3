#include "data/corpus_cache.h"

#include <filesystem>
#include <fstream>
#include <set>

#include "catch.h"
#include "data/cached_examples.h"
#include "data/pair_reader.h"
#include "io/atomic_file.h"
#include "temporary_folder.h"
#include "trained_tokenizer.h"
#include "written_file.h"

namespace dragoman {
namespace {

/// A corpus of some pairs, a tokenizer and a folder for its cache.
class CacheFixture {
 public:
  CacheFixture() {
    corpus.source =
        written_file(folder / "a", "the house\nhouse the\n\nthe\nthe house\nthe the the");
    corpus.target = written_file(folder / "b", "the the\nhouse\nthe\nhouse house\nthe the\nthe\n");
    TokenizerSettings words;
    words.vocabulary_size = 14;
    words.user_symbols = {"<t>"};
    train_tokenizer({"the house", "house the the"}, words, folder / "model");
    tokenizer.emplace(folder / "model", false);
  }

  std::unique_ptr<const PairFile> open(int threads = 1) const {
    return open_corpus_cache(corpus, settings, *tokenizer, *tokenizer,
                             {.folder = cache(), .tokenizer_key = 1, .num_threads = threads},
                             make_null_logger());
  }
  std::string cache() const { return folder / "cache"; }
  std::string only_file() const {
    return std::filesystem::directory_iterator(cache())->path().string();
  }
  size_t num_files() const {
    size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(cache())) ++count;
    return count;
  }

  TemporaryFolder folder;
  CorpusSettings corpus;
  DataSettings settings;
  std::optional<Tokenizer> tokenizer;
};

}  // namespace

TEST_CASE("a cache holds the examples of its corpus, whatever the number of threads") {
  const CacheFixture fixture;
  const CachedExamples examples(fixture.open(GENERATE(1, 3)));
  const PairEncoder encoder(*fixture.tokenizer, *fixture.tokenizer, fixture.settings);
  PairReader reader(fixture.corpus);
  PairCounts counts;
  size_t index = 0;
  for (SentencePair pair; reader.next(pair);) {
    const auto expected = encoder.encode(pair, counts);
    if (!expected) continue;
    REQUIRE(index < examples.size());
    CHECK(examples.read(index, 0).source == expected->source);
    CHECK(examples.read(index, 0).target == expected->target);
    CHECK(examples.length(index++).source == static_cast<int32_t>(expected->source.size()));
  }
  CHECK(index == examples.size());
  CHECK(fixture.open()->counts().text() ==
        "5 pairs; left out: 1 with an empty side; 1 are duplicates");
}

TEST_CASE("a cache is used again while the corpus is the same, and made again when it changes") {
  CacheFixture fixture;
  fixture.open();
  const auto written = std::filesystem::last_write_time(fixture.only_file());
  fixture.open();
  CHECK(std::filesystem::last_write_time(fixture.only_file()) == written);
  std::ofstream(fixture.corpus.source) << "the\nthe\nthe\nhouse\nhouse\nthe\n";
  CHECK(fixture.open()->size() == 6);
  CHECK(fixture.num_files() == 2);
  fixture.settings.max_length = 2;
  fixture.open();
  fixture.corpus.tag = "<t>";
  fixture.open();
  CHECK(fixture.num_files() == 4);
}

TEST_CASE("a tagged corpus leaves empty sources out, in another cache than that which kept them") {
  CacheFixture fixture;
  fixture.corpus.tag = "<t>";
  const uint64_t former = corpus_key(fixture.corpus, fixture.settings, 1);
  CHECK(fixture.open()->counts().text() ==
        "5 pairs; left out: 1 with an empty side; 1 are duplicates");
  CHECK(!std::filesystem::exists(fixture.cache() + "/" + hash_text(former) + kCachedPairs));
  CHECK(std::filesystem::exists(fixture.cache() + "/" + cache_name(fixture.corpus, former)));
  CHECK(corpus_fingerprint(fixture.corpus, *fixture.open()) != hash_text(former));
  // Where no pair was empty, examples are those of before.
  std::ofstream(fixture.corpus.source) << "the\nthe\nthe\nhouse\nhouse\nthe\n";
  const uint64_t key = corpus_key(fixture.corpus, fixture.settings, 1);
  CHECK(corpus_fingerprint(fixture.corpus, *fixture.open()) == hash_text(key));
}

TEST_CASE("a cache of more pairs than a block holds is read as it was written") {
  const TemporaryFolder folder;
  constexpr size_t kPairs = 20000;
  write_file_atomically(folder / "pairs", [&](OutputFile& file) {
    PairFileWriter writer(file);
    for (size_t i = 0; i < kPairs; ++i)
      writer.add(std::to_string(i), std::string(i % 40, 'x'), {1, static_cast<int32_t>(i % 40)});
    writer.finish(7, {});
  });
  const auto file = PairFile::open(folder / "pairs", 7);
  REQUIRE(file != nullptr);
  REQUIRE(file->size() == kPairs);
  for (size_t i = 0; i < kPairs; ++i) {
    const auto length = static_cast<int32_t>(i % 40);
    if (file->source(i) == std::to_string(i) && file->target(i) == std::string(i % 40, 'x') &&
        file->length(i).target == length)
      continue;
    FAIL("pair " << i << " is another one");
  }
}

TEST_CASE("a cache that is cut short or damaged is made again") {
  const CacheFixture fixture;
  const size_t size = fixture.open()->num_bytes();
  const std::string path = fixture.only_file();
  SECTION("cut") { std::filesystem::resize_file(path, GENERATE(size_t{0}, size_t{9}, size_t{60})); }
  SECTION("other end") {
    std::fstream file(path, std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(size) - 90);
    file << std::string(40, 'x');
  }
  SECTION("one bit of any byte") {
    const std::string whole = read_file(path);
    for (size_t at = 0; at < size; ++at) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ 4);
      std::ofstream(path, std::ios::binary) << damaged;
      REQUIRE(fixture.open()->size() == 5);
      REQUIRE(read_file(path) == whole);
    }
  }
  CHECK(fixture.open()->size() == 5);
  CHECK(std::filesystem::file_size(path) == size);
}

TEST_CASE("a cache of an earlier version, which has no checksum, is made again") {
  const CacheFixture fixture;
  fixture.open();
  const std::string path = fixture.only_file(), whole = read_file(path);
  std::string bytes = whole;
  const size_t magic = bytes.rfind("dgpairs3");
  REQUIRE(magic != std::string::npos);
  bytes[magic + 7] = '1';
  bytes.erase(magic - 8, 8);
  std::ofstream(path, std::ios::binary) << bytes;
  CHECK(fixture.open()->size() == 5);
  CHECK(read_file(path) == whole);
}

TEST_CASE("segmentations drawn from a cache are new in each pass and spell the text, tag and all") {
  CacheFixture fixture;
  fixture.settings.bpe_dropout = 0.5;
  fixture.corpus.tag = "<t>";
  const Tokenizer& tokenizer = *fixture.tokenizer;
  const auto open = [&] {
    return SampledExamples(fixture.open(), PairSampler(tokenizer, tokenizer, fixture.settings), 7);
  };
  const SampledExamples examples = open(), again = open();
  std::set<TokenIds> drawn;
  for (uint64_t pass = 0; pass < 20; ++pass) {
    const Example example = examples.read(0, pass);
    CHECK(tokenizer.decode(example.source) == "<t> the house");
    CHECK(tokenizer.decode(example.target) == "the the");
    CHECK(example.source.back() == tokenizer.eos_id());
    CHECK(again.read(0, pass).source == example.source);
    drawn.insert(example.source);
  }
  CHECK(drawn.size() > 3);
}

TEST_CASE("corpora, and sides with one tokenizer, share the samplers of segmentations") {
  CacheFixture fixture;
  fixture.settings.bpe_dropout = 0.5;
  const Tokenizer& tokenizer = *fixture.tokenizer;
  const Tokenizer other(fixture.folder / "model", false);
  const SideSamplers two = make_side_samplers(tokenizer, other, fixture.settings);
  CHECK(two.source != two.target);
  const SideSamplers samplers = make_side_samplers(tokenizer, tokenizer, fixture.settings);
  CHECK(samplers.source == samplers.target);
  std::vector<PairSampler> corpora;
  for (int i = 0; i < 3; ++i)
    corpora.emplace_back(tokenizer, tokenizer, fixture.settings, samplers, "<t>");
  CHECK(samplers.source.use_count() == 2 + 3 * 2);
  const PairSampler apart(tokenizer, other, fixture.settings);
  for (uint64_t key = 0; key < 9; ++key) {
    const SentencePair pair{"the house", "house the"};
    CHECK(corpora.front().draw(pair, key).target == apart.draw(pair, key).target);
  }
  fixture.settings.sampled_sides = Sides::kTarget;
  CHECK(make_side_samplers(tokenizer, tokenizer, fixture.settings).source == nullptr);
  CHECK(make_side_samplers(tokenizer, tokenizer, fixture.settings).target != nullptr);
}

TEST_CASE("a drawn side that gets too long is the best segmentation instead") {
  CacheFixture fixture;
  fixture.settings.bpe_dropout = 1;
  fixture.settings.sampled_sides = Sides::kSource;
  const Tokenizer& tokenizer = *fixture.tokenizer;
  const auto lengths = [&](int64_t max_length) {
    fixture.settings.max_length = max_length;
    const PairSampler sampler(tokenizer, tokenizer, fixture.settings);
    return length_of(sampler.draw({"the house", "the house"}, 1));
  };
  const auto plain = static_cast<int32_t>(tokenizer.encode("the house").size() + 1);
  CHECK(lengths(11).source == 11);  // two spaces, eight letters, end of sentence
  CHECK(lengths(11).target == plain);
  CHECK(lengths(10).source == plain);
}

TEST_CASE("text from a cache is changed in some passes, but for its tag, and each time alike") {
  CacheFixture fixture;
  fixture.settings.augment.upper = 0.5;
  fixture.corpus.tag = "<t>";
  const Tokenizer& tokenizer = *fixture.tokenizer;
  const auto open = [&] {
    return SampledExamples(fixture.open(), PairSampler(tokenizer, tokenizer, fixture.settings), 7);
  };
  const SampledExamples examples = open(), again = open();
  const Example plain{tokenizer.encode("<t> the house"), {}},
      changed{tokenizer.encode("<t> THE HOUSE"), {}};
  size_t num_changed = 0;
  for (uint64_t pass = 0; pass < 100; ++pass) {
    Example example = examples.read(0, pass);
    CHECK(again.read(0, pass).source == example.source);
    example.source.pop_back();
    const bool is_changed = example.source == changed.source;
    CHECK((is_changed || example.source == plain.source));
    num_changed += is_changed ? 1 : 0;
  }
  CHECK(num_changed > 30);
  CHECK(num_changed < 70);
}

TEST_CASE("a pair that a change of its text makes too long is not changed") {
  const Tokenizer tokenizer = character_tokenizer({"ßS"}, {.vocabulary_size = 6});
  DataSettings settings;
  settings.augment.upper = 1;
  const auto sides = [&](int64_t max_length) {
    settings.max_length = max_length;
    const Example drawn = PairSampler(tokenizer, tokenizer, settings).draw({"ßß", "ß"}, /*key=*/1);
    return tokenizer.decode(drawn.source) + "|" + tokenizer.decode(drawn.target);
  };
  CHECK(sides(6) == "SSSS|SS");  // a space, four letters, end of sentence
  CHECK(sides(5) == "ßß|ß");
}

TEST_CASE("a corpus that can be read only once has no cache") {
  CacheFixture fixture;
  fixture.corpus.source = "/dev/null";
  CHECK_THROWS_WITH(fixture.open(), ContainsSubstring("is no regular file"));
}

}  // namespace dragoman

#include "data/pair_stream.h"

#include "catch.h"
#include "data/placeholder_symbols.h"
#include "temporary_folder.h"
#include "trained_tokenizer.h"
#include "written_file.h"

namespace dragoman {
namespace {

/// A file of five pairs read as a stream, with a tokenizer of characters.
class PairsFixture {
 public:
  PairsFixture() {
    corpus.tsv = written_file(folder / "pairs", "a\tb\nab\tab\n\tb\nb\ta\nbb\taa\naa\tbb");
    settings.stream_pairs = 2;
    tokenizer.emplace(character_tokenizer({"ab", "ba"}, {.vocabulary_size = 6}));
  }

  PairStream open() const {
    return PairStream(corpus, settings, *tokenizer, *tokenizer,
                      {.seed = 1, .log = make_null_logger()});
  }

  TemporaryFolder folder;
  CorpusSettings corpus;
  DataSettings settings;
  std::optional<Tokenizer> tokenizer;
};

}  // namespace

TEST_CASE("a stream gives blocks of its pairs in order until it ends") {
  const PairsFixture fixture;
  PairStream stream = fixture.open();
  std::vector<std::string> sources;
  std::vector<size_t> sizes;
  while (const auto block = stream.next([] { return false; })) {
    sizes.push_back(block->size());
    for (size_t i = 0; i < block->size(); ++i)
      sources.push_back(fixture.tokenizer->decode(block->read(i, 0).source));
  }
  CHECK(sizes == std::vector<size_t>{2, 2, 1});
  CHECK(sources == std::vector<std::string>{"a", "ab", "b", "bb", "aa"});
}

TEST_CASE("a stream learns translations of words from its first block") {
  PairsFixture fixture;
  fixture.corpus.tsv =
      written_file(fixture.folder / "pairs", "dog\thund\ndog\thund\ndog\thund\ndog\thund\n");
  fixture.settings.stream_pairs = 3;
  fixture.settings.placeholders = 1;
  fixture.tokenizer.emplace(character_tokenizer(
      {"dog", "hund"}, {.vocabulary_size = 18, .user_symbols = placeholder_symbols()}));
  PairStream stream = fixture.open();
  for (const size_t size : {3, 1}) {
    const auto block = stream.next([] { return false; });
    REQUIRE(block->size() == size);
    for (size_t i = 0; i < size; ++i) {
      const Example example = block->read(i, 0);
      CHECK(fixture.tokenizer->decode(example.source) == fixture.tokenizer->decode(example.target));
    }
  }
}

TEST_CASE("a stream that is stopped gives nothing more") {
  const PairsFixture fixture;
  PairStream stream = fixture.open();
  CHECK(!stream.next([] { return true; }));
}

TEST_CASE("a stream without usable pairs is an error, unless it is stopped") {
  PairsFixture fixture;
  const std::string text = GENERATE("", "\tb\na\t\n");
  fixture.corpus.tsv = written_file(fixture.folder / "pairs", text);
  CHECK_THROWS_WITH(fixture.open().next([] { return false; }),
                    ContainsSubstring("standard input has no usable pairs: "));
  CHECK(!fixture.open().next([] { return true; }));
}

}  // namespace dragoman

#include "data/token_links.h"

#include <set>

#include "catch.h"
#include "data/batch.h"
#include "data/cached_examples.h"
#include "data/corpus_cache.h"
#include "data/examples.h"
#include "temporary_folder.h"
#include "tokenizer/words.h"
#include "trained_tokenizer.h"
#include "written_file.h"

namespace dragoman {
namespace {

using Links = std::vector<AlignmentLink>;
using LinkSet = std::set<AlignmentLink>;

/// An aligned corpus, a tokenizer that cuts words into letters or more, and a cache.
class AlignedCorpus {
 public:
  AlignedCorpus() {
    corpus.source = written_file(folder / "s", "the house\nhouse the\nthe\n");
    corpus.target = written_file(folder / "t", "the the\nhouse\nhouse house\n");
    corpus.alignment = written_file(folder / "a", "0-0 0-1 1-1\n1-0\n\n");
    tokenizer.emplace(trained_tokenizer({"the house", "house the the"},
                                        {.vocabulary_size = 14, .user_symbols = {"<t>"}}));
  }

  std::unique_ptr<const PairFile> open() const {
    return open_corpus_cache(corpus, settings, *tokenizer, *tokenizer,
                             {.folder = folder / "cache", .tokenizer_key = 1, .num_threads = 2},
                             make_null_logger());
  }

  TemporaryFolder folder;
  CorpusSettings corpus;
  DataSettings settings;
  std::optional<Tokenizer> tokenizer;
};

/// All tokens of the words of a side that is linked, with those of the other.
LinkSet expected_links(const Tokenizer& tokenizer, const Example& example, const Links& words) {
  const auto numbers = [&](TokenIds ids) {
    ids.pop_back();
    return word_numbers(tokenizer.pieces_of(ids));
  };
  const auto sources = numbers(example.source), targets = numbers(example.target);
  LinkSet links;
  for (int32_t i = 0; i < static_cast<int32_t>(sources.size()); ++i) {
    for (int32_t j = 0; j < static_cast<int32_t>(targets.size()); ++j) {
      if (std::count(words.begin(), words.end(), AlignmentLink{sources[i], targets[j]}) > 0)
        links.insert({i, j});
    }
  }
  return links;
}

LinkSet set_of(const Links& links) {
  CHECK(LinkSet(links.begin(), links.end()).size() == links.size());
  return {links.begin(), links.end()};
}

Links links_of(const Tokenizer& tokenizer, const SentencePair& pair) {
  Example example{tokenizer.encode(pair.source), tokenizer.encode(pair.target)};
  example.source.push_back(tokenizer.eos_id());
  example.target.push_back(tokenizer.eos_id());
  link_tokens(pair, tokenizer, tokenizer, example);
  return example.links;
}

}  // namespace

TEST_CASE("the tokens of linked words are linked, all with all") {
  const Tokenizer tokenizer = character_tokenizer({"ab cd", "dc ba"}, {.vocabulary_size = 7});
  // Tokens: _ a b _ c and _ d _ a
  CHECK(links_of(tokenizer, {"ab c", "d a", {{1, 0}}}) == Links{{3, 0}, {3, 1}, {4, 0}, {4, 1}});
  CHECK(links_of(tokenizer, {"ab c", "d a", {{0, 1}}}) ==
        Links{{0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 2}, {2, 3}});
  CHECK(links_of(tokenizer, {"ab c", "d a"}).empty());
}

TEST_CASE("a word that the tokenizer parts at a no-break space is all of its parts") {
  const AlignedCorpus aligned;
  const Tokenizer& tokenizer = *aligned.tokenizer;
  const SentencePair pair{"the house\xc2\xa0the the", "house", {{1, 0}}},
      plain{"the house the the", "house", {{1, 0}, {2, 0}}};
  CHECK(links_of(tokenizer, pair) == links_of(tokenizer, plain));
  CHECK(!links_of(tokenizer, pair).empty());
}

TEST_CASE("a cache keeps the links of an aligned corpus, drawn segmentations or not") {
  AlignedCorpus aligned;
  aligned.corpus.tag = GENERATE("", "<t>");
  aligned.settings.bpe_dropout = GENERATE(0.0, 0.5);
  const Tokenizer& tokenizer = *aligned.tokenizer;
  const int32_t tag_words = aligned.corpus.tag.empty() ? 0 : 1;
  std::unique_ptr<const ExampleSource> examples;
  if (aligned.settings.bpe_dropout > 0) {
    examples = std::make_unique<SampledExamples>(
        aligned.open(), PairSampler(tokenizer, tokenizer, aligned.settings), 7);
  } else {
    examples = std::make_unique<CachedExamples>(aligned.open());
  }
  REQUIRE(examples->size() == 3);
  std::set<size_t> counts;
  for (uint64_t pass = 0; pass < 10; ++pass) {
    const Example first = examples->read(0, pass);
    CHECK(set_of(first.links) ==
          expected_links(tokenizer, first, {{tag_words, 0}, {tag_words, 1}, {tag_words + 1, 1}}));
    counts.insert(first.links.size());
    const Example second = examples->read(1, pass);
    CHECK(set_of(second.links) == expected_links(tokenizer, second, {{tag_words + 1, 0}}));
    CHECK(!second.links.empty());
    CHECK(examples->read(2, pass).links.empty());
  }
  CHECK((counts.size() > 1) == (aligned.settings.bpe_dropout > 0));
}

TEST_CASE("another alignment of the same text has a cache of its own, and so has none") {
  AlignedCorpus aligned;
  const uint64_t key = aligned.open()->key();
  CHECK(aligned.open()->links(0).size() > 0);
  written_file(aligned.folder / "a", "0-0\n1-0\n\n");
  CHECK(aligned.open()->key() != key);
  aligned.corpus.alignment.clear();
  CHECK(aligned.open()->key() != key);
  CHECK(aligned.open()->links(0).empty());
}

TEST_CASE("links whose numbers take more than two bytes are kept") {
  const TemporaryFolder folder;
  const Links narrow{{0, 65535}, {65535, 1}}, wide{{0, 65536}, {2147483647, 1}};
  {
    OutputFile written(folder / "pairs");
    PairFileWriter writer(written, /*has_links=*/true);
    for (const Links& links : {narrow, Links(), wide})
      writer.add("source", "target", {2, 3}, links);
    writer.finish(5, {});
    written.commit();
  }
  const auto file = PairFile::open(folder / "pairs", 5);
  REQUIRE(file);
  CHECK(file->links(0) == narrow);
  CHECK(file->links(1).empty());
  CHECK(file->links(2) == wide);
  for (size_t i = 0; i < 3; ++i) {
    CHECK(file->source(i) == "source");
    CHECK(file->target(i) == "target");
    CHECK(file->length(i).target == 3);
  }
}

TEST_CASE("a batch has the links of its rows, those of a target token of equal weight") {
  Examples examples;
  examples.add({{5, 6, 0}, {7, 0}});
  examples.add({{5, 6, 9, 0}, {7, 8, 0}, -1, {{0, 1}, {2, 1}, {3, 0}}});
  examples.add({{5, 0}, {7, 0}, -1, {{1, 0}}});
  std::vector<Example> rows;
  for (size_t i = 0; i < examples.size(); ++i) rows.push_back(examples.read(i, 0));
  const BatchLinks links = make_batch(rows, {99, 98}).links;
  CHECK(links.targets == std::vector<int64_t>{4, 4, 3, 6});  // rows of three
  CHECK(links.sources == std::vector<int64_t>{0, 2, 3, 1});
  CHECK(links.weights == std::vector<float>{0.5F, 0.5F, 1, 1});
  CHECK(links.num_targets == 3);
}

}  // namespace dragoman

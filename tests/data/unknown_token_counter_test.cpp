#include "data/unknown_token_counter.h"

#include "captured_stderr.h"
#include "catch.h"
#include "data/corpus_cache.h"
#include "data/pair_stream.h"
#include "temporary_folder.h"
#include "trained_tokenizer.h"
#include "written_file.h"

namespace dragoman {
namespace {

/// Returns what is said of `count` pairs of which one is `other`.
std::string warning_of(const Tokenizer& tokenizer, const SentencePair& usual, int count,
                       const SentencePair& other) {
  UnknownTokenCounter unknown(tokenizer, tokenizer);
  const auto add = [&](const SentencePair& pair) {
    unknown.add(pair, {tokenizer.encode(pair.source), tokenizer.encode(pair.target)});
  };
  for (int i = 1; i < count; ++i) add(usual);
  add(other);
  return captured_stderr([&] { unknown.warn("a and b", make_stderr_logger()); });
}

}  // namespace

TEST_CASE("a corpus is warned of if its tokenizer lacks some of its characters") {
  const Tokenizer tokenizer = character_tokenizer({"ab ba"}, {.vocabulary_size = 6});
  // Of 500 tokens (a space and four letters a line), two are unknown.
  CHECK_THAT(warning_of(tokenizer, {"abab", "abab"}, 100, {"abab", "aßbä"}),
             ContainsSubstring("warning: a and b: 0.4 % of the target's tokens are unknown to the "
                               "tokenizer, as it lacks characters such as `ß` and `ä`; "));
  CHECK_THAT(warning_of(tokenizer, {"abab", "abab"}, 10, {"cdecdefghij", "abab"}),
             ContainsSubstring("the source's tokens") &&
                 ContainsSubstring("`c`, `d`, `e`, `f` and `g`; "));
  CHECK_THAT(warning_of(tokenizer, {"", "abab"}, 10, {"", "abac"}),
             ContainsSubstring("2.0 % of the tokens are unknown") && ContainsSubstring("`c`"));
}

TEST_CASE("a few unknown tokens are no warning, nor are unknown words of a vocabulary of words") {
  const Tokenizer tokenizer = character_tokenizer({"ab ba"}, {.vocabulary_size = 6});
  CHECK(warning_of(tokenizer, {"abab", "abab"}, 1000, {"abac", "abab"}).empty());
  const Tokenizer words = trained_tokenizer({"the house", "house the the"},
                                            {.type = TokenizerType::kNone, .vocabulary_size = 5});
  CHECK(warning_of(words, {"the house", "the"}, 10, {"cat", "cat"}).empty());
}

TEST_CASE("unknown characters are told when a corpus is tokenised, also as one stream") {
  const TemporaryFolder folder;
  const Tokenizer tokenizer =
      character_tokenizer({"ab ", "ba"}, {.vocabulary_size = 7, .keep_whitespace = true});
  CorpusSettings corpus;
  corpus.target = written_file(folder / "text", "abab\nabß\n");
  DataSettings settings;
  settings.layout = GENERATE(TextLayout::kLines, TextLayout::kStream);
  const auto open = [&] {
    open_corpus_cache(corpus, settings, tokenizer, tokenizer, {.folder = folder / "cache"},
                      make_stderr_logger());
  };
  CHECK_THAT(captured_stderr(open), ContainsSubstring("such as `ß`"));
  CHECK(captured_stderr(open).empty());
}

TEST_CASE("unknown characters of standard input are told once") {
  const TemporaryFolder folder;
  const Tokenizer tokenizer = character_tokenizer({"ab ba"}, {.vocabulary_size = 6});
  CorpusSettings corpus;
  corpus.tsv = written_file(folder / "pairs", "a\tß\na\tß\n");
  DataSettings settings;
  settings.stream_pairs = 1;
  PairStream stream(corpus, settings, tokenizer, tokenizer,
                    {.seed = 1, .log = make_stderr_logger()});
  const auto next = [&] { CHECK(stream.next([] { return false; })); };
  CHECK_THAT(captured_stderr(next),
             ContainsSubstring("standard input: ") && ContainsSubstring("such as `ß`"));
  CHECK_THAT(captured_stderr(next), !ContainsSubstring("such as"));
}

}  // namespace dragoman

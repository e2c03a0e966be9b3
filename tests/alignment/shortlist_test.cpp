#include "alignment/shortlist.h"

#include "alignment/shortlist_maker.h"
#include "catch.h"
#include "io/atomic_file.h"
#include "io/safetensors.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {
namespace {

constexpr uint64_t kFingerprint = 0x1234;
constexpr VocabularySizes kSizes{4, 200};

/// Of 4 source and 200 target tokens.
Shortlist example() { return Shortlist({{}, {130, 7}, {7, 64, 63}, {199}}, {5, 0, 7}, 200); }

/// What is said of the file that holds these lists.
std::string error_of(const std::vector<int32_t>& offsets, const std::vector<int32_t>& targets) {
  const TemporaryFolder folder;
  const auto view = [](const char* name, const std::vector<int32_t>& values) {
    return TensorView{
        name, "I32", {static_cast<int64_t>(values.size())}, values.data(), values.size() * 4};
  };
  write_safetensors(folder / "s",
                    {view("always", {}), view("offsets", offsets), view("targets", targets)},
                    {{"shortlist", "1"}, {"vocabulary", "0000000000001234"}});
  try {
    Shortlist::load(folder / "s", kSizes, kFingerprint);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

/// A tokenizer of the words a, b, c, d and e.
std::shared_ptr<const Tokenizer> word_tokenizer(const std::string& path) {
  TokenizerSettings settings;
  settings.type = TokenizerType::kNone;
  settings.vocabulary_size = 8;  // with end of sentence, unknown and padding
  train_tokenizer({"a a a a a b b b b c c c d d e"}, settings, path);
  return std::make_shared<const Tokenizer>(path, false);
}

TokenIds candidates_of(const Shortlist& shortlist, const Tokenizer& tokenizer,
                       const std::string& text) {
  return shortlist.candidates(tokenizer.encode(text));
}

TokenIds sorted_ids(const Tokenizer& tokenizer, const std::string& text) {
  TokenIds ids = tokenizer.encode(text);
  ids.push_back(tokenizer.eos_id());
  std::sort(ids.begin(), ids.end());
  return ids;
}

}  // namespace

TEST_CASE("candidates are those of any sentence and of its tokens, ascending, each once") {
  const Shortlist shortlist = example();
  const auto candidates = [&](const TokenIds& source) { return shortlist.candidates(source); };
  CHECK(candidates({}) == TokenIds{0, 5, 7});
  CHECK(candidates({0}) == TokenIds{0, 5, 7});
  CHECK(candidates({2, 1, 2}) == TokenIds{0, 5, 7, 63, 64, 130});
  CHECK(candidates({3, 0}) == TokenIds{0, 5, 7, 199});
  CHECK(shortlist.num_bytes() == 4 * (3 + 5 + 6));
}

TEST_CASE("a shortlist refuses tokens that are in no vocabulary") {
  CHECK_THROWS_WITH(example().candidates(TokenIds{4}), ContainsSubstring("source token 4"));
  CHECK_THROWS_AS(example().candidates(TokenIds{-1}), std::invalid_argument);
  CHECK_THROWS_AS(Shortlist({{200}}, {}, 200), std::invalid_argument);
  CHECK_THROWS_AS(Shortlist({{1}}, {-1}, 200), std::invalid_argument);
}

TEST_CASE("a shortlist survives its file") {
  const TemporaryFolder folder;
  example().save(folder / "s", kFingerprint);
  const Shortlist loaded = Shortlist::load(folder / "s", kSizes, kFingerprint);
  for (const TokenIds& source : {TokenIds{}, TokenIds{1}, TokenIds{3, 2}})
    CHECK(loaded.candidates(source) == example().candidates(source));
}

TEST_CASE("a shortlist that is cut short, another's or no shortlist says what to do") {
  const TemporaryFolder folder;
  example().save(folder / "s", kFingerprint);
  CHECK_THROWS_WITH(Shortlist::load(folder / "s", kSizes, 1),
                    ContainsSubstring("another vocabulary") && ContainsSubstring("anew"));
  const std::string content = read_file(folder / "s");
  for (const size_t size : {size_t{0}, size_t{5}, content.size() / 2, content.size() - 1}) {
    written_file(folder / "cut", content.substr(0, size));
    CHECK_THROWS_WITH(Shortlist::load(folder / "cut", kSizes, kFingerprint),
                      ContainsSubstring(folder / "cut") && ContainsSubstring("anew"));
  }
  write_safetensors(folder / "weights", {}, {{"update", "12"}});
  CHECK_THROWS_WITH(Shortlist::load(folder / "weights", kSizes, kFingerprint),
                    ContainsSubstring("is no shortlist"));
  write_safetensors(folder / "empty", {}, {{"shortlist", "1"}, {"vocabulary", "0000000000001234"}});
  CHECK_THROWS_WITH(Shortlist::load(folder / "empty", kSizes, kFingerprint),
                    ContainsSubstring("`always`"));
}

TEST_CASE("lists that lead out of bounds are refused") {
  CHECK(error_of({0, 0, 1, 2, 2}, {3, 199}).empty());
  CHECK_THAT(error_of({0, 0, 1, 2}, {3, 199}), ContainsSubstring("does not fit the vocabulary"));
  CHECK_THAT(error_of({0, 2, 1, 2, 2}, {3, 199}), ContainsSubstring("does not fit"));
  CHECK_THAT(error_of({-1, 0, 1, 2, 2}, {3, 199}), ContainsSubstring("does not fit"));
  CHECK_THAT(error_of({0, 0, 1, 2, 3}, {3, 199}), ContainsSubstring("does not fit"));
  CHECK_THAT(error_of({0, 0, 1, 2, 2}, {3, 200}), ContainsSubstring("does not fit"));
  CHECK_THAT(error_of({}, {}), ContainsSubstring("does not fit"));
}

TEST_CASE("a shortlist is learnt from pairs; copies are candidates too") {
  const TemporaryFolder folder;
  const auto tokenizer = word_tokenizer(folder / "tokenizer.model");
  Examples pairs;  // a is b, b is c; d and e are nowhere
  const auto add = [&](const std::string& source, const std::string& target) {
    Example pair{tokenizer->encode(source), tokenizer->encode(target)};
    pair.source.push_back(tokenizer->eos_id());
    pair.target.push_back(tokenizer->eos_id());
    pairs.add(pair);
  };
  for (const auto& [source, target] : {std::pair{"a", "b"}, {"a b", "b c"}, {"b", "c"}})
    add(source, target);
  const ShortlistOptions options{.best = 1, .frequent = 0, .num_threads = 2};
  const Shortlist shortlist = make_shortlist(pairs, *tokenizer, *tokenizer, options);
  CHECK(candidates_of(shortlist, *tokenizer, "a") == sorted_ids(*tokenizer, "a b"));
  CHECK(candidates_of(shortlist, *tokenizer, "b") == sorted_ids(*tokenizer, "b c"));
  CHECK(candidates_of(shortlist, *tokenizer, "e") == sorted_ids(*tokenizer, "e"));

  const ShortlistCoverage all = measure_coverage(shortlist, pairs, 1000);
  CHECK(all.share == Approx(1));
  CHECK(all.mean_candidates == Approx((3 + 4 + 3) / 3.0));
  add("d", "d c c");  // only the copy is a candidate, beside end of sentence
  CHECK(measure_coverage(shortlist, pairs, 1).share == Approx(1.0 / 3));
  CHECK(measure_coverage(shortlist, pairs, 1).mean_candidates == Approx(2));
  CHECK(measure_coverage(shortlist, Examples(), 1).share == 0);
}

}  // namespace dragoman

#include "translate/search_vocabulary.h"

#include <algorithm>

#include "catch.h"
#include "trained_tokenizer.h"

namespace dragoman {
namespace {

Tokenizer letters_a_to_c() { return character_tokenizer({"abc", "cba"}, {.vocabulary_size = 7}); }

}  // namespace

TEST_CASE("suppressed pieces are listed once and in order, with the unknown token if forbidden") {
  const Tokenizer tokenizer = letters_a_to_c();
  SearchSettings settings;
  settings.suppress = {"c", "a", "c"};
  settings.unknown = GENERATE(UnknownTokens::kAllow, UnknownTokens::kForbid);
  std::vector<int32_t> expected{*tokenizer.id_of("a"), *tokenizer.id_of("c")};
  if (settings.unknown == UnknownTokens::kForbid) expected.push_back(tokenizer.unknown_id());
  std::sort(expected.begin(), expected.end());
  const SearchVocabulary found = search_vocabulary(settings, 5, tokenizer, "the vocabulary");
  CHECK(found.suppressed == expected);
  CHECK(found.eos == tokenizer.eos_id());
  CHECK(found.source_padding == 5);
}

TEST_CASE("a piece that the vocabulary has not and a beam that is too wide are named") {
  const Tokenizer tokenizer = letters_a_to_c();
  const auto check = [&](const SearchSettings& settings) {
    search_vocabulary(settings, 0, tokenizer, "the vocabulary");
  };
  SearchSettings settings;
  settings.suppress = {"xyz"};
  CHECK_THROWS_WITH(check(settings),
                    ContainsSubstring("`xyz`, which is no piece of the vocabulary"));
  settings.suppress = {};
  const int64_t most = tokenizer.vocabulary_size() - 1;
  settings.beam = most;
  CHECK_NOTHROW(check(settings));
  settings.beam = most + 1;
  CHECK_THROWS_WITH(check(settings),
                    ContainsSubstring(std::to_string(most) + " tokens of the vocabulary"));
  settings.samples = 1;
  CHECK_NOTHROW(check(settings));
}

}  // namespace dragoman

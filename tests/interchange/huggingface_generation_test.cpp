#include "interchange/huggingface_generation.h"

#include <limits>

#include "catch.h"

namespace dragoman {
namespace {

ForeignModel taken_over(const MarianGeneration& generation) {
  ForeignModel model;
  model.target.tokens = {"</s>", "<unk>", "a", "b", "<pad>"};
  model.target.padding = 4;
  take_over_search(generation, model);
  return model;
}

SearchSettings search_of(const MarianGeneration& generation) {
  return taken_over(generation).settings.search;
}

}  // namespace

// transformers' MinLengthLogitsProcessor forbids end of sentence while the decoder's tokens, its
// start among them, are fewer than min_length; MinNewTokensLengthLogitsProcessor does not count the
// start. We count end of sentence, but no start.
TEST_CASE("transformers' lengths are ours, start and end of sentence counted as each does") {
  MarianGeneration generation;
  generation.min_length = 7;  // start and 6 tokens: the end is the 7th
  CHECK(search_of(generation).min_length == 7);
  generation.min_new_tokens = 7;  // 7 tokens: the end is the 8th
  CHECK(search_of(generation).min_length == 8);
  generation.min_new_tokens = std::numeric_limits<int64_t>::max();
  CHECK(search_of(generation).min_length == 10001);

  CHECK(search_of(generation).max_length_offset == SearchSettings{}.max_length_offset);
  generation.max_length = 20;  // start, 18 tokens, end
  CHECK(search_of(generation).max_length_offset == 19);
  CHECK(search_of(generation).max_length_factor == 0);
  generation.max_new_tokens = 20;  // 19 tokens, end
  CHECK(search_of(generation).max_length_offset == 20);
}

TEST_CASE("the shortest length of a folder is at most its maximal length") {
  MarianGeneration generation;
  generation.max_length = 9;  // start and 8 tokens
  generation.min_length = 20;
  CHECK(search_of(generation).min_length == 8);
  generation.min_new_tokens = 20;
  CHECK(search_of(generation).min_length == 8);
  generation.min_new_tokens = 3;
  CHECK(search_of(generation).min_length == 4);
}

// transformers' ForcedEOSTokenLogitsProcessor puts end of sentence at the last place.
TEST_CASE("a forced end of sentence takes the place of a last token") {
  MarianGeneration generation;
  generation.forced_eos_token_id = 0;
  generation.max_length = 20;  // start, 18 tokens, end
  CHECK(search_of(generation).max_length_offset == 18);
  generation.max_new_tokens = 1;
  CHECK(search_of(generation).max_length_offset == 1);
  generation.max_length = 0;
  generation.max_new_tokens = kNotGiven;
  CHECK(search_of(generation).max_length_factor == SearchSettings{}.max_length_factor);
}

TEST_CASE("transformers' rules against repetitions are ours") {
  MarianGeneration generation;
  CHECK(search_of(generation).no_repeat_ngram == 0);
  CHECK(search_of(generation).repetition_penalty == 1);
  generation.max_length = 20;
  generation.num_beams = 4;
  generation.early_stopping = true;
  generation.no_repeat_ngram_size = 3;
  generation.repetition_penalty = 1.5;
  const ForeignModel model = taken_over(generation);
  CHECK(model.settings.search.no_repeat_ngram == 3);
  CHECK(model.settings.search.repetition_penalty == 1.5);
  CHECK(model.warnings.empty());
}

TEST_CASE("transformers' settings that are not imported are named") {
  MarianGeneration generation;
  generation.repetition_penalty = 0.5;
  generation.length_penalty = -1;
  generation.do_sample = true;
  generation.max_length = 20;
  generation.bad_words_ids = {{4}, {1}, {2}, {2, 3}};
  const ForeignModel model = taken_over(generation);
  CHECK(model.settings.search.repetition_penalty == 1);
  CHECK(model.settings.search.alpha == 0);
  CHECK(model.settings.search.suppress == std::vector<std::string>{"a"});
  CHECK(model.warnings.size() == 4);
}

// transformers' NoBadWordsLogitsProcessor drops end of sentence from its list.
TEST_CASE("end of sentence is forbidden by suppress_tokens, not by bad_words_ids") {
  MarianGeneration generation;
  generation.bad_words_ids = {{0}, {2}};
  CHECK(search_of(generation).suppress == std::vector<std::string>{"a"});
  generation.suppress_tokens = {0};
  CHECK(search_of(generation).suppress == std::vector<std::string>{"</s>", "a"});
}

TEST_CASE("a beam search that stops in another way in transformers is named") {
  MarianGeneration generation;
  generation.max_length = 20;
  CHECK(taken_over(generation).warnings.empty());
  generation.num_beams = 4;
  const ForeignModel model = taken_over(generation);
  CHECK(model.settings.search.stopping == Stopping::kBeam);
  REQUIRE(model.warnings.size() == 1);
  CHECK_THAT(model.warnings.front(), ContainsSubstring("early_stopping"));
  generation.early_stopping = true;
  CHECK(taken_over(generation).warnings.empty());
}

TEST_CASE("rules that have another effect in transformers are named") {
  MarianGeneration generation;
  generation.max_length = 20;
  generation.no_repeat_ngram_size = 3;
  generation.renormalize_logits = true;
  CHECK(taken_over(generation).warnings.empty());
  SECTION("repetition_penalty with one beam") {
    generation.repetition_penalty = 1.5;
    const std::vector<std::string> warnings = taken_over(generation).warnings;
    REQUIRE(warnings.size() == 1);
    CHECK_THAT(warnings.front(), ContainsSubstring("repetition_penalty"));
  }
  SECTION("renormalize_logits with several beams") {
    generation.num_beams = 4;
    generation.early_stopping = true;
    const std::vector<std::string> warnings = taken_over(generation).warnings;
    REQUIRE(warnings.size() == 1);
    CHECK_THAT(warnings.front(), ContainsSubstring("renormalize_logits"));
    generation.renormalize_logits = false;
    CHECK(taken_over(generation).warnings.empty());
  }
}

TEST_CASE("forbidden tokens whose probability transformers does not divide are named") {
  MarianGeneration generation;
  generation.max_length = 20;
  generation.num_beams = 4;
  generation.early_stopping = true;
  generation.bad_words_ids = {{4}, {0}};  // padding, and end of sentence, which is ignored
  CHECK(taken_over(generation).warnings.empty());
  for (const int64_t id : {1, 2}) {
    generation.bad_words_ids = {{4}, {id}};
    const std::vector<std::string> warnings = taken_over(generation).warnings;
    REQUIRE(warnings.size() == 1);
    CHECK_THAT(warnings.front(), ContainsSubstring("without renormalize_logits"));
  }
  generation.renormalize_logits = true;
  CHECK(taken_over(generation).warnings.empty());
  generation.renormalize_logits = false;
  generation.num_beams = 1;
  CHECK(taken_over(generation).warnings.empty());
}

TEST_CASE(
    "a folder without a maximal length is named, since transformers then has one of its own") {
  MarianGeneration generation;
  const ForeignModel model = taken_over(generation);
  REQUIRE(model.warnings.size() == 1);
  CHECK_THAT(model.warnings.front(), ContainsSubstring("max_length"));
  generation.max_new_tokens = 20;
  CHECK(taken_over(generation).warnings.empty());
}

TEST_CASE("a folder whose maximal length leaves no token is named") {
  MarianGeneration generation;
  const auto check = [&] {
    const std::vector<std::string> warnings = taken_over(generation).warnings;
    REQUIRE(warnings.size() == 1);
    CHECK_THAT(warnings.front(), ContainsSubstring("allows no token"));
  };
  generation.max_length = 1;
  check();
  generation.max_length = 20;
  generation.max_new_tokens = 0;
  check();
}

TEST_CASE("settings of search that are not exported are named") {
  SearchSettings search;
  search.beam = 5;
  search.alpha = 0.5;
  search.suppress = {"a"};
  search.max_length_factor = 0;
  search.max_length_offset = 40;
  search.unknown = UnknownTokens::kAllow;
  CHECK(search_notes(search).empty());
  search.max_length_factor = 3;
  search.length_penalty = LengthPenalty::kWu;
  search.coverage_penalty = 0.2;
  search.stopping = Stopping::kBound;
  search.min_length_factor = 0.5;
  search.unknown = UnknownTokens::kReplace;
  search.mbr = MbrUtility::kChrf;
  search.min_length = 3;
  const std::vector<std::string> notes = search_notes(search);
  const std::vector<std::string> named{"length_penalty is wu",     "coverage_penalty is 0.2",
                                       "stopping is \"bound\"",    "max_length_factor is 3.0",
                                       "min_length_factor is 0.5", "unknown is \"replace\"",
                                       "mbr is \"chrf\""};
  REQUIRE(notes.size() == named.size() + 1);
  for (size_t i = 0; i < named.size(); ++i)
    CHECK_THAT(notes[i], ContainsSubstring("search." + named[i]));
  CHECK_THAT(notes.back(), ContainsSubstring("renormalize_logits"));
}

TEST_CASE("rules of stopping are named only for several beams") {
  SearchSettings search;
  search.patience = 2;
  CHECK(search_notes(search).size() == 1);
  search.beam = 1;
  CHECK(search_notes(search).empty());
  search.patience = 1;
  search.stopping = Stopping::kBound;
  CHECK(search_notes(search).empty());
}

}  // namespace dragoman

#include "translate/attention_alignment.h"

#include "catch.h"
#include "tokenizer/words.h"

namespace dragoman {
namespace {

using Links = std::vector<AlignmentLink>;

}  // namespace

TEST_CASE("each token is linked with the source token that it looks at most") {
  CHECK((align_tokens({{.1F, .5F, .3F}, {.2F, .1F, .1F}, {.1F, .2F, .7F}}) ==
         Links{{1, 0}, {0, 1}, {2, 2}}));
}

TEST_CASE("of equal attentions the first is taken") {
  CHECK((align_tokens({{.1F, .3F, .3F}}) == Links{{1, 0}}));
}

TEST_CASE("without source tokens there are no links") {
  CHECK(align_tokens({{}, {}}).empty());
  CHECK(align_tokens({}).empty());
}

TEST_CASE("words are linked where their tokens are, in order and each link once") {
  // "Das Haus steht" and "it stands house".
  const std::vector<std::string> source = {"▁Das", "▁Ha", "us", "▁ste", "ht"};
  const std::vector<std::string> target = {"▁it", "▁sta", "nds", "▁house"};
  const Links tokens = {{3, 0}, {4, 1}, {3, 2}, {1, 3}, {2, 3}};
  const Links words = align_words(tokens, word_numbers(source), word_numbers(target));
  CHECK((words == Links{{1, 2}, {2, 0}, {2, 1}}));
  CHECK(to_pharaoh(words) == "1-2 2-0 2-1");
  CHECK(to_pharaoh({}).empty());
}

TEST_CASE("an unknown piece is replaced by the source piece that it looks at most") {
  const std::vector<std::string> source = {"▁Żubr", "▁", "Ω"};
  CHECK(replacement({"▁see", "<unk>"}, 1, source, {.6F, .1F, .2F}) == "▁Żubr");
  CHECK(replacement({"<unk>"}, 0, source, {.6F, .1F, .2F}) == "▁Żubr");
  CHECK(replacement({"▁", "<unk>", "▁now"}, 1, source, {.6F, .1F, .2F}) == "Żubr");
  CHECK(replacement({"▁", "<unk>"}, 1, source, {.1F, .1F, .2F}) == "Ω");
}

TEST_CASE("without source pieces an unknown piece stays") {
  CHECK(replacement({"<unk>"}, 0, {}, {}) == "<unk>");
}

}  // namespace dragoman

#include "translate/attention_maps.h"

#include "catch.h"
#include "tiny_folders.h"

namespace dragoman {
namespace {

using Tokens = std::vector<std::string>;

}  // namespace

TEST_CASE("a line of a language model has attention from its start to its end") {
  const AttentionMaps maps = AttentionViewer(tiny_language_model()).view("", "ab");
  CHECK(maps.target_inputs == Tokens{"<s>", "▁", "a", "b"});
  CHECK(maps.target_tokens == Tokens{"▁", "a", "b", "</s>"});
}

TEST_CASE("attention in a stream begins and ends with the line feed") {
  const TemporaryFolder folder;
  write_tiny_model(folder / "stream", Architecture::kLanguageModel, 1, TextLayout::kStream);
  const AttentionMaps maps = AttentionViewer(folder / "stream").view("", "ab");
  CHECK(maps.target_inputs == Tokens{"\n", "a", "b"});
  CHECK(maps.target_tokens == Tokens{"a", "b", "\n"});
  REQUIRE(!maps.decoder.empty());
  CHECK(maps.decoder[0][0].size() == 3);
}

TEST_CASE("a text too long for attention is named by what it is") {
  const AttentionViewer language_model(tiny_language_model()), translator(tiny_translator());
  const std::string text(5000, 'a');
  CHECK_THROWS_WITH(language_model.view("", text), ContainsSubstring("the text has 5002 tokens"));
  CHECK_THROWS_WITH(translator.view("a", text),
                    ContainsSubstring("the translation has 5002 tokens, its end counted"));
  CHECK_THROWS_WITH(translator.view(text, "a"), ContainsSubstring("the source has 5002 tokens"));
}

}  // namespace dragoman

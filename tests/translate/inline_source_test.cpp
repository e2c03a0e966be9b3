#include "translate/inline_source.h"

#include "catch.h"
#include "data/inline_terms.h"
#include "trained_tokenizer.h"
#include "translate/line_encoder.h"

namespace dragoman {
namespace {

using TermPairs = std::vector<std::pair<std::string, std::string>>;

/// A tokenizer of words and letters that knows the signs, or does not.
class TermTokenizer {
 public:
  explicit TermTokenizer(bool knows_signs = true) {
    TokenizerSettings settings;
    settings.vocabulary_size = 24;
    settings.character_coverage = 1;
    if (knows_signs) settings.user_symbols = {kTermSigns.begin(), kTermSigns.end()};
    tokenizer.emplace(
        trained_tokenizer({"abc def gh.", "hgf. edc ba", "abc def", "(gh)"}, settings));
  }

  EncodedText encoded(const std::string& text) const {
    return {tokenizer->encode(text), tokenizer->encode_as_pieces(text), text};
  }
  InlineSource source(const std::string& text, const TermPairs& terms, size_t most = 100,
                      const std::vector<ByteSpan>& kept = {}) const {
    return inline_source(encoded(text), Terminology(terms), kept, *tokenizer, most);
  }

  std::optional<Tokenizer> tokenizer;
};

std::vector<std::string> origins_of(const InlineSource& source, const Tokenizer& tokenizer) {
  std::vector<std::string> texts;
  for (size_t i = 0; i < source.text.ids.size(); ++i) {
    std::string text = tokenizer.pieces_of({source.text.ids[i]}).front() + ":";
    for (size_t piece = source.origins[i].begin; piece < source.origins[i].end; ++piece)
      text += source.text.pieces.at(piece);
    texts.push_back(text);
  }
  return texts;
}

}  // namespace

TEST_CASE("protected parts have no inline terms") {
  const TermTokenizer sides;
  const InlineSource source = sides.source("def gh", {{"def", "ba"}, {"gh", "edc"}}, 100, {{0, 3}});
  CHECK(source.translations == std::vector<std::string>{"edc"});
  CHECK(sides.source("def", {{"def", "ba"}}, 100, {{0, 3}}).origins.empty());
}

TEST_CASE("terms are inline for the model, and the pieces are those of the text") {
  const TermTokenizer sides;
  for (const std::string text : {"abc def gh.", "def (gh) abc", "hgf.  def", "abc, def"}) {
    const InlineSource source = sides.source(text, {{"def", "ba"}, {"gh", "edc"}});
    CHECK(sides.tokenizer->decode(source.text.ids).find("⟦ def⦀ ba⟧") != std::string::npos);
    CHECK(source.text.text == text);
    auto pieces = source.text.pieces, plain = sides.encoded(text).pieces;
    // A term at the beginning has a space before its sign, and one after it.
    if (text.starts_with("def")) pieces.erase(pieces.begin());
    CHECK(pieces == plain);
    CHECK(source.origins.size() == source.text.ids.size());
  }
}

TEST_CASE("signs and translations belong to the pieces of their term") {
  const TermTokenizer sides;
  const auto origins = [&](const std::string& text) {
    return origins_of(sides.source(text, {{"gh", "ba"}}), *sides.tokenizer);
  };
  using Texts = std::vector<std::string>;
  CHECK(origins("(gh)") ==
        Texts{"▁:▁", "(:(", "⟦:gh", "gh:gh", "⦀:gh", "▁:gh", "b:gh", "a:gh", "⟧:gh", "):)"});
  const Texts term{"⟦:▁gh", "▁:▁", "gh:gh", "⦀:▁gh", "▁:▁gh", "b:▁gh", "a:▁gh", "⟧:▁gh"};
  Texts both{"▁:▁"};
  for (int i = 0; i < 2; ++i) both.insert(both.end(), term.begin(), term.end());
  CHECK(origins("gh gh") == both);
  CHECK(sides.source("gh gh", {{"gh", "ba"}}).translations == Texts{"ba", "ba"});
}

TEST_CASE("as many terms are inline as there is room for") {
  const TermTokenizer sides;
  const TermPairs terms{{"abc", "ba"}, {"gh", "edc"}};
  const size_t one = sides.tokenizer->encode("⟦ abc⦀ ba⟧ def gh").size();
  CHECK(sides.source("abc def gh", terms, one + 1).translations == std::vector<std::string>{"ba"});
  const InlineSource plain = sides.source("abc def gh", terms, one - 1);
  CHECK(plain.translations.empty());
  CHECK(plain.origins.empty());
  CHECK(plain.text.ids == sides.encoded("abc def gh").ids);
}

TEST_CASE("a text without terms or with signs of its own stays as it is") {
  const TermTokenizer sides;
  CHECK(sides.source("abc def", {{"gh", "ba"}}).origins.empty());
  CHECK(sides.source("abc⦀ gh", {{"gh", "ba"}}).origins.empty());
  CHECK(sides.source("", {{"gh", "ba"}}).origins.empty());
  CHECK_THROWS_WITH(sides.source("gh", {{"gh", "b⟧a"}}),
                    ContainsSubstring("the translation `b⟧a`"));
}

TEST_CASE("a model that does not know the signs is refused") {
  check_term_signs(*TermTokenizer().tokenizer);
  CHECK_THROWS_WITH(check_term_signs(*TermTokenizer(false).tokenizer),
                    ContainsSubstring("does not know the signs"));
}

TEST_CASE("attention to a translation is shared out among the pieces of its term") {
  const std::vector<PieceRange> origins{{0, 1}, {1, 3}, {1, 2}, {2, 3}, {1, 3}, {3, 3}};
  const auto rows = attention_to_pieces({{0.25f, 0.25f, 0, 0.125f, 0.25f, 0.125f}}, origins, 3);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0] == std::vector<float>{0.25f, 0.25f, 0.375f});
}

TEST_CASE("lines have inline terms instead of phrases, and their tokens among the candidates") {
  const TermTokenizer sides;
  const Tokenizer& tokenizer = *sides.tokenizer;
  SearchSettings settings;
  settings.terminology_mode = TerminologyMode::kInline;
  settings.alignment = true;
  TranslationCounts counts;
  const auto terms = std::make_shared<Terminology>(TermPairs{{"def", "ba"}});
  const EncodedLines lines =
      LineEncoder({tokenizer, tokenizer, 100}, settings)
          .encode({{.text = "abc def", .terminology = terms}, {.text = "abc"}}, counts);
  REQUIRE(lines.tasks.size() == 2);
  CHECK(lines.tasks[0].phrases.empty());
  CHECK(tokenizer.decode(lines.tasks[0].source) == "abc⟦ def⦀ ba⟧");
  CHECK(lines.tasks[0].source.back() == tokenizer.eos_id());
  CHECK(lines.origins[0].size() + 1 == lines.tasks[0].source.size());
  CHECK(lines.pieces[0] == sides.encoded("abc def").pieces);
  CHECK(lines.origins[1].empty());
}

}  // namespace dragoman

#include "random_fragments.h"

#include <algorithm>
#include <array>

#include "catch.h"
#include "io/utf8.h"
#include "markup/fragment_parser.h"
#include "markup/marked_text.h"
#include "markup/tag_scanner.h"
#include "markup/text_tokens.h"
#include "word_for_word.h"

namespace dragoman {
namespace {

/// A translation of letters and links that mean nothing.
PlainTranslation random_translation(const std::string& plain, RandomFragments& random) {
  PlainTranslation translation;
  const auto source_size = static_cast<int32_t>(text_tokens(plain).size());
  const size_t target_size = random.below(12);
  for (size_t j = 0; j < target_size; ++j) {
    if (j > 0 && random.below(5) != 0) translation.text += ' ';
    translation.text += std::array{"<&>", "⟨1⟩", "ab", "ab", "ab"}[random.below(5)];
  }
  const auto words = static_cast<int32_t>(text_tokens(translation.text).size());
  for (size_t i = random.below(20); i > 0 && words > 0; --i) {
    translation.links.push_back({static_cast<int32_t>(random.below(source_size)),
                                 static_cast<int32_t>(random.below(words)),
                                 static_cast<float>(random.below(3))});
  }
  const size_t size = translation.text.size();
  if (size > 0 && random.below(2) == 0)
    translation.required.push_back({random.below(size), 1 + random.below(size)});
  if (random.below(4) == 0) translation.prefix = random.below(size + 1);
  return translation;
}

std::string translate_at_random(const std::string& text, RandomFragments& random) {
  MarkupOptions options;
  if (random.below(2) == 0) options.symbols = {"⟨1⟩", "⟨2⟩"};
  if (random.below(2) == 0) {
    options.cut_sentences = [&](const std::string& plain) {
      const size_t at = std::min(plain.find(' '), plain.size() - 1) + 1;
      return std::vector<std::string>{plain.substr(0, at), plain.substr(at)};
    };
  }
  const MarkedText marked(text, options);
  std::vector<PlainTranslation> translations;
  for (const std::string& plain : marked.plain())
    translations.push_back(random_translation(plain, random));
  std::string written = marked.translated(translations);
  if (!options.symbols.empty()) REQUIRE(written.find("⟨") == std::string::npos);
  return written;
}

size_t num_broken(const std::string& text) {
  const Fragment fragment = parse_fragment(text, MarkupSyntax::kHtml);
  return static_cast<size_t>(std::count_if(fragment.pieces.begin(), fragment.pieces.end(),
                                           [](const Piece& piece) { return piece.is_broken; }));
}

/// The fragment without what a translator does not keep: runs of spaces, unlike spellings.
std::string normalized(const std::string& text) { return translate_words(text, {}, {}); }

/// True if letters touch a tag on both sides.
bool has_tag_in_word(const std::string& text) {
  std::string joined, parted;
  for (const Piece& piece : scan_tags(text, MarkupSyntax::kHtml)) {
    if (piece.is_tag()) parted += ' ';
    if (piece.is_tag()) continue;
    joined.append(text, piece.begin, piece.end - piece.begin);
    parted.append(text, piece.begin, piece.end - piece.begin);
  }
  return text_tokens(joined).size() != text_tokens(parted).size();
}

TEST_CASE("no tag of a fragment is lost, added or crossed, whatever the links") {
  RandomFragments random(1);
  for (int i = 0; i < 10000; ++i) {
    const std::string text = random.whole();
    const std::string written = translate_at_random(text, random);
    INFO(text);
    INFO(written);
    REQUIRE(tags_in(written) == tags_in(text));
    REQUIRE(num_broken(written) == num_broken(text));
  }
}

TEST_CASE("no tag of broken markup is lost or added, whatever the links") {
  RandomFragments random(2);
  for (int i = 0; i < 10000; ++i) {
    const std::string text = replace_invalid_utf8(random.broken());
    const std::string written = translate_at_random(text, random);
    INFO(text);
    INFO(written);
    REQUIRE(tags_in(written) == tags_in(text));
  }
}

TEST_CASE("a translation into the same words gives the fragment back") {
  RandomFragments random(3);
  for (int i = 0; i < 10000; ++i) {
    const std::string original = random.whole();
    if (has_tag_in_word(original)) continue;
    const std::string text = normalized(original);
    REQUIRE(normalized(text) == text);
  }
}

TEST_CASE("pieces cover a fragment without a gap, and pairs never cross") {
  RandomFragments random(4);
  for (int i = 0; i < 10000; ++i) {
    for (const MarkupSyntax syntax : {MarkupSyntax::kHtml, MarkupSyntax::kXml}) {
      const Fragment fragment = parse_fragment(random.broken(), syntax);
      size_t done = 0;
      std::vector<size_t> open;
      for (size_t p = 0; p < fragment.pieces.size(); ++p) {
        const Piece& piece = fragment.pieces[p];
        REQUIRE(piece.begin == done);
        REQUIRE(piece.end > piece.begin);
        done = piece.end;
        if (piece.kind == PieceKind::kOpen) open.push_back(p);
        if (piece.kind != PieceKind::kClose) continue;
        REQUIRE(open.back() == piece.partner);
        open.pop_back();
      }
      REQUIRE(done == fragment.text.size());
      REQUIRE(open.empty());
    }
  }
}

}  // namespace
}  // namespace dragoman

#include "translate_any_markup.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "io/random.h"
#include "io/utf8.h"
#include "markup/fragment_parser.h"
#include "markup/marked_text.h"
#include "markup/text_tokens.h"

namespace dragoman {
namespace {

void require(bool condition, const char* what, const std::string& text) {
  if (condition) return;
  std::fprintf(stderr, "%s: %s\n", what, text.c_str());
  std::abort();
}

PlainTranslation any_translation(const std::string& plain, RandomSequence& random) {
  const auto below = [&](size_t count) { return static_cast<size_t>(random.next() >> 11) % count; };
  PlainTranslation translation;
  for (size_t i = below(10); i > 0; --i)
    translation.text += below(4) == 0 ? "<&>" : below(2) == 0 ? " ab" : " \xe4\xb8\xad.";
  const size_t sources = text_tokens(plain).size(), targets = text_tokens(translation.text).size();
  for (size_t i = below(16); i > 0 && sources > 0 && targets > 0; --i) {
    translation.links.push_back(
        {static_cast<int32_t>(below(sources)), static_cast<int32_t>(below(targets))});
  }
  return translation;
}

/// The tags of a fragment, in alphabetical order.
std::vector<std::string> tags_of(const std::string& text, MarkupSyntax syntax) {
  std::vector<std::string> tags;
  const Fragment fragment = parse_fragment(text, syntax);
  for (size_t i = 0; i < fragment.pieces.size(); ++i) {
    if (fragment.pieces[i].is_tag()) tags.emplace_back(fragment.bytes(i));
  }
  std::sort(tags.begin(), tags.end());
  return tags;
}

void check_pieces(const std::string& text, MarkupSyntax syntax) {
  size_t done = 0;
  std::vector<size_t> open;
  const Fragment fragment = parse_fragment(text, syntax);
  for (size_t i = 0; i < fragment.pieces.size(); ++i) {
    const Piece& piece = fragment.pieces[i];
    require(piece.begin == done && piece.end > done, "a gap between pieces", text);
    done = piece.end;
    if (piece.kind == PieceKind::kOpen) open.push_back(i);
    if (piece.kind != PieceKind::kClose) continue;
    require(!open.empty() && open.back() == piece.partner, "pairs that cross", text);
    open.pop_back();
  }
  require(done == text.size() && open.empty(), "an end that is missing", text);
}

}  // namespace

void translate_any_markup(const uint8_t* data, size_t size) {
  uint64_t key = 0;
  const size_t num_choices = std::min<size_t>(size, 8);
  for (size_t i = 0; i < num_choices; ++i) key = derive_key(key, data[i]);
  RandomSequence random(key);
  const MarkupSyntax syntax = key % 4 == 0 ? MarkupSyntax::kXml : MarkupSyntax::kHtml;
  const std::string text =
      replace_invalid_utf8({reinterpret_cast<const char*>(data) + num_choices, size - num_choices});
  check_pieces(text, syntax);
  const MarkedText marked(text, {.syntax = syntax, .attributes = key % 3 == 0});
  std::vector<PlainTranslation> translations;
  for (const std::string& plain : marked.plain())
    translations.push_back(any_translation(plain, random));
  const std::string written = marked.translated(translations);
  if (key % 3 != 0)
    require(tags_of(written, syntax) == tags_of(text, syntax), "another set of tags", text);
}

}  // namespace dragoman

#include "markup/fragment_parser.h"

#include <algorithm>
#include <array>

#include "io/ascii.h"
#include "markup/character_references.h"
#include "markup/characters.h"
#include "markup/html_names.h"
#include "markup/html_tree.h"
#include "markup/tag_pairs.h"
#include "markup/tag_reader.h"
#include "markup/tag_scanner.h"

namespace dragoman {
namespace {

enum class Wish { kNone, kKeep, kTranslate };

/// True if `word` is in `list`, whose words are separated by white space.
bool has_word(std::string_view list, std::string_view word) {
  for (size_t at = list.find(word); at != std::string_view::npos; at = list.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || is_tag_space(list[at - 1])) && (end == list.size() || is_tag_space(list[end])))
      return true;
  }
  return false;
}

Wish wish_of(const TagAttribute& attribute, std::string_view tag, MarkupSyntax syntax) {
  const std::string_view value = attribute.value.of(tag);
  const bool is_html = syntax == MarkupSyntax::kHtml;
  if (attribute.name == "translate" || (!is_html && attribute.name == "its:translate")) {
    const std::string wished = to_ascii_lowercase(value);
    if (wished == "no") return Wish::kKeep;
    if (wished == "yes" || wished.empty()) return Wish::kTranslate;
  }
  if (is_html && attribute.name == "class" && has_word(value, "notranslate")) return Wish::kKeep;
  if (!is_html && attribute.name == "mtype" && value == "protected") return Wish::kKeep;
  return Wish::kNone;
}

/// True for elements of XLIFF and TMX that contain codes of other formats, not language.
bool is_code_of_xliff(std::string_view name) {
  constexpr std::array<std::string_view, 5> kCodes = {"bpt", "ept", "it", "ph", "ut"};
  return std::find(kCodes.begin(), kCodes.end(), name) != kCodes.end();
}

/// True for a link or button whose text has no letters, such as [1] behind a sentence or × to close
/// a window.
bool is_sign(const Fragment& fragment, size_t piece) {
  constexpr size_t kLongest = 1000;  // bytes of the element, so that nested ones take linear time
  const std::vector<Piece>& pieces = fragment.pieces;
  const size_t last = pieces[piece].last;
  if (!is_link_or_button(pieces[piece].name) || pieces[last].end - pieces[piece].begin > kLongest)
    return false;
  bool has_text = false;
  for (size_t i = piece + 1; i <= last; ++i) {
    if (is_block_element(pieces[i].name)) return false;
    if (pieces[i].is_tag() || has_only_tag_space(fragment.bytes(i))) continue;
    if (has_letter(Spelling(fragment.syntax).decode(fragment.bytes(i)))) return false;
    has_text = true;
  }
  return has_text;
}

Wish wish_of(const Fragment& fragment, size_t piece) {
  const std::string_view tag = fragment.bytes(piece);
  for (const TagAttribute& attribute : attributes_of(tag, fragment.syntax)) {
    const Wish wish = wish_of(attribute, tag, fragment.syntax);
    if (wish != Wish::kNone) return wish;
  }
  const std::string& name = fragment.pieces[piece].name;
  const bool is_html = fragment.syntax == MarkupSyntax::kHtml;
  const bool is_kept = is_html ? is_kept_element(name) : is_code_of_xliff(name);
  return is_kept ? Wish::kKeep : Wish::kNone;
}

void mark(Fragment& fragment, size_t i) {
  Piece& piece = fragment.pieces[i];
  const bool is_html = fragment.syntax == MarkupSyntax::kHtml;
  if (is_html) piece.ends_sentence = is_block_element(piece.name);
  if (piece.last == kNoPiece) return;  // the element has no content
  const Wish wish = wish_of(fragment, i);
  piece.is_sign = wish == Wish::kNone && is_html && is_sign(fragment, i);
  piece.is_kept = wish == Wish::kKeep || piece.is_sign;
  piece.is_translated = wish == Wish::kTranslate;
}

}  // namespace

Fragment parse_fragment(std::string text, MarkupSyntax syntax) {
  Fragment fragment{.text = std::move(text), .syntax = syntax, .pieces = {}};
  if (syntax == MarkupSyntax::kPlain) {
    if (!fragment.text.empty()) fragment.pieces = {{.end = fragment.text.size()}};
    return fragment;
  }
  fragment.pieces = scan_tags(fragment.text, syntax);
  std::vector<HtmlElement> elements;
  if (syntax == MarkupSyntax::kHtml && fragment.pieces.size() > 1)
    elements = html_elements(fragment.text, fragment.pieces);
  pair_tags(fragment.pieces, elements);
  for (size_t i = 0; i < fragment.pieces.size(); ++i) {
    if (fragment.pieces[i].is_tag()) mark(fragment, i);
  }
  return fragment;
}

}  // namespace dragoman

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

enum class MarkupSyntax { kHtml, kXml, kPlain };  // kPlain: no tags

constexpr size_t kNoPiece = static_cast<size_t>(-1);

enum class PieceKind {
  kText,
  kOpen,   // a start tag
  kClose,  // an end tag
  kLone,   // void or empty element, comment, declaration, or a tag without a partner
};

/// A text or a tag: bytes [begin, end) of a fragment.
struct Piece {
  PieceKind kind = PieceKind::kText;
  size_t begin = 0;
  size_t end = 0;
  std::string name = {};         // name of a tag's element, in HTML in lower case; empty: not a tag
  size_t partner = kNoPiece;     // piece of the same element's end tag or start tag
  size_t last = kNoPiece;        // of a start tag: last piece of its element, as far as known
  bool is_broken = false;        // an incomplete tag, or one that lacks its partner
  bool ends_sentence = false;    // tag of a block element
  bool parts_words = false;      // tag of a block element that does not end the sentence
  bool begins_sentence = false;  // text at which a new sentence begins
  bool is_kept = false;          // the content of its element is not translated
  bool is_sign = false;          // kept, since it is a link or button without letters
  bool is_translated = false;    // the content of its element is translated, inside a kept element

  bool is_tag() const { return kind != PieceKind::kText; }
};

/// Updates partners after texts were cut: piece i has become pieces first[i] to last[i].
void move_partners(std::vector<Piece>& pieces, const std::vector<size_t>& first,
                   const std::vector<size_t>& last);

/// Markup text, cut into pieces that cover it without gaps. Pairs of tags never cross.
struct Fragment {
  std::string text;
  MarkupSyntax syntax = MarkupSyntax::kHtml;
  std::vector<Piece> pieces;
  bool takes_out_new = true;  // see MarkupOptions

  std::string_view bytes(size_t piece) const {
    return std::string_view(text).substr(pieces[piece].begin,
                                         pieces[piece].end - pieces[piece].begin);
  }
};

}  // namespace dragoman

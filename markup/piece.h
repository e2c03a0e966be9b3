#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace dragoman {

enum class MarkupSyntax { kHtml, kXml, kPlain };  // plain: there are no tags

constexpr size_t kNoPiece = static_cast<size_t>(-1);

enum class PieceKind {
  kText,
  kOpen,   // a start tag
  kClose,  // an end tag
  kLone,   // void and empty elements, comments, declarations, tags that end nowhere
};

/// A text or a tag: bytes [begin, end) of a fragment.
struct Piece {
  PieceKind kind = PieceKind::kText;
  size_t begin = 0;
  size_t end = 0;
  std::string name = {};      // of a tag's element, HTML's in lower case; empty: no tag
  size_t partner = kNoPiece;  // the piece that ends, or begins, the same element
  size_t last = kNoPiece;  // of a start tag: the last piece of its element, as far as it is known
  bool is_broken = false;  // no whole tag, or one that misses its partner
  bool ends_sentence = false;    // a block element's tag
  bool begins_sentence = false;  // a text whose sentence does not begin before it
  bool is_kept = false;          // its element's content stays as it is
  bool is_translated = false;    // its element's content is translated within one that is kept

  bool is_tag() const { return kind != PieceKind::kText; }
};

/// Tells partners anew when texts among the pieces were cut: piece i is now pieces first[i] to
/// last[i].
void move_partners(std::vector<Piece>& pieces, const std::vector<size_t>& first,
                   const std::vector<size_t>& last);

/// Markup with its text, cut into pieces that cover it without a gap. Pairs of tags never cross.
struct Fragment {
  std::string text;
  MarkupSyntax syntax = MarkupSyntax::kHtml;
  std::vector<Piece> pieces;
  bool takes_out_new = true;  // as MarkupOptions has it

  std::string_view bytes(size_t piece) const {
    return std::string_view(text).substr(pieces[piece].begin,
                                         pieces[piece].end - pieces[piece].begin);
  }
};

}  // namespace dragoman

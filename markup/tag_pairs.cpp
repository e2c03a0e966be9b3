#include "markup/tag_pairs.h"

#include <algorithm>
#include <unordered_map>

namespace dragoman {
namespace {

void link(std::vector<Piece>& pieces, size_t open, size_t close) {
  pieces[open].partner = close;
  pieces[close].partner = open;
}

/// Returns the number of pieces that begin before a byte.
size_t num_before(const std::vector<Piece>& pieces, size_t position) {
  const auto after = std::ranges::lower_bound(pieces, position, {}, &Piece::begin);
  return static_cast<size_t>(after - pieces.begin());
}

/// Returns the piece that begins at a byte; kNoPiece if there is none.
size_t piece_at(const std::vector<Piece>& pieces, size_t begin) {
  const size_t found = num_before(pieces, begin);
  return found < pieces.size() && pieces[found].begin == begin ? found : kNoPiece;
}

void pair_as_in_tree(std::vector<Piece>& pieces, const std::vector<HtmlElement>& elements) {
  for (const HtmlElement& element : elements) {
    const size_t open = piece_at(pieces, element.open);
    if (open == kNoPiece || pieces[open].kind != PieceKind::kOpen) continue;
    if (element.end > element.open && pieces[open].last == kNoPiece)
      pieces[open].last = std::max(open, num_before(pieces, element.end) - 1);
    if (element.close == static_cast<size_t>(-1)) continue;
    const size_t close = piece_at(pieces, element.close);
    if (close == kNoPiece || pieces[close].kind != PieceKind::kClose || close < open) continue;
    const bool are_free = pieces[open].partner == kNoPiece && pieces[close].partner == kNoPiece;
    if (are_free) link(pieces, open, close);
  }
}

/// Stack of open elements, with the number of each name.
class OpenTags {
 public:
  void push(const std::vector<Piece>& pieces, size_t piece) {
    ++counts_[pieces[piece].name];
    open_.push_back(piece);
  }
  size_t pop(const std::vector<Piece>& pieces) {
    const size_t piece = open_.back();
    open_.pop_back();
    --counts_[pieces[piece].name];
    return piece;
  }
  bool has(const std::string& name) const {
    const auto found = counts_.find(name);
    return found != counts_.end() && found->second > 0;
  }
  size_t innermost() const { return open_.back(); }
  bool empty() const { return open_.empty(); }
  void clear() {
    open_.clear();
    counts_.clear();
  }

 private:
  std::vector<size_t> open_;
  std::unordered_map<std::string, size_t> counts_;
};

/// Pairs the remaining tags by name. Pairs do not cross tags that already have partners.
void pair_by_name(std::vector<Piece>& pieces) {
  OpenTags open;
  for (size_t i = 0; i < pieces.size(); ++i) {
    Piece& piece = pieces[i];
    if (piece.kind == PieceKind::kOpen) open.push(pieces, i);
    if (piece.kind != PieceKind::kClose) continue;
    if (piece.partner != kNoPiece) {
      while (!open.empty() && open.innermost() >= piece.partner) open.pop(pieces);
      continue;
    }
    while (open.has(piece.name)) {
      const size_t candidate = open.innermost();
      if (pieces[candidate].partner != kNoPiece) break;
      open.pop(pieces);
      if (pieces[candidate].name != piece.name) continue;
      link(pieces, candidate, i);
      break;
    }
  }
}

void unlink(std::vector<Piece>& pieces, size_t piece) {
  pieces[pieces[piece].partner].partner = kNoPiece;
  pieces[piece].partner = kNoPiece;
}

/// Separates crossing pairs: the pair that begins later loses its partner link.
void part_crossing(std::vector<Piece>& pieces) {
  std::vector<size_t> open;
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].partner == kNoPiece) continue;
    if (pieces[i].kind == PieceKind::kOpen) open.push_back(i);
    if (pieces[i].kind != PieceKind::kClose) continue;
    for (; open.back() != pieces[i].partner; open.pop_back()) unlink(pieces, open.back());
    open.pop_back();
  }
}

}  // namespace

void pair_tags(std::vector<Piece>& pieces, const std::vector<HtmlElement>& elements) {
  pair_as_in_tree(pieces, elements);
  pair_by_name(pieces);
  part_crossing(pieces);
  for (size_t i = 0; i < pieces.size(); ++i) {
    Piece& piece = pieces[i];
    if (piece.partner == kNoPiece && piece.is_tag()) {
      piece.is_broken |= piece.kind != PieceKind::kLone;
      piece.kind = PieceKind::kLone;
    } else if (piece.kind == PieceKind::kOpen) {
      piece.last = piece.partner;
    }
  }
}

}  // namespace dragoman

#include "markup/piece.h"

namespace dragoman {

void move_partners(std::vector<Piece>& pieces, const std::vector<size_t>& first,
                   const std::vector<size_t>& last) {
  for (Piece& piece : pieces) {
    if (piece.partner != kNoPiece) piece.partner = first[piece.partner];
    if (piece.last != kNoPiece) piece.last = last[piece.last];
  }
}

}  // namespace dragoman

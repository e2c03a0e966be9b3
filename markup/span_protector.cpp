#include "markup/span_protector.h"

#include "markup/protected_spans.h"

namespace dragoman {
namespace {

class SpanProtector {
 public:
  explicit SpanProtector(const Fragment& fragment) : fragment_(fragment) {}

  std::vector<Piece> protect() {
    std::vector<size_t> first, last;  // where each piece went
    for (size_t i = 0; i < fragment_.pieces.size(); ++i) {
      first.push_back(pieces_.size());
      add(i);
      last.push_back(pieces_.size() - 1);
    }
    move_partners(pieces_, first, last);
    for (const size_t open : opens_) {
      pieces_[open].partner = pieces_[open].last = open + 2;
      pieces_[open + 2].partner = open;
    }
    return std::move(pieces_);
  }

 private:
  void add(size_t i) {
    const Piece& piece = fragment_.pieces[i];
    if (piece.is_tag()) {
      pieces_.push_back(piece);
      return;
    }
    size_t done = piece.begin;
    for (const TextToken& span : protected_spans(fragment_.bytes(i))) {
      const size_t begin = piece.begin + span.begin, end = piece.begin + span.end;
      if (begin > done) add_text(piece, done, begin);
      opens_.push_back(pieces_.size());
      pieces_.push_back({.kind = PieceKind::kOpen, .begin = begin, .end = begin, .is_kept = true});
      add_text(piece, begin, end);
      pieces_.push_back({.kind = PieceKind::kClose, .begin = end, .end = end});
      done = end;
    }
    if (piece.end > done) add_text(piece, done, piece.end);
  }

  void add_text(const Piece& piece, size_t begin, size_t end) {
    pieces_.push_back(piece);
    pieces_.back().begin = begin;
    pieces_.back().end = end;
  }

  const Fragment& fragment_;
  std::vector<Piece> pieces_;
  std::vector<size_t> opens_;  // the empty tags before spans
};

}  // namespace

void protect_spans(Fragment& fragment) { fragment.pieces = SpanProtector(fragment).protect(); }

}  // namespace dragoman

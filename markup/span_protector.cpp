#include "markup/span_protector.h"

#include <algorithm>
#include <stdexcept>

#include "io/utf8.h"
#include "markup/character_references.h"

namespace dragoman {
namespace {

bool is_inside_character(const std::string& text, size_t at) {
  return at < text.size() && continues_character(text[at]);
}

/// Checks the spans and sorts them in ascending order.
std::vector<ByteSpan> checked(std::vector<ByteSpan> spans, const Fragment& fragment) {
  const std::string& text = fragment.text;
  std::ranges::sort(spans, {}, &ByteSpan::begin);
  size_t end = 0;
  for (const ByteSpan& span : spans) {
    const auto require = [](bool holds, const char* what) {
      if (!holds) throw std::invalid_argument(std::string("a protected span ") + what);
    };
    require(span.begin < span.end, "is empty");
    require(span.end <= text.size(), "ends behind its text");
    require(span.begin >= end, "overlaps another one");
    require(!is_inside_character(text, span.begin) && !is_inside_character(text, span.end),
            "begins or ends inside a character");
    require(!is_inside_reference(text, span.begin, fragment.syntax) &&
                !is_inside_reference(text, span.end, fragment.syntax),
            "begins or ends inside a reference, such as &amp;");
    end = span.end;
  }
  return spans;
}

class SpanProtector {
 public:
  SpanProtector(const Fragment& fragment, const FindSpans& find, std::vector<ByteSpan> spans)
      : fragment_(fragment),
        find_(outside_references(find, fragment.syntax)),
        spans_(std::move(spans)) {}

  std::vector<Piece> protect() {
    std::vector<size_t> first, last;  // new indices of each piece
    for (size_t i = 0; i < fragment_.pieces.size(); ++i) {
      first.push_back(pieces_.size());
      add(i);
      last.push_back(pieces_.size() - 1);
    }
    if (next_ < spans_.size())
      throw std::invalid_argument("a protected span is not in the text between two tags");
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
    for (const auto& [begin, end] : spans_of(i)) {
      if (begin > done) add_text(piece, done, begin);
      opens_.push_back(pieces_.size());
      pieces_.push_back({.kind = PieceKind::kOpen, .begin = begin, .end = begin, .is_kept = true});
      add_text(piece, begin, end);
      pieces_.push_back({.kind = PieceKind::kClose, .begin = end, .end = end});
      done = end;
    }
    if (piece.end > done) add_text(piece, done, piece.end);
  }

  /// Returns the spans of a text piece as bytes of the fragment: the given ones, and the ones that
  /// `find` finds between them.
  std::vector<ByteSpan> spans_of(size_t i) {
    const Piece& piece = fragment_.pieces[i];
    const auto first = spans_.begin() + static_cast<std::ptrdiff_t>(next_);
    const auto last = std::find_if(first, spans_.end(), [&](const ByteSpan& span) {
      return span.begin < piece.begin || span.end > piece.end;
    });
    next_ += static_cast<size_t>(last - first);
    std::vector<ByteSpan> all(first, last);
    if (!find_) return all;
    for (const ByteSpan& found : find_(fragment_.bytes(i))) {
      const ByteSpan span{piece.begin + found.begin, piece.begin + found.end};
      const bool is_free =
          std::none_of(first, last, [&](const ByteSpan& other) { return span.overlaps(other); });
      if (is_free) all.push_back(span);
    }
    std::ranges::sort(all, {}, &ByteSpan::begin);
    return all;
  }

  void add_text(const Piece& piece, size_t begin, size_t end) {
    pieces_.push_back(piece);
    pieces_.back().begin = begin;
    pieces_.back().end = end;
  }

  const Fragment& fragment_;
  const FindSpans find_;
  std::vector<ByteSpan> spans_;
  size_t next_ = 0;  // index of the next span
  std::vector<Piece> pieces_;
  std::vector<size_t> opens_;  // empty start tags before spans
};

}  // namespace

void protect_spans(Fragment& fragment, const FindSpans& find, const std::vector<ByteSpan>& spans) {
  fragment.pieces = SpanProtector(fragment, find, checked(spans, fragment)).protect();
}

}  // namespace dragoman

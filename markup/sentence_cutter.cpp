#include "markup/sentence_cutter.h"

#include "markup/sentence_builder.h"

namespace dragoman {
namespace {

class SentenceCutter {
 public:
  SentenceCutter(const Fragment& fragment, Spelling& spelling)
      : pieces_(fragment.pieces), builder_(fragment, spelling) {
    for (const Piece& piece : pieces_)
      num_translated_.push_back(num_translated_.back() + (piece.is_translated ? 1 : 0));
  }

  TranslatedParts cut() {
    for (size_t i = 0; i < pieces_.size();) i = add(i);
    end_sentence();
    return std::move(parts_);
  }

 private:
  /// An element that is kept or translated, with its last piece.
  struct Region {
    size_t last = 0;
    bool is_kept = false;
  };

  bool keeps() const { return !regions_.empty() && regions_.back().is_kept; }

  /// Adds a piece or a whole kept element. Returns the next piece to add.
  size_t add(size_t i) {
    while (!regions_.empty() && regions_.back().last < i) regions_.pop_back();
    const Piece& piece = pieces_[i];
    const bool ends_sentence = piece.ends_sentence || keeps();
    if (piece.begins_sentence) end_sentence();
    if (piece.is_kept && !keeps()) {
      const size_t last = last_of(i);
      const bool is_kept_whole = num_translated_[last + 1] == num_translated_[i];
      if (is_kept_whole && piece.is_sign) add_tags_of_sign(i, last);
      if (is_kept_whole && !ends_sentence) return add_kept(i, last);
      end_sentence();
      if (is_kept_whole) return last + 1;
      regions_.push_back({last, true});
      return i + 1;
    }
    if (piece.is_translated && keeps()) regions_.push_back({last_of(i), false});
    if (piece.is_tag() && !keeps()) parts_.tags.push_back(i);
    if (ends_sentence) {
      end_sentence();
    } else {
      builder_.add(i);
    }
    return i + 1;
  }

  /// Adds the tags of a link or button without letters, whose attributes may have words.
  void add_tags_of_sign(size_t first, size_t last) {
    for (size_t i = first; i <= last; ++i) {
      const bool is_kept = pieces_[i].is_kept && !pieces_[i].is_sign;
      if (is_kept) {
        i = last_of(i);
      } else if (pieces_[i].is_tag()) {
        parts_.tags.push_back(i);
      }
    }
  }

  size_t add_kept(size_t first, size_t last) {
    builder_.add_kept(first, last);
    return last + 1;
  }

  void end_sentence() {
    if (auto sentence = builder_.take()) parts_.sentences.push_back(std::move(*sentence));
  }

  /// Returns the last piece of the element that begins at piece `i`, so that the element contains
  /// no end tag of another element.
  size_t last_of(size_t i) const {
    if (pieces_[i].kind == PieceKind::kOpen) return pieces_[i].last;
    size_t last = i;
    for (size_t next = i + 1; next <= pieces_[i].last; ++next) {
      const Piece& piece = pieces_[next];
      const bool leads_out = piece.kind == PieceKind::kClose && piece.partner < i;
      const bool is_cut = piece.kind == PieceKind::kOpen && piece.partner > pieces_[i].last;
      if (leads_out || is_cut) break;
      last = next;
    }
    return last;
  }

  const std::vector<Piece>& pieces_;
  SentenceBuilder builder_;
  /// [i]: number of translated elements among the pieces before i.
  std::vector<size_t> num_translated_ = {0};
  std::vector<Region> regions_;
  TranslatedParts parts_;
};

}  // namespace

TranslatedParts find_translated_parts(const Fragment& fragment, Spelling& spelling) {
  return SentenceCutter(fragment, spelling).cut();
}

}  // namespace dragoman

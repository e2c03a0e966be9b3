#include "markup/sentence_splitter.h"

namespace dragoman {
namespace {

/// A position in a fragment where a sentence begins.
struct SplitPlace {
  size_t piece = 0;
  size_t byte = 0;  // within the piece
};

/// Returns the bytes of plain text at which all sentences except the first begin, ascending.
std::vector<size_t> inner_begins(const std::string& plain, const CutSentences& cut) {
  std::vector<size_t> begins;
  size_t at = 0;
  for (const std::string& part : cut(plain)) {
    if (at > 0 && at < plain.size()) begins.push_back(at);
    at += part.size();
  }
  return begins;
}

/// Maps positions of a sentence's plain text, in ascending order, to its pieces.
class PlaceFinder {
 public:
  PlaceFinder(const Fragment& fragment, const Sentence& sentence, Spelling& spelling)
      : fragment_(fragment), texts_(sentence.texts), spelling_(spelling) {}

  SplitPlace find(size_t plain) {
    while (next_ + 1 < texts_.size() && texts_[next_ + 1].begin <= plain) start(next_ + 1);
    const std::string_view bytes = fragment_.bytes(texts_[next_].piece);
    while (decoded_ < plain + texts_[next_].skipped - texts_[next_].begin && byte_ < bytes.size()) {
      const size_t length = unit_length(bytes.substr(byte_));
      decoded_ += spelling_.decode(bytes.substr(byte_, length)).size();
      byte_ += length;
    }
    return {texts_[next_].piece, byte_};
  }
  /// True if the last position found is in a kept element.
  bool is_in_kept() const { return texts_[next_].is_kept; }

 private:
  void start(size_t text) {
    next_ = text;
    byte_ = decoded_ = 0;
  }

  const Fragment& fragment_;
  const std::vector<SentenceText>& texts_;
  Spelling& spelling_;
  size_t next_ = 0;     // index of the current text
  size_t byte_ = 0;     // position in the current text
  size_t decoded_ = 0;  // number of decoded bytes before it
};

/// Cuts text pieces at `places` and updates partners.
std::vector<Piece> cut_pieces(const std::vector<Piece>& pieces,
                              const std::vector<SplitPlace>& places) {
  std::vector<Piece> cut;
  std::vector<size_t> first, last;  // new indices of each piece
  size_t place = 0;
  for (size_t i = 0; i < pieces.size(); ++i) {
    first.push_back(cut.size());
    cut.push_back(pieces[i]);
    for (; place < places.size() && places[place].piece == i; ++place) {
      const size_t at = pieces[i].begin + places[place].byte;
      if (at > cut.back().begin && at < cut.back().end) {
        cut.push_back(pieces[i]);
        cut[cut.size() - 2].end = cut.back().begin = at;
      }
      if (at < cut.back().end) cut.back().begins_sentence = true;
    }
    last.push_back(cut.size() - 1);
  }
  move_partners(cut, first, last);
  return cut;
}

}  // namespace

void split_sentences(Fragment& fragment, const std::vector<Sentence>& sentences, Spelling& spelling,
                     const CutSentences& cut) {
  std::vector<SplitPlace> places;
  for (const Sentence& sentence : sentences) {
    PlaceFinder finder(fragment, sentence, spelling);
    for (const size_t begin : inner_begins(sentence.plain, cut)) {
      const SplitPlace place = finder.find(begin);
      if (!finder.is_in_kept()) places.push_back(place);
    }
  }
  if (!places.empty()) fragment.pieces = cut_pieces(fragment.pieces, places);
}

}  // namespace dragoman

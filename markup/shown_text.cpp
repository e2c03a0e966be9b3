#include "markup/shown_text.h"

#include <algorithm>

#include "markup/character_references.h"
#include "markup/html_names.h"
#include "markup/tag_reader.h"
#include "markup/text_tokens.h"

namespace dragoman {
std::string ShownText::decoded(size_t piece) const {
  return Spelling(fragment_.syntax).decode(fragment_.bytes(piece));
}

void ShownText::add_part(std::string_view text, const ByteSpan& plain, size_t kept) {
  if (text.empty()) return;
  if (is_block_apart_ || (is_word_apart_ && is_one_token(text_, text))) text_ += ' ';
  is_block_apart_ = is_word_apart_ = follows_end_ = false;
  const size_t sentence = num_sentences_ == 0 ? 0 : num_sentences_ - 1;
  parts_.push_back({{text_.size(), text_.size() + text.size()}, sentence, plain, kept});
  text_ += text;
}

void ShownText::add(std::string_view text, const ByteSpan& plain) {
  add_part(text, plain, kNoPiece);
}

void ShownText::add_space(std::string_view space) {
  text_ += Spelling(fragment_.syntax).decode(space);
  follows_end_ = false;
}

void ShownText::add_tag(size_t piece) {
  const Piece& tag = fragment_.pieces[piece];
  is_block_apart_ |= tag.ends_sentence || tag.parts_words;
  is_word_apart_ |= follows_end_ && tag.kind == PieceKind::kOpen;
  follows_end_ = tag.kind == PieceKind::kClose;
}

void ShownText::add_kept(size_t first, size_t last, const ByteSpan& plain) {
  const bool is_element = !fragment_.bytes(first).empty();  // else bytes that are protected
  std::string text;
  for (size_t i = first; i <= last; ++i) {
    const Piece& piece = fragment_.pieces[i];
    if (piece.ends_sentence || piece.parts_words) text += ' ';
    if (!piece.is_tag()) text += decoded(i);
  }
  is_word_apart_ |= is_element;
  add_part(text, plain, first);
  is_word_apart_ |= is_element;
}

void ShownText::add_rest(size_t first, size_t last) {
  for (size_t i = first; i < last; ++i) {
    const Piece& piece = fragment_.pieces[i];
    if (!piece.is_tag()) {
      add_part(decoded(i), {}, i);
    } else {
      add_tag(i);
      if (piece.is_kept && has_no_words(piece.name))
        i = std::max(i, std::min(piece.last, last - 1));
    }
  }
}

namespace {

/// Adds the texts and tags of a sentence in the source.
void add_sentence(const Fragment& fragment, const Sentence& sentence, ShownText& shown) {
  shown.begin_sentence();
  auto text = sentence.texts.begin();
  auto tag = sentence.tags.begin();
  for (size_t i = sentence.first; i < sentence.last; ++i) {
    while (tag != sentence.tags.end() && (!tag->is_kept || tag->open < i)) ++tag;
    while (text != sentence.texts.end() && text->piece < i) ++text;
    if (tag != sentence.tags.end() && tag->open == i) {
      const size_t last = tag->close == kNoPiece ? i : tag->close;
      if (tag->begin < tag->end) shown.add_kept(i, last, {tag->begin, tag->end});
      i = last;
    } else if (text == sentence.texts.end() || text->piece != i) {
      shown.add_tag(i);
    } else {
      const std::string decoded = Spelling(fragment.syntax).decode(fragment.bytes(i));
      const size_t space = std::min(text->skipped, decoded.size());
      const size_t begin = std::min(text->begin, sentence.plain.size());
      const size_t end = std::min(begin + decoded.size() - space, sentence.plain.size());
      shown.add_space(std::string_view(decoded).substr(0, space));
      shown.add(std::string_view(decoded).substr(space, end - begin), {begin, end});
      shown.add_space(std::string_view(decoded).substr(space + end - begin));
    }
  }
}

}  // namespace

ShownText shown_source(const Fragment& fragment, const std::vector<Sentence>& sentences) {
  ShownText shown(fragment);
  size_t done = 0;
  for (const Sentence& sentence : sentences) {
    shown.add_rest(done, sentence.first);
    add_sentence(fragment, sentence, shown);
    done = sentence.last;
  }
  shown.add_rest(done, fragment.pieces.size());
  return shown;
}

}  // namespace dragoman

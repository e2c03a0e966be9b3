#include "markup/sentence_builder.h"

#include <algorithm>
#include <limits>

#include "markup/html_names.h"
#include "markup/tag_reader.h"
#include "markup/text_tokens.h"
#include "markup/white_space.h"

namespace dragoman {

void SentenceBuilder::reach(size_t piece) {
  if (!has_pieces_) sentence_.first = piece;
  has_pieces_ = true;
  sentence_.last = piece + 1;
}

void SentenceBuilder::add(size_t piece) {
  reach(piece);
  is_block_apart_ |= fragment_.pieces[piece].parts_words;
  switch (fragment_.pieces[piece].kind) {
    case PieceKind::kText:
      return add_text(piece);
    case PieceKind::kOpen:
      return add_open(piece);
    case PieceKind::kClose:
      return add_close(piece);
    case PieceKind::kLone:
      return add_lone(piece, piece, false, sentence_.plain.size());
  }
}

/// Adds a text. White space on both sides of a tag becomes one space of the sentence.
void SentenceBuilder::add_text(size_t piece) {
  std::string& plain = sentence_.plain;
  const std::string text = spelling_.decode(fragment_.bytes(piece));
  size_t begin = 0;
  if (plain.empty()) {
    begin = leading_space(text, MarkupSyntax::kPlain).size();
  } else if (is_tag_space(plain.back())) {
    while (begin < text.size() && is_tag_space(text[begin])) ++begin;
  }
  if (is_block_apart_ && !is_tag_space(text.front()) && !plain.empty() &&
      !is_tag_space(plain.back()))
    plain += ' ';
  if (is_word_apart_) part_words(text);
  is_word_apart_ = is_block_apart_ = false;
  sentence_.texts.push_back({.piece = piece, .begin = plain.size(), .skipped = begin});
  plain.append(text, begin);
}

/// Separates a kept element from adjacent letters by a space, since it is a word of its own. Also
/// separates an element from an element directly before it. Scripts without spaces need none.
void SentenceBuilder::part_words(std::string_view text) {
  if (is_one_token(sentence_.plain, text)) sentence_.plain += ' ';
}

void SentenceBuilder::add_open(size_t piece) {
  is_word_apart_ |=
      piece > sentence_.first && fragment_.pieces[piece - 1].kind == PieceKind::kClose;
  open_.push_back(tags_.size());
  SentenceTag tag{.open = piece, .begin = sentence_.plain.size()};
  tags_.push_back({.from = static_cast<int64_t>(piece), .tag = tag});
}

/// Adds an end tag. If its start tag is in an earlier sentence, its span begins with this sentence.
void SentenceBuilder::add_close(size_t piece) {
  if (open_.empty()) {
    tags_.push_back({.from = -(++num_begun_before_), .tag = {}});
  }
  Tag& ended = open_.empty() ? tags_.back() : tags_[open_.back()];
  if (!open_.empty()) open_.pop_back();
  ended.to = static_cast<int64_t>(piece);
  ended.tag.close = piece;
  ended.tag.end = sentence_.plain.size();
}

void SentenceBuilder::add_lone(size_t first, size_t last, bool is_kept, size_t begin) {
  SentenceTag tag{.open = first, .close = last, .begin = begin, .end = sentence_.plain.size()};
  tag.is_kept = is_kept;
  tag.has_own_end = fragment_.pieces[first].partner == last;
  if (first == last) tag.close = kNoPiece;
  sentence_.is_broken |= fragment_.pieces[first].is_broken;
  tags_.push_back(
      {.from = static_cast<int64_t>(first), .to = static_cast<int64_t>(last), .tag = tag});
}

/// True for a kept element that the model reads. A link or button that is a sign, such as ¶, has
/// nothing to read.
bool SentenceBuilder::has_words(size_t first, size_t last) const {
  const std::string& name = fragment_.pieces[first].name;
  if (fragment_.syntax != MarkupSyntax::kHtml || !is_link_or_button(name))
    return !has_no_words(name);
  for (size_t i = first; i <= last; ++i) {
    if (fragment_.pieces[i].is_tag()) continue;
    const std::string text = Spelling(fragment_.syntax).decode(fragment_.bytes(i));
    const auto tokens = text_tokens(text);
    if (std::ranges::any_of(tokens, [&](const ByteSpan& token) { return is_word(token.of(text)); }))
      return true;
  }
  return false;
}

void SentenceBuilder::add_kept(size_t first, size_t last) {
  reach(first);
  const bool is_read = has_words(first, last);
  size_t begin = sentence_.plain.size();
  for (size_t i = first; i <= last && is_read; ++i) {
    is_block_apart_ |= fragment_.pieces[i].parts_words;
    if (fragment_.pieces[i].kind != PieceKind::kText) continue;
    const bool is_first = begin == sentence_.plain.size();
    if (is_first) part_words(fragment_.bytes(i));
    add_text(i);
    sentence_.texts.back().is_kept = true;
    if (!is_first) continue;
    while (begin < sentence_.plain.size() && is_tag_space(sentence_.plain[begin])) ++begin;
  }
  add_lone(first, last, true, begin);
  is_word_apart_ |= is_read || fragment_.pieces[first].is_sign;
  sentence_.last = last + 1;
}

/// Ends open spans at the end of the sentence, since their end tags are in a later one.
void SentenceBuilder::close_rest() {
  for (size_t depth = 0; depth < open_.size(); ++depth) {
    Tag& tag = tags_[open_[depth]];
    tag.to = std::numeric_limits<int64_t>::max() - static_cast<int64_t>(depth);
    tag.tag.end = sentence_.plain.size();
  }
}

void SentenceBuilder::order_tags() {
  std::stable_sort(tags_.begin(), tags_.end(),
                   [](const Tag& one, const Tag& other) { return one.from < other.from; });
  std::vector<int32_t> around;
  for (const Tag& tag : tags_) {
    while (!around.empty() && tags_[around.back()].to < tag.from) around.pop_back();
    sentence_.tags.push_back(tag.tag);
    SentenceTag& added = sentence_.tags.back();
    added.parent = around.empty() ? -1 : around.back();
    added.begin = std::min(added.begin, sentence_.plain.size());
    added.end = std::min(added.end, sentence_.plain.size());
    around.push_back(static_cast<int32_t>(sentence_.tags.size()) - 1);
  }
}

std::optional<Sentence> SentenceBuilder::take() {
  close_rest();
  std::string& plain = sentence_.plain;
  plain.resize(plain.size() - trailing_space(plain, MarkupSyntax::kPlain).size());
  order_tags();
  std::optional<Sentence> taken;
  if (!plain.empty()) taken = std::move(sentence_);
  sentence_ = {};
  tags_.clear();
  open_.clear();
  num_begun_before_ = 0;
  has_pieces_ = is_word_apart_ = is_block_apart_ = false;
  return taken;
}

}  // namespace dragoman

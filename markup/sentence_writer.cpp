#include "markup/sentence_writer.h"

#include "markup/ellipsis_links.h"
#include "markup/final_mark.h"
#include "markup/kept_copies.h"
#include "markup/required_words.h"
#include "markup/surplus_copies.h"
#include "markup/tag_gaps.h"
#include "markup/tag_reader.h"
#include "markup/tag_spaces.h"
#include "markup/text_tokens.h"
#include "markup/white_space.h"

namespace dragoman {
namespace {

/// Writes tags and text of a translation, gap by gap and token by token.
class SentenceWriter {
 public:
  SentenceWriter(const TagSpaces& spaces, const Spelling& spelling, const std::string& text,
                 const std::vector<ByteSpan>& tokens, ShownText& shown)
      : spaces_(spaces), spelling_(spelling), text_(text), tokens_(tokens), shown_(shown) {}

  std::string write(const TagGaps& tags) {
    for (size_t gap = 0; gap <= tokens_.size(); ++gap) {
      if (gap > 0 && waits_for_text(tags, gap)) {
        waiting_space_ = space(gap);
      } else if (!is_skipped(tags, gap)) {
        add_tags(tags.at(gap), gap);
      }
      if (gap == tokens_.size()) continue;
      if (!tags.is_replaced(gap)) {
        add_token(gap);
      } else {
        shown_.leave_out(tokens_[gap]);
      }
    }
    return std::move(written_);
  }

 private:
  /// True for gaps at which nothing is written: between two replaced tokens, and around removed
  /// ones.
  bool is_skipped(const TagGaps& tags, size_t gap) const {
    if (!tags.at(gap).empty()) return false;
    const bool has_before = gap > 0, has_behind = gap < tokens_.size();
    if (has_before && has_behind && tags.is_replaced(gap - 1) && tags.is_replaced(gap)) return true;
    return (has_behind && tags.is_taken_out(gap)) ||
           (written_.empty() && has_before && tags.is_taken_out(gap - 1));
  }

  /// True for gaps whose space belongs to what is written behind the next token, if anything is.
  bool waits_for_text(const TagGaps& tags, size_t gap) const {
    return gap < tokens_.size() && tags.at(gap).empty() && tags.is_replaced(gap) &&
           !is_skipped(tags, gap);
  }

  void add_tags(const std::vector<TagRun>& runs, size_t gap) {
    const std::vector<std::string> spaces =
        spaces_.around(runs, space(gap), {.is_begin = gap == 0, .is_end = gap == tokens_.size()});
    add_space(spaces[0]);
    for (size_t i = 0; i < runs.size(); ++i) {
      if (runs[i].is_text) {
        add_kept(runs[i]);
      } else {
        add_tag(runs[i]);
      }
      add_space(spaces[i + 1]);
    }
  }

  void add_space(std::string_view space) {
    if (space.empty()) return;
    waiting_space_ = {};
    written_ += space;
    shown_.add_space(space);
    kept_end_ = end_tag_ = kNoPiece;
    ends_with_letter_ = false;
  }

  void add_kept(const TagRun& run) {
    add_space(waiting_space_);
    const std::string_view text = spaces_.bytes(run);
    if (touches(run) && leading_space(text, MarkupSyntax::kHtml).empty()) separate();
    written_ += text;
    shown_.add_kept(run.first, run.last);
    kept_end_ = is_tag_space(text.back()) ? kNoPiece : run.last;
    end_tag_ = kNoPiece;
    ends_with_letter_ = false;
    space_at_ = written_.size();
  }

  /// If tags and kept elements follow each other as in the source, what is between them stays.
  void add_tag(const TagRun& run) {
    if (!run.follows_word) add_space(waiting_space_);
    written_ += spaces_.bytes(run);
    for (const size_t piece : {run.first, run.last}) shown_.add_tag(piece);
    const bool follows_kept = kept_end_ != kNoPiece && kept_end_ + 1 == run.first;
    if (follows_kept) kept_end_ = run.follows_word ? run.last : kNoPiece;
    if (!run.follows_word) return;
    end_tag_ = run.last;
    space_at_ = written_.size();
  }

  void add_token(size_t i) {
    add_space(waiting_space_);
    if (kept_end_ != kNoPiece && begins_with_letter(token(i))) separate();
    written_ += spelling_.encode(token(i));
    shown_.add(token(i), tokens_[i]);
    kept_end_ = end_tag_ = kNoPiece;
    ends_with_letter_ = ends_with_letter(token(i));
    space_at_ = written_.size();
  }

  /// True if a kept element's text comes behind a letter, or behind another kept text that it does
  /// not follow in the source, with no more than tags in between.
  bool touches(const TagRun& run) const {
    if (kept_end_ != kNoPiece) return kept_end_ + 1 != run.first;
    return ends_with_letter_ && (end_tag_ == kNoPiece || end_tag_ + 1 != run.first);
  }
  /// Writes a space behind the last text and its end tags.
  void separate() {
    written_.insert(space_at_, 1, ' ');
    shown_.add_space(" ");
  }
  std::string_view token(size_t i) const { return tokens_[i].of(text_); }
  /// Returns the text between two tokens.
  std::string_view space(size_t gap) const {
    if (gap == 0 || gap == tokens_.size()) return {};
    const size_t begin = tokens_[gap - 1].end;
    return std::string_view(text_).substr(begin, tokens_[gap].begin - begin);
  }

  const TagSpaces& spaces_;
  const Spelling& spelling_;
  const std::string& text_;
  const std::vector<ByteSpan>& tokens_;
  ShownText& shown_;
  std::string written_;
  std::string_view waiting_space_;  // written before the next text, unless another space is
  // About what was written last, if no white space follows it:
  size_t kept_end_ = kNoPiece;     // last piece of a kept element's text and of end tags behind it
  size_t end_tag_ = kNoPiece;      // the last end tag
  bool ends_with_letter_ = false;  // the last text, with or without tags behind it
  size_t space_at_ = 0;            // end of the last text and its end tags
};

std::vector<TokenLink> improved_links(const TranslatedSentence& pair,
                                      const RequiredWords& required) {
  const PlainTranslation& translation = pair.translation;
  auto links =
      link_new_ellipses(translation.links, pair.sentence.plain, translation.text, pair.target);
  links = link_final_marks(pair, std::move(links));
  links = required.without_kept(std::move(links));
  return link_kept_copies(pair, std::move(links));
}

}  // namespace

std::string write_sentence(const Fragment& fragment, const Sentence& sentence,
                           const PlainTranslation& translation, const Spelling& spelling,
                           ShownText& shown) {
  const TranslatedSentence pair(sentence, translation);
  RequiredWords required(pair);
  const auto links = improved_links(pair, required);
  required.release_copies(links);
  TagGaps tags(pair, required);
  if (sentence.is_broken) {
    tags.put_in_order(links);
  } else {
    tags.put_around(project_spans(pair.spans, links, pair.source_size(), pair.target_size()));
  }
  take_out_surplus_copies(fragment, pair, tags);
  const TagSpaces spaces(fragment, sentence);
  return SentenceWriter(spaces, spelling, translation.text, pair.target, shown).write(tags);
}

}  // namespace dragoman

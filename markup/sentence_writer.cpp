#include "markup/sentence_writer.h"

#include <algorithm>

#include "markup/ellipsis_links.h"
#include "markup/kept_copies.h"
#include "markup/protected_spans.h"
#include "markup/tag_gaps.h"
#include "markup/tag_spaces.h"

namespace dragoman {
namespace {

/// Tags and text of a translation, one gap and one token after the other.
class SentenceWriter {
 public:
  SentenceWriter(const TagSpaces& spaces, const Spelling& spelling, const std::string& text,
                 const std::vector<TextToken>& tokens)
      : spaces_(spaces), spelling_(spelling), text_(text), tokens_(tokens) {}

  std::string write(const TagGaps& tags) const {
    std::string written;
    for (size_t gap = 0; gap <= tokens_.size(); ++gap) {
      const GapPlace place{.is_begin = gap == 0, .is_end = gap == tokens_.size()};
      const bool is_replaced = !place.is_begin && !place.is_end && tags.is_replaced(gap - 1) &&
                               tags.is_replaced(gap) && tags.at(gap).empty();
      const bool is_taken_out = tags.at(gap).empty() &&
                                (is_before(tags, gap) || (written.empty() && is_behind(tags, gap)));
      if (!is_replaced && !is_taken_out) written += spaces_.write(tags.at(gap), space(gap), place);
      if (!place.is_end && !tags.is_replaced(gap)) written += spelling_.encode(token(gap));
    }
    return written;
  }

 private:
  /// Whether tokens that are taken out follow the gap, or precede it.
  bool is_before(const TagGaps& tags, size_t gap) const {
    return gap < tokens_.size() && tags.is_taken_out(gap);
  }
  static bool is_behind(const TagGaps& tags, size_t gap) {
    return gap > 0 && tags.is_taken_out(gap - 1);
  }
  std::string_view token(size_t i) const {
    return std::string_view(text_).substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin);
  }
  /// What is between two tokens.
  std::string_view space(size_t gap) const {
    if (gap == 0 || gap == tokens_.size()) return {};
    const size_t begin = tokens_[gap - 1].end;
    return std::string_view(text_).substr(begin, tokens_[gap].begin - begin);
  }

  const TagSpaces& spaces_;
  const Spelling& spelling_;
  const std::string& text_;
  const std::vector<TextToken>& tokens_;
};

std::vector<TokenLink> improved_links(const Sentence& sentence, const std::vector<TagSpan>& spans,
                                      const PlainTranslation& translation,
                                      const std::vector<TextToken>& target, int32_t source_size) {
  PlainTranslation improved{translation.text, link_new_ellipses(translation.links, sentence.plain,
                                                                translation.text, target)};
  return link_kept_copies(sentence, spans, improved, target, source_size);
}

/// Takes out protected spans that the translation has and the sentence has not, as a placeholder
/// that the model has written twice.
void take_out_copies(const Fragment& fragment, const Sentence& sentence, std::string_view text,
                     const std::vector<TextToken>& tokens, TagGaps& tags) {
  const bool protects = std::any_of(
      sentence.tags.begin(), sentence.tags.end(),
      [&](const SentenceTag& tag) { return tag.is_kept && fragment.bytes(tag.open).empty(); });
  if (!protects) return;
  for (const TextToken& span : protected_spans(text)) {
    const auto first =
        std::partition_point(tokens.begin(), tokens.end(),
                             [&](const TextToken& token) { return token.end <= span.begin; });
    const auto last = std::partition_point(
        first, tokens.end(), [&](const TextToken& token) { return token.begin < span.end; });
    tags.take_out({.begin = static_cast<int32_t>(first - tokens.begin()),
                   .end = static_cast<int32_t>(last - tokens.begin())});
  }
}

}  // namespace

std::string write_sentence(const Fragment& fragment, const Sentence& sentence,
                           const PlainTranslation& translation, const Spelling& spelling) {
  const std::vector<TextToken> source = text_tokens(sentence.plain);
  const std::vector<TextToken> target = text_tokens(translation.text);
  const std::vector<TagSpan> spans = sentence.spans(source);
  const auto links =
      improved_links(sentence, spans, translation, target, static_cast<int32_t>(source.size()));
  TagGaps tags(sentence, spans, source.size(), target.size());
  if (sentence.is_broken) {
    tags.put_in_order(links);
  } else {
    tags.put_around(project_spans(spans, links, static_cast<int32_t>(source.size()),
                                  static_cast<int32_t>(target.size())));
  }
  take_out_copies(fragment, sentence, translation.text, target, tags);
  const TagSpaces spaces(fragment, sentence);
  return SentenceWriter(spaces, spelling, translation.text, target).write(tags);
}

}  // namespace dragoman

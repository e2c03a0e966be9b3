#include "markup/kept_copies.h"

#include <algorithm>
#include <optional>

#include "markup/link_table.h"

namespace dragoman {
namespace {

/// Limit, because each copy is searched for in the whole translation.
constexpr size_t kMostCopies = 256;

class KeptCopies {
 public:
  KeptCopies(const Sentence& sentence, const std::string& text, const std::vector<ByteSpan>& tokens,
             const LinkTable& links)
      : sentence_(sentence), text_(text), tokens_(tokens), links_(links) {}

  /// Returns the copy of a kept element's text in the translation that has most links with it. Ties
  /// go to the first copy behind the previous result.
  std::optional<TagSpan> find(const SentenceTag& tag, const TagSpan& span) {
    const std::string_view kept = ByteSpan{tag.begin, tag.end}.of(sentence_.plain);
    std::optional<TagSpan> best;
    float best_score = -1;
    size_t num_seen = 0;
    for (size_t at = text_.find(kept); at != std::string::npos && num_seen < kMostCopies;
         at = text_.find(kept, at + 1), ++num_seen) {
      const auto copy = exact_tokens(tokens_, {at, at + kept.size()});
      if (!copy) continue;
      const float score = sum_of_links(span, *copy) + (copy->begin >= next_ ? 0.5f : 0.0f);
      if (score <= best_score) continue;
      best_score = score;
      best = copy;
    }
    if (best) next_ = best->end;
    return best;
  }

 private:
  float sum_of_links(const TagSpan& span, const TagSpan& copy) const {
    float sum = 0;
    for (const TokenLink& link : links_.of_source(span.begin, span.end)) {
      if (link.target >= copy.begin && link.target < copy.end) sum += link.weight;
    }
    return sum;
  }

  const Sentence& sentence_;
  const std::string& text_;
  const std::vector<ByteSpan>& tokens_;
  const LinkTable& links_;
  int32_t next_ = 0;  // behind the copy found last
};

}  // namespace

std::vector<TokenLink> link_kept_copies(const Sentence& sentence, const std::vector<TagSpan>& spans,
                                        const PlainTranslation& translation,
                                        const std::vector<ByteSpan>& tokens, int32_t source_size) {
  const bool keeps = std::any_of(sentence.tags.begin(), sentence.tags.end(),
                                 [](const SentenceTag& tag) { return tag.is_kept; });
  if (!keeps) return translation.links;
  const LinkTable table(translation.links, source_size, static_cast<int32_t>(tokens.size()));
  KeptCopies copies(sentence, translation.text, tokens, table);
  std::vector<TokenLink> added;
  size_t num_sought = 0;
  for (size_t i = 0; i < spans.size(); ++i) {
    const bool has_tokens = sentence.tags[i].is_kept && spans[i].begin < spans[i].end;
    if (!has_tokens || ++num_sought > kMostCopies) continue;
    const auto copy = copies.find(sentence.tags[i], spans[i]);
    for (int32_t j = copy ? copy->begin : 0; copy && j < copy->end; ++j)
      added.push_back({std::min(spans[i].begin + j - copy->begin, spans[i].end - 1), j});
  }
  if (added.empty()) return translation.links;
  std::vector<bool> is_source(source_size), is_target(tokens.size());  // of an added link
  for (const TokenLink& link : added) is_source[link.source] = is_target[link.target] = true;
  std::vector<TokenLink> links = translation.links;
  std::erase_if(links, [&](const TokenLink& link) {
    return is_source[link.source] || is_target[link.target];
  });
  links.insert(links.end(), added.begin(), added.end());
  return links;
}

}  // namespace dragoman

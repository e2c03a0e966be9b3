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
  KeptCopies(const TranslatedSentence& pair, const std::vector<TokenLink>& links)
      : pair_(pair), links_(links, pair.source_size(), pair.target_size()) {}

  /// Returns the copy of a kept element's text in the translation that has most links with it. Ties
  /// go to the first copy behind the previous result.
  std::optional<TagSpan> find(size_t tag) {
    const SentenceTag& of = pair_.sentence.tags[tag];
    const std::string_view kept = ByteSpan{of.begin, of.end}.of(pair_.sentence.plain);
    const std::string& text = pair_.translation.text;
    std::optional<TagSpan> best;
    float best_score = -1;
    size_t num_seen = 0;
    for (size_t at = text.find(kept); at != std::string::npos && num_seen < kMostCopies;
         at = text.find(kept, at + 1), ++num_seen) {
      const auto copy = exact_tokens(pair_.target, {at, at + kept.size()});
      if (!copy) continue;
      const float score =
          sum_of_links(pair_.spans[tag], *copy) + (copy->begin >= next_ ? 0.5f : 0.0f);
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

  const TranslatedSentence& pair_;
  const LinkTable links_;
  int32_t next_ = 0;  // behind the copy found last
};

}  // namespace

std::vector<TokenLink> link_kept_copies(const TranslatedSentence& pair,
                                        std::vector<TokenLink> links) {
  const std::vector<SentenceTag>& tags = pair.sentence.tags;
  const std::vector<TagSpan>& spans = pair.spans;
  if (std::ranges::none_of(tags, &SentenceTag::is_kept)) return links;
  KeptCopies copies(pair, links);
  std::vector<TokenLink> added;
  size_t num_sought = 0;
  for (size_t i = 0; i < spans.size(); ++i) {
    const bool has_tokens = tags[i].is_kept && spans[i].begin < spans[i].end;
    if (!has_tokens || ++num_sought > kMostCopies) continue;
    const auto copy = copies.find(i);
    for (int32_t j = copy ? copy->begin : 0; copy && j < copy->end; ++j)
      added.push_back({std::min(spans[i].begin + j - copy->begin, spans[i].end - 1), j});
  }
  std::vector<bool> is_source(pair.source.size()), is_target(pair.target.size());  // of `added`
  for (const TokenLink& link : added) is_source[link.source] = is_target[link.target] = true;
  std::erase_if(links, [&](const TokenLink& link) {
    const bool is_there = link.source >= 0 && link.source < pair.source_size() &&
                          link.target >= 0 && link.target < pair.target_size();
    return !is_there || is_source[link.source] || is_target[link.target];
  });
  links.insert(links.end(), added.begin(), added.end());
  return links;
}

}  // namespace dragoman

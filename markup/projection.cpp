#include "markup/projection.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "markup/link_table.h"

namespace dragoman {
namespace {

/// Cost of a link with a token outside of a span, relative to a link with a token inside.
constexpr float kOutside = 0.8f;
/// Cost of an unlinked token that a span includes.
constexpr float kUnlinked = 0.05f;
/// Number of source tokens on either side that determine a gap's place.
constexpr int32_t kNeighbours = 8;

struct Range {
  int32_t begin = 0;
  int32_t end = 0;

  bool empty() const { return begin >= end; }
};

/// The free parts of a range.
class FreeRanges {
 public:
  explicit FreeRanges(Range whole) : whole_(whole) {
    if (!whole.empty()) free_[whole.begin] = whole.end;
  }

  const Range& whole() const { return whole_; }
  /// Makes everything outside of `range` unavailable. `range` must be within whole().
  void narrow(Range range) { whole_ = range; }
  /// Returns the end of the free part that contains token `j`; nullopt if it is taken.
  std::optional<int32_t> end_of_part(int32_t j) const {
    auto part = free_.upper_bound(j);
    if (part == free_.begin()) return {};
    --part;
    return j < part->second ? std::optional(part->second) : std::nullopt;
  }
  bool has(int32_t j) const { return end_of_part(j).has_value(); }
  /// True if the gap before token `gap` is not inside a taken range.
  bool is_open(int32_t gap) const {
    if (gap <= whole_.begin || gap >= whole_.end || has(gap) || has(gap - 1)) return true;
    return borders_.contains(gap);
  }
  void take(Range range) {
    borders_[range.begin] = borders_[range.end] = true;
    if (range.empty()) return;
    auto part = std::prev(free_.upper_bound(range.begin));
    const int32_t end = part->second;
    if (part->first < range.begin) {
      part->second = range.begin;
    } else {
      free_.erase(part);
    }
    if (range.end < end) free_[range.end] = end;
  }

 private:
  Range whole_;
  std::map<int32_t, int32_t> free_;  // end of each free part, by its begin
  std::map<int32_t, bool> borders_;  // bounds of taken ranges
};

class Projection {
 public:
  Projection(const std::vector<TagSpan>& spans, const LinkTable& links)
      : spans_(spans), links_(links), placed_(spans), children_(spans.size() + 1) {
    for (size_t i = 0; i < spans.size(); ++i) children_[spans[i].parent + 1].push_back(i);
  }

  std::vector<TagSpan> project() {
    place_children(-1, {0, links_.source_size()}, {0, links_.target_size()});
    for (size_t i = 0; i < spans_.size(); ++i) {
      const TagSpan& span = spans_[i];
      place_children(static_cast<int32_t>(i), {span.begin, span.end},
                     {placed_[i].begin, placed_[i].end});
    }
    return std::move(placed_);
  }

 private:
  /// Returns spans in the order of placing: the most links first. Spans that reach beyond the text
  /// come before all others.
  std::vector<size_t> by_weight(const std::vector<size_t>& spans) const {
    std::vector<std::pair<float, size_t>> weights;
    // A single span needs no weight: nested ones would sum the same links again and again.
    for (const size_t i : spans)
      weights.emplace_back(spans.size() == 1 ? 0.0f : weight_of(spans_[i]), i);
    std::stable_sort(weights.begin(), weights.end(),
                     [](const auto& one, const auto& other) { return one.first > other.first; });
    std::vector<size_t> ordered;
    for (const auto& [weight, i] : weights) ordered.push_back(i);
    return ordered;
  }

  float weight_of(const TagSpan& span) const {
    if (span.begins_before || span.ends_after) return HUGE_VALF;
    float sum = 0;
    for (const TokenLink& link : links_.of_source(span.begin, span.end)) sum += link.weight;
    return sum;
  }

  void place_children(int32_t parent, Range source, Range target) {
    const std::vector<size_t>& children = children_[parent + 1];
    if (children.empty()) return;
    FreeRanges free(target);
    for (const size_t i : by_weight(children)) {
      const TagSpan& span = spans_[i];
      const bool is_whole = span.begin == source.begin && span.end == source.end &&
                            children.size() == 1 && span.begin < span.end;
      Range range = is_whole ? target : span.begin < span.end ? best_run(span, free) : Range{};
      if (range.empty()) range = place_without_links(span, source, free);
      if (span.begins_before) range.begin = target.begin;
      if (span.ends_after) range.end = target.end;
      free.take(range);
      // Nothing may precede a span whose start tag is in an earlier sentence, or follow one whose
      // end tag is in a later one.
      if (span.begins_before) free.narrow({range.end, free.whole().end});
      if (span.ends_after) free.narrow({free.whole().begin, range.begin});
      placed_[i].begin = range.begin;
      placed_[i].end = range.end;
    }
  }

  /// Returns the links of a span with free tokens, as sums by target token, ascending.
  std::vector<std::pair<int32_t, float>> linked_tokens(const TagSpan& span,
                                                       const FreeRanges& free) const {
    std::vector<std::pair<int32_t, float>> weights, tokens;
    for (const TokenLink& link : links_.of_source(span.begin, span.end))
      weights.emplace_back(link.target, link.weight);
    if (!std::is_sorted(weights.begin(), weights.end())) std::sort(weights.begin(), weights.end());
    for (const auto& [token, weight] : weights) {
      if (!tokens.empty() && tokens.back().first == token) {
        tokens.back().second += weight;
      } else if (free.has(token)) {
        tokens.emplace_back(token, weight);
      }
    }
    return tokens;
  }

  /// Returns the run of free tokens with the best sum of link scores for the span (Kadane's
  /// algorithm).
  Range best_run(const TagSpan& span, const FreeRanges& free) const {
    Range best, run;
    float best_value = -HUGE_VALF, value = 0;
    for (const auto& [token, inside] : linked_tokens(span, free)) {
      if (!run.empty()) value -= cost_between(run.end, token);
      const bool goes_on = !run.empty() && value > 0 && *free.end_of_part(run.begin) > token;
      if (!goes_on) {
        run.begin = token;
        value = 0;
      }
      run.end = token + 1;
      value += inside - kOutside * (links_.total(token) - inside);
      if (value > best_value) {
        best_value = value;
        best = run;
      }
    }
    return best;
  }

  float cost_between(int32_t begin, int32_t end) const {
    return kOutside * links_.total(begin, end) +
           kUnlinked * static_cast<float>(links_.num_unlinked(begin, end));
  }

  /// Places a span without links by its neighbours, around words that also have no links.
  Range place_without_links(const TagSpan& span, Range source, const FreeRanges& free) const {
    const int32_t gap = place_gap(span.begin, source, free);
    Range range{gap, gap};
    const auto is_unlinked = [&](int32_t j) { return free.has(j) && links_.total(j) == 0; };
    const int32_t most = span.end - span.begin;
    while (range.end - range.begin < most && is_unlinked(range.end)) ++range.end;
    if (range.empty()) {
      while (range.end - range.begin < most && is_unlinked(range.begin - 1)) --range.begin;
    }
    return range;
  }

  /// Returns the free gap of the translation that best separates the tokens before a source gap
  /// from the tokens behind it.
  int32_t place_gap(int32_t gap, Range source, const FreeRanges& free) const {
    const Range target = free.whole();
    if (gap <= source.begin) return target.begin;
    if (gap >= source.end) return target.end;
    const Range before{std::max(source.begin, gap - kNeighbours), gap};
    const Range after{gap, std::min(source.end, gap + kNeighbours)};
    int32_t best = gap - source.begin < source.end - gap ? target.begin : target.end;
    float best_score = -1;
    const auto consider = [&](int32_t candidate) {
      if (candidate < target.begin || candidate > target.end || !free.is_open(candidate)) return;
      const float score = score_gap(candidate, gap, before, after);
      if (score <= best_score) return;
      best_score = score;
      best = candidate;
    };
    for (const TokenLink& link : links_.of_source(after.begin, after.end)) consider(link.target);
    for (const TokenLink& link : links_.of_source(before.begin, before.end))
      consider(link.target + 1);
    return best;
  }

  /// Scores a candidate: sums links that do not cross the gap, weighted by the nearness of the
  /// source tokens.
  float score_gap(int32_t candidate, int32_t gap, Range before, Range after) const {
    float score = 0;
    for (const TokenLink& link : links_.of_source(before.begin, before.end)) {
      if (link.target < candidate) score += link.weight / static_cast<float>(gap - link.source);
    }
    for (const TokenLink& link : links_.of_source(after.begin, after.end)) {
      if (link.target >= candidate)
        score += link.weight / static_cast<float>(link.source - gap + 1);
    }
    return score;
  }

  const std::vector<TagSpan>& spans_;
  const LinkTable& links_;
  std::vector<TagSpan> placed_;
  /// Indices of each span's children; element 0 has the spans without a parent.
  std::vector<std::vector<size_t>> children_;
};

}  // namespace

std::vector<TagSpan> project_spans(const std::vector<TagSpan>& spans,
                                   const std::vector<TokenLink>& links, int32_t source_size,
                                   int32_t target_size) {
  const LinkTable table(links, source_size, target_size);
  return Projection(spans, table).project();
}

std::vector<int32_t> project_in_order(const std::vector<int32_t>& gaps,
                                      const std::vector<TokenLink>& links, int32_t source_size,
                                      int32_t target_size) {
  std::vector<TagSpan> points;
  for (const int32_t gap : gaps) points.push_back({.begin = gap, .end = gap});
  std::vector<int32_t> placed;
  int32_t least = 0;
  for (const TagSpan& point : project_spans(points, links, source_size, target_size)) {
    least = std::max(least, point.begin);
    placed.push_back(least);
  }
  return placed;
}

}  // namespace dragoman

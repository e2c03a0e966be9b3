#include "markup/tag_gaps.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace dragoman {

namespace {

/// Sort key of tags that do not contain each other. At one gap, spans that begin before the text
/// come first, then empty ones; those that end after the text come last.
std::tuple<int32_t, bool, bool, bool> order_of(const TagSpan& span) {
  return {span.begin, span.ends_after, !span.begins_before, span.begin != span.end};
}

/// Returns whether one of some tokens has a flag.
bool has_any(const std::vector<bool>& flags, const TagSpan& tokens) {
  const auto end = flags.begin() + tokens.end;
  return std::find(flags.begin() + tokens.begin, end, true) != end;
}

}  // namespace

TagGaps::TagGaps(const TranslatedSentence& pair, const RequiredWords& required)
    : pair_(pair),
      tags_(pair.sentence.tags),
      spans_(pair.spans),
      is_required_(required.tokens()),
      prefix_(required.prefix()),
      gaps_(is_required_.size() + 1),
      is_replaced_(is_required_.size(), false),
      is_taken_out_(is_required_.size(), false) {}

bool TagGaps::has_begin(size_t tag) const { return tags_[tag].open != kNoPiece; }

bool TagGaps::has_end(size_t tag) const {
  return tags_[tag].close != kNoPiece && !tags_[tag].is_kept;
}

/// True if the end tag that is written with a kept element belongs to it.
bool TagGaps::has_own_end(size_t tag) const { return tags_[tag].has_own_end; }

TagRun TagGaps::begin_of(size_t tag) const {
  const SentenceTag& of = tags_[tag];
  TagRun run{.first = of.open, .last = of.open, .is_at_edge = is_edge(spans_[tag].begin)};
  run.is_text = of.is_kept && of.begin != of.end;
  if (of.is_kept && of.close != kNoPiece) run.last = of.close;
  return run;
}

TagRun TagGaps::end_of(size_t tag) const {
  const size_t piece = tags_[tag].close;
  return {
      .first = piece, .last = piece, .follows_word = true, .is_at_edge = is_edge(spans_[tag].end)};
}

void TagGaps::replace(const TagSpan& tokens) {
  std::transform(is_required_.begin() + tokens.begin, is_required_.begin() + tokens.end,
                 is_replaced_.begin() + tokens.begin, std::logical_not());
}

void TagGaps::take_out(const TagSpan& tokens) {
  if (has_any(is_required_, tokens)) return;
  if (!has_any(is_replaced_, tokens))
    std::fill(is_taken_out_.begin() + tokens.begin, is_taken_out_.begin() + tokens.end, true);
  replace(tokens);
}

/// True for gaps between two required tokens.
bool TagGaps::parts_required(int32_t gap) const {
  return gap > 0 && gap < pair_.target_size() && is_required_[gap - 1] && is_required_[gap];
}

/// Returns the gap before the first token that is replaced. If there is none, required tokens are
/// avoided.
int32_t TagGaps::gap_of_kept(const TagSpan& placed) const {
  int32_t gap = placed.begin;
  while (gap < placed.end && is_required_[gap]) ++gap;
  if (gap < placed.end) return gap;
  gap = std::max(placed.begin, prefix_);
  while (gap > prefix_ && parts_required(gap)) --gap;
  while (parts_required(gap)) ++gap;  // a phrase begins in the prefix
  return gap;
}

/// Returns the first gap from `gap` on that is not in a required phrase, and behind the prefix or
/// at a copy of a kept element there.
int32_t TagGaps::gap_behind_required(int32_t gap) const {
  while (gap < prefix_ && is_required_[gap]) ++gap;
  while (parts_required(gap)) ++gap;
  return gap;
}

void TagGaps::put_begin(size_t tag, const TagSpan& placed) {
  if (!has_begin(tag)) return;
  TagRun run = begin_of(tag);
  int32_t gap = placed.begin;
  if (tags_[tag].is_kept) {
    run.holds_words = placed.begin != placed.end;
    replace(placed);
    gap = gap_of_kept(placed);
  }
  gaps_[gap].push_back(run);
}

void TagGaps::put_around(const std::vector<TagSpan>& placed) {
  std::vector<std::vector<size_t>> children(placed.size() + 1);
  for (size_t i = 0; i < placed.size(); ++i) children[placed[i].parent + 1].push_back(i);
  const size_t ends = placed.size();  // added to the index of a tag that is to be closed
  std::vector<size_t> to_do;
  const auto plan = [&](std::vector<size_t>& inner) {
    std::stable_sort(inner.begin(), inner.end(), [&](size_t one, size_t other) {
      return order_of(placed[one]) < order_of(placed[other]);
    });
    to_do.insert(to_do.end(), inner.rbegin(), inner.rend());
  };
  for (plan(children[0]); !to_do.empty();) {
    const size_t next = to_do.back();
    to_do.pop_back();
    if (next >= ends) {
      if (has_end(next - ends)) gaps_[placed[next - ends].end].push_back(end_of(next - ends));
      continue;
    }
    put_begin(next, placed[next]);
    to_do.push_back(ends + next);
    plan(children[next + 1]);
  }
}

void TagGaps::put_in_order(const std::vector<TokenLink>& links) {
  struct Put {
    TagRun run;
    int32_t gap;  // of the source
    bool is_kept = false;
  };
  std::vector<Put> puts;
  for (size_t i = 0; i < spans_.size(); ++i) {
    // An element without an end tag could swallow what follows it, so it is put last.
    const bool is_kept = tags_[i].is_kept, is_last = is_kept && !has_own_end(i);
    const int32_t begin = is_last ? spans_[i].end : spans_[i].begin;
    if (has_begin(i)) puts.push_back({begin_of(i), begin, is_kept});
    if (has_end(i)) puts.push_back({end_of(i), spans_[i].end});
  }
  std::sort(puts.begin(), puts.end(),
            [](const Put& one, const Put& other) { return one.run.first < other.run.first; });
  std::vector<int32_t> gaps;
  for (const Put& put : puts) gaps.push_back(put.gap);
  gaps = project_in_order(gaps, links, pair_.source_size(), pair_.target_size());
  int32_t last = 0;
  for (size_t i = 0; i < puts.size(); ++i) {
    const int32_t gap = puts[i].is_kept ? gap_behind_required(gaps[i]) : gaps[i];
    last = std::max(last, gap);
    gaps_[last].push_back(puts[i].run);
  }
  replace_kept(links);
}

/// Removes words of kept elements. White space before words is not written where no element takes
/// their place: the element that stands behind them has its own.
void TagGaps::replace_kept(const std::vector<TokenLink>& links) {
  std::vector<TagSpan> kept;
  for (size_t i = 0; i < spans_.size(); ++i) {
    if (tags_[i].is_kept) kept.push_back({spans_[i].begin, spans_[i].end});
  }
  for (const TagSpan& span : project_spans(kept, links, pair_.source_size(), pair_.target_size())) {
    replace(span);
    bool is_in_place = has_any(is_required_, span);
    for (TagRun& run : gaps_[span.begin]) is_in_place |= run.holds_words |= run.is_text;
    if (!is_in_place)
      std::fill(is_taken_out_.begin() + span.begin, is_taken_out_.begin() + span.end, true);
  }
}

}  // namespace dragoman

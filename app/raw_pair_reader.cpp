#include "app/raw_pair_reader.h"

#include <utility>

#include "app/line_counts.h"
#include "app/pair_options.h"
#include "data/pair_columns.h"
#include "io/block_limit.h"
#include "io/tab_fields.h"

namespace dragoman {
namespace {

/// Returns the sources. Throws unless they are one or two files, read stdin once at most, and read
/// shards from files.
const RawPairSources& checked(const RawPairSources& sources) {
  check_pairs_named(sources.source, sources.target, sources.tsv);
  sources.shard.check_inputs({sources.source, sources.target, sources.tsv});
  return sources;
}

}  // namespace

RawPairReader::RawPairReader(const RawPairSources& sources)
    : first_(checked(sources).tsv.empty() ? sources.source : sources.tsv) {
  lines_ = sources.shard.in(first_.path());
  if (!sources.tsv.empty()) return;
  second_.emplace(sources.target);
  const auto num_sources = count_lines(sources.source), num_targets = count_lines(sources.target);
  if (num_sources && num_targets && *num_sources != *num_targets)
    fail_of_counts(sources.target, std::to_string(*num_targets), sources.source,
                   std::to_string(*num_sources));
}

std::vector<SentencePair> RawPairReader::read(size_t most) {
  skip_to_shard();
  return read_until(lines_.end, most);
}

std::vector<SentencePair> RawPairReader::read_until(size_t line, size_t most) {
  std::vector<SentencePair> pairs;
  BlockLimit limit(most);
  for (SentencePair pair; !limit.is_reached() && first_.line_number() < line && next(pair);) {
    limit.add(pair.source.size() + pair.target.size());
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

void RawPairReader::skip_to_shard() {
  for (std::string line; first_.line_number() < lines_.begin && first_.next(line);) {
    if (second_) second_->next(line);
  }
}

bool RawPairReader::next(SentencePair& pair) {
  return second_ ? next_lines(pair) : next_columns(pair);
}

bool RawPairReader::next_lines(SentencePair& pair) {
  const bool has_source = first_.next(pair.source);
  const bool has_target = second_->next(pair.target);
  if (has_source != has_target) {
    fail_of_counts(second_->path(), num_lines_to_end(*second_), first_.path(),
                   num_lines_to_end(first_));
  }
  return has_source;
}

bool RawPairReader::next_columns(SentencePair& pair) {
  std::string line;
  if (!first_.next(line)) return false;
  std::vector<std::string> columns = split_at_tabs(line);
  if (columns.size() != 2) throw_not_two_columns(first_, line);
  pair = {std::move(columns[0]), std::move(columns[1])};
  return true;
}

}  // namespace dragoman

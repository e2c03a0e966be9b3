#include "app/raw_pair_reader.h"

#include <stdexcept>
#include <utility>

#include "io/block_limit.h"
#include "io/descriptor.h"
#include "io/tab_fields.h"

namespace dragoman {
namespace {

/// Returns the sources. Throws unless they are one or two files, read stdin once at most, and read
/// shards from files.
const RawPairSources& checked(const RawPairSources& sources) {
  const bool has_lines = !sources.source.empty() && !sources.target.empty();
  if (sources.tsv.empty() && !has_lines)
    throw std::invalid_argument("no pairs are named: give --source F and --target F, or --tsv F");
  if (sources.source == "-" && sources.target == "-")
    throw std::invalid_argument("standard input can be read once; name a file for --source");
  sources.shard.check_inputs({sources.source, sources.target, sources.tsv});
  return sources;
}

[[noreturn]] void fail_of_counts(const std::string& source, size_t num_sources,
                                 const std::string& target, size_t num_targets) {
  throw std::runtime_error(input_name(source) + " has " + std::to_string(num_sources) +
                           " lines, but " + input_name(target) + " has " +
                           std::to_string(num_targets) +
                           "; line n of one must be the translation of line n of the other");
}

size_t count_to_end(LineReader& file) {
  for (std::string line; file.next(line);) continue;
  return file.line_number();
}

}  // namespace

RawPairReader::RawPairReader(const RawPairSources& sources)
    : first_(checked(sources).tsv.empty() ? sources.source : sources.tsv) {
  lines_ = sources.shard.in(first_.path());
  if (!sources.tsv.empty()) return;
  second_.emplace(sources.target);
  const auto num_sources = count_lines(sources.source), num_targets = count_lines(sources.target);
  if (num_sources && num_targets && *num_sources != *num_targets)
    fail_of_counts(sources.source, *num_sources, sources.target, *num_targets);
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
    const size_t num_sources = count_to_end(first_);
    fail_of_counts(first_.path(), num_sources, second_->path(), count_to_end(*second_));
  }
  return has_source;
}

bool RawPairReader::next_columns(SentencePair& pair) {
  std::string line;
  if (!first_.next(line)) return false;
  std::vector<std::string> columns = split_at_tabs(line);
  if (columns.size() != 2) {
    throw std::runtime_error(first_.place() +
                             ": a line must be source<TAB>target, with exactly one tab");
  }
  pair = {std::move(columns[0]), std::move(columns[1])};
  return true;
}

}  // namespace dragoman

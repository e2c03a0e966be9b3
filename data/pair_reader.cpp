#include "data/pair_reader.h"

#include <stdexcept>

namespace dragoman {
namespace {

[[noreturn]] void throw_unequal(const LineReader& ended, LineReader& longer) {
  for (std::string line; longer.next(line);) continue;
  throw std::runtime_error(ended.place() + ": the file ends here, but " + longer.path() + " has " +
                           std::to_string(longer.line_number()) +
                           " lines; line n of one must be the translation of line n of the other");
}

const std::string& first_file(const CorpusSettings& corpus) {
  if (corpus.is_monolingual()) return corpus.target;
  return corpus.tsv.empty() ? corpus.source : corpus.tsv;
}

}  // namespace

PairReader::PairReader(const CorpusSettings& corpus)
    : first_(first_file(corpus)), is_monolingual_(corpus.is_monolingual()) {
  if (is_monolingual_) return;
  if (corpus.tsv.empty()) second_.emplace(corpus.target);
  if (!corpus.tag.empty()) tag_ = corpus.tag + " ";
}

bool PairReader::next(SentencePair& pair) {
  if (is_monolingual_) {
    pair.source.clear();
    return first_.next_valid(pair.target);
  }
  const bool found = second_ ? next_lines(pair) : next_columns(pair);
  if (found && !tag_.empty()) pair.source.insert(0, tag_);
  return found;
}

bool PairReader::next_columns(SentencePair& pair) {
  if (!first_.next_valid(pair.source)) return false;
  const size_t tab = pair.source.find('\t');
  if (tab == std::string::npos || pair.source.find('\t', tab + 1) != std::string::npos) {
    throw std::runtime_error(first_.place() +
                             ": a line must be source<TAB>target, with exactly one tab");
  }
  pair.target = pair.source.substr(tab + 1);
  pair.source.resize(tab);
  return true;
}

bool PairReader::next_lines(SentencePair& pair) {
  const bool has_source = first_.next_valid(pair.source);
  const bool has_target = second_->next_valid(pair.target);
  if (has_source && !has_target) throw_unequal(*second_, first_);
  if (has_target && !has_source) throw_unequal(first_, *second_);
  return has_source;
}

}  // namespace dragoman

#include "data/pair_reader.h"

#include <algorithm>
#include <stdexcept>

#include "data/pair_columns.h"
#include "io/words.h"

namespace dragoman {
namespace {

constexpr const char* kTranslations =
    "line n of one must be the translation of line n of the other; see where they part with `paste "
    "SOURCE TARGET | less`, and mend that";
constexpr const char* kLinks = "line n of an alignment must have the links of pair n, or be blank";

[[noreturn]] void throw_unequal(const LineReader& ended, LineReader& longer, const char* rule) {
  for (std::string line; longer.next(line);) continue;
  throw std::runtime_error(ended.place() + ": the file ends here, but " + longer.path() + " has " +
                           std::to_string(longer.line_number()) + " lines; " + rule);
}

/// Throws if a link refers to a word that the pair does not have.
void check_links(const SentencePair& pair, const std::string& place) {
  const std::string wrong = describe_missing_word(pair.links, split_words(pair.source).size(),
                                                  split_words(pair.target).size());
  if (!wrong.empty()) throw std::runtime_error(place + ": " + wrong);
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
  if (!corpus.alignment.empty() && !corpus.wants_alignment()) links_.emplace(corpus.alignment);
}

bool PairReader::next(SentencePair& pair) {
  if (is_monolingual_) {
    pair.source.clear();
    return first_.next_valid(pair.target);
  }
  const bool found = second_ ? next_lines(pair) : next_columns(pair);
  if (links_) next_links(found, pair);
  if (found && !tag_.empty()) add_tag(pair);
  return found;
}

void PairReader::add_tag(SentencePair& pair) const {
  pair.source.insert(0, tag_);
  const auto num_words = static_cast<int32_t>(split_words(tag_).size());
  for (AlignmentLink& link : pair.links) link.source += num_words;
}

void PairReader::next_links(bool has_pair, SentencePair& pair) {
  std::string line;
  const bool has_line = links_->next_valid(line);
  if (has_pair && !has_line) throw_unequal(*links_, first_, kLinks);
  if (has_line && !has_pair) throw_unequal(first_, *links_, kLinks);
  if (!has_pair) return;
  pair.links = parse_pharaoh(line, links_->place());
  check_links(pair, links_->place());
  std::sort(pair.links.begin(), pair.links.end());
  pair.links.erase(std::unique(pair.links.begin(), pair.links.end()), pair.links.end());
}

bool PairReader::next_columns(SentencePair& pair) {
  if (!first_.next_valid(pair.source)) return false;
  const size_t tab = pair.source.find('\t');
  if (tab == std::string::npos || pair.source.find('\t', tab + 1) != std::string::npos)
    throw_not_two_columns(first_, pair.source);
  pair.target = pair.source.substr(tab + 1);
  pair.source.resize(tab);
  return true;
}

void PairReader::note_returns(const SentencePair& pair) {
  for (const std::string& side : {pair.source, pair.target})
    has_returns_ = has_returns_ || side.find('\r') < side.size() - 1;
}

/// Throws if the files are one line each, with CR in it.
void PairReader::check_line_ends() const {
  if (!has_returns_ || first_.line_number() != 1) return;
  throw std::runtime_error(first_.path() + " and " + second_->path() +
                           " have one line each, with CR in it, which ends no line: make it LF, as "
                           "by `tr '\\r' '\\n' <FILE >NEW`");
}

bool PairReader::next_lines(SentencePair& pair) {
  const bool has_source = first_.next_valid(pair.source);
  const bool has_target = second_->next_valid(pair.target);
  if (has_source && first_.line_number() == 1) note_returns(pair);
  if (!has_source && !has_target) check_line_ends();
  if (has_source && !has_target) throw_unequal(*second_, first_, kTranslations);
  if (has_target && !has_source) throw_unequal(first_, *second_, kTranslations);
  return has_source;
}

}  // namespace dragoman

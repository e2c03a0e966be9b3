#include "data/parallel_text.h"

#include <algorithm>

#include "data/pair_reader.h"

namespace dragoman {
namespace {

/// Calls visit(number of the pair, pair) for all pairs of the corpora in order, without tags and
/// links.
template <class Visit>
size_t visit_pairs(const std::vector<CorpusSettings>& corpora, Visit&& visit) {
  size_t count = 0;
  SentencePair pair;
  for (CorpusSettings corpus : corpora) {
    corpus.tag.clear();
    corpus.alignment.clear();
    PairReader reader(corpus);
    while (reader.next(pair)) visit(count++, pair);
  }
  return count;
}

}  // namespace

ParallelText read_parallel_text(const CorpusSettings& corpus) {
  ParallelText text;
  PairReader reader(corpus);
  SentencePair pair;
  while (reader.next(pair)) {
    text.source.push_back(pair.source);
    text.target.push_back(pair.target);
  }
  return text;
}

std::vector<std::string> read_sample(const std::vector<CorpusSettings>& corpora, Sides sides,
                                     size_t most, const ChangePair& change) {
  const size_t count = visit_pairs(corpora, [](size_t, const SentencePair&) {});
  const size_t most_pairs =
      std::min(count, std::max<size_t>(1, sides == Sides::kBoth ? most / 2 : most));
  std::vector<std::string> source, target;
  visit_pairs(corpora, [&](size_t i, SentencePair& pair) {
    // The products overflow only for numbers of pairs that no disk can hold.
    if ((i + 1) * most_pairs / count == i * most_pairs / count) return;
    if (change) change(pair, i);
    if (sides != Sides::kTarget) source.push_back(pair.source);
    if (sides != Sides::kSource) target.push_back(pair.target);
  });
  source.insert(source.end(), std::make_move_iterator(target.begin()),
                std::make_move_iterator(target.end()));
  return source;
}

}  // namespace dragoman

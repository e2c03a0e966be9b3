#include "alignment/shortlist_maker.h"

#include <algorithm>

#include "alignment/lexical_table.h"

namespace dragoman {
namespace {

LexicalTable estimate_table(const Examples& pairs, const VocabularySizes& sizes,
                            const ShortlistOptions& options) {
  LexicalTableOptions table{.source_size = sizes.source,
                            .target_size = sizes.target,
                            .iterations = options.iterations,
                            .num_threads = options.num_threads};
  table.most_targets = std::max(table.most_targets, options.best);
  return LexicalTable(pairs, table);
}

}  // namespace

Shortlist make_shortlist(const Examples& pairs, const Tokenizer& source, const Tokenizer& target,
                         const ShortlistOptions& options) {
  const VocabularySizes sizes{source.vocabulary_size(), target.vocabulary_size()};
  const bool is_shared = source.tokens() == target.tokens();
  const LexicalTable table = estimate_table(pairs, sizes, options);
  std::vector<TokenIds> best;
  for (int32_t id = 0; id < sizes.source; ++id) {
    TokenIds& targets = best.emplace_back(table.best(id, static_cast<size_t>(options.best)));
    const bool is_text = id != source.pad_id();
    if (is_shared && is_text && std::find(targets.begin(), targets.end(), id) == targets.end())
      targets.push_back(id);
  }
  TokenIds always =
      most_frequent_targets(pairs, sizes.target, static_cast<size_t>(options.frequent));
  always.push_back(target.eos_id());
  return Shortlist(best, std::move(always), sizes.target);
}

ShortlistCoverage measure_coverage(const Shortlist& shortlist, const Examples& pairs,
                                   size_t most_pairs) {
  const size_t num_pairs = std::min(most_pairs, pairs.size());
  double num_candidates = 0, num_tokens = 0, num_found = 0;
  for (size_t i = pairs.size() - num_pairs; i < pairs.size(); ++i) {
    const TokenIds candidates = shortlist.candidates(pairs.source(i));
    const auto target = pairs.target(i).first(pairs.target(i).size() - 1);
    num_candidates += static_cast<double>(candidates.size());
    num_tokens += static_cast<double>(target.size());
    for (const int32_t id : target)
      num_found += std::binary_search(candidates.begin(), candidates.end(), id) ? 1 : 0;
  }
  if (num_tokens == 0) return {};
  return {.mean_candidates = num_candidates / static_cast<double>(num_pairs),
          .share = num_found / num_tokens};
}

}  // namespace dragoman

#include "metrics/ngram_table.h"

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "catch.h"

namespace dragoman {
namespace {

using Symbols = std::vector<uint32_t>;
using Counts = std::map<Symbols, int64_t>;

Counts count_ngrams(const Symbols& symbols, size_t order) {
  Counts counts;
  for (size_t at = 0; at + order <= symbols.size(); ++at) {
    ++counts[Symbols(symbols.begin() + static_cast<std::ptrdiff_t>(at),
                     symbols.begin() + static_cast<std::ptrdiff_t>(at + order))];
  }
  return counts;
}

/// Clipped matches of one order, by the definition.
int64_t plain_matches(const Symbols& hypothesis, const std::vector<Symbols>& references,
                      size_t order) {
  Counts allowed;
  for (const Symbols& reference : references) {
    for (const auto& [ngram, count] : count_ngrams(reference, order)) {
      allowed[ngram] = std::max(allowed[ngram], count);
    }
  }
  int64_t matches = 0;
  for (const auto& [ngram, count] : count_ngrams(hypothesis, order)) {
    matches += std::min(count, allowed.count(ngram) > 0 ? allowed[ngram] : 0);
  }
  return matches;
}

TEST_CASE("matches are those of the definition, for any number of references and hypotheses") {
  std::mt19937 generator(3);
  const auto make = [&generator] {
    Symbols symbols(generator() % 40);
    for (uint32_t& symbol : symbols) symbol = generator() % 4;
    return symbols;
  };
  NgramTable table;
  for (int trial = 0; trial < 500; ++trial) {
    const int max_order = 1 + trial % 7;
    std::vector<Symbols> references(1 + static_cast<size_t>(trial % 3));
    size_t num_symbols = 0;
    for (Symbols& reference : references) num_symbols += (reference = make()).size();
    table.reset(num_symbols, max_order);
    for (const Symbols& reference : references) table.add(reference);
    for (int h = 0; h < 3; ++h) {
      const Symbols hypothesis = make();
      std::vector<double> matches(static_cast<size_t>(max_order), 0);
      table.count_matches(hypothesis, matches.data());
      for (size_t order = 1; order <= matches.size(); ++order) {
        REQUIRE(matches[order - 1] ==
                static_cast<double>(plain_matches(hypothesis, references, order)));
      }
    }
  }
}

}  // namespace
}  // namespace dragoman

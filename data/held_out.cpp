#include "data/held_out.h"

#include <algorithm>
#include <queue>
#include <unordered_map>
#include <unordered_set>

#include "data/pair_reader.h"
#include "data/seed_use.h"
#include "io/content_hash.h"
#include "io/random.h"
#include "io/text_edits.h"
#include "io/text_file.h"
#include "io/utf8.h"
#include "io/words.h"

namespace dragoman {
namespace {

constexpr size_t kCandidates = 4;  // for each pair that is wanted, at first
constexpr size_t kMoreEachTime = 16;
constexpr size_t kMostCharacters = 1000;
constexpr size_t kMostRatio = 4, kRatioSlack = 40;

uint64_t hash_of(std::string_view text) {
  ContentHash hash;
  hash.add(trimmed(text, kWhiteSpace));
  return hash.value();
}

uint64_t hash_of(const SentencePair& pair) {
  return derive_key(hash_of(pair.source), hash_of(pair.target));
}

bool has_text(const std::string& line) {
  return line.find_first_not_of(kWhiteSpace) != std::string::npos;
}

bool is_usable(const SentencePair& pair) {
  const auto [less, more] =
      std::minmax({count_characters(pair.source), count_characters(pair.target)});
  return has_text(pair.source) && has_text(pair.target) && more <= kMostCharacters &&
         more <= kMostRatio * less + kRatioSlack;
}

struct Candidate {
  uint64_t rank;  // the lowest are drawn
  size_t number;
  uint64_t source, target;  // hashes

  bool operator<(const Candidate& other) const { return rank < other.rank; }
};

/// Returns the usable pairs of the lowest ranks, the lowest first.
std::vector<Candidate> draw(const CorpusSettings& corpus, size_t count, uint64_t seed) {
  std::priority_queue<Candidate> drawn;
  PairReader reader(corpus);
  SentencePair pair;
  for (size_t number = 0; reader.next(pair); ++number) {
    if (!is_usable(pair)) continue;
    const uint64_t rank = derive_key(seed, SeedUse::kHeldOut, number);
    if (drawn.size() == count && drawn.top().rank < rank) continue;
    drawn.push({rank, number, hash_of(pair.source), hash_of(pair.target)});
    if (drawn.size() > count) drawn.pop();
  }
  std::vector<Candidate> candidates(drawn.size());
  for (size_t i = drawn.size(); i > 0; drawn.pop()) candidates[--i] = drawn.top();
  return candidates;
}

/// Counts the lines that watch() named.
class LineCounts {
 public:
  void watch(uint64_t hash) { counts_[hash] = 0; }
  void count(uint64_t hash) {
    const auto found = counts_.find(hash);
    if (found != counts_.end()) ++found->second;
  }
  bool is_unique(uint64_t hash) const { return counts_.at(hash) == 1; }

 private:
  std::unordered_map<uint64_t, size_t> counts_;
};

/// Returns the numbers of up to `count` candidates whose lines no other pair has, the first ones,
/// ascending.
std::vector<size_t> first_unique(const CorpusSettings& corpus,
                                 const std::vector<Candidate>& candidates, size_t count) {
  LineCounts sources, targets;
  for (const Candidate& one : candidates) {
    sources.watch(one.source);
    targets.watch(one.target);
  }
  PairReader reader(corpus);
  for (SentencePair pair; reader.next(pair);) {
    sources.count(hash_of(pair.source));
    targets.count(hash_of(pair.target));
  }
  std::vector<size_t> chosen;
  for (const Candidate& one : candidates) {
    if (chosen.size() == count) break;
    if (sources.is_unique(one.source) && targets.is_unique(one.target))
      chosen.push_back(one.number);
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace

std::vector<size_t> choose_held_out(const CorpusSettings& corpus, size_t count, uint64_t seed) {
  for (size_t num_wanted = count * kCandidates;; num_wanted *= kMoreEachTime) {
    const std::vector<Candidate> candidates = draw(corpus, num_wanted, seed);
    std::vector<size_t> chosen = first_unique(corpus, candidates, count);
    if (chosen.size() == count || candidates.size() < num_wanted) return chosen;
  }
}

int64_t count_shared_pairs(const CorpusSettings& valid, const CorpusSettings& train) {
  std::unordered_multiset<uint64_t> unseen;
  SentencePair pair;
  for (PairReader reader(valid); reader.next(pair);)
    if (has_text(pair.source) && has_text(pair.target)) unseen.insert(hash_of(pair));
  const size_t count = unseen.size();
  for (PairReader reader(train); reader.next(pair);) unseen.erase(hash_of(pair));
  return static_cast<int64_t>(count - unseen.size());
}

void divide_corpus(const CorpusSettings& corpus, const std::vector<size_t>& held_out,
                   const DividedFiles& files) {
  TextWriter train_source(files.train_source), train_target(files.train_target);
  TextWriter valid_source(files.valid_source), valid_target(files.valid_target);
  PairReader reader(corpus);
  SentencePair pair;
  auto next = held_out.begin();
  for (size_t number = 0; reader.next(pair); ++number) {
    const bool is_held_out = next != held_out.end() && *next == number;
    if (is_held_out) ++next;
    (is_held_out ? valid_source : train_source).write_line(pair.source);
    (is_held_out ? valid_target : train_target).write_line(pair.target);
  }
  for (TextWriter* const writer : {&train_source, &train_target, &valid_source, &valid_target})
    writer->close();
}

}  // namespace dragoman

#include "alignment/lexical_table.h"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "threads/run_in_threads.h"

namespace dragoman {
namespace {

using Row = std::vector<TargetProbability>;

/// Less probable entries are dropped. Sums of such entries could be too small to divide by.
constexpr float kLeastProbability = 1e-9F;

std::span<const int32_t> without_end(std::span<const int32_t> sentence) {
  return sentence.first(sentence.size() - 1);
}

bool is_likelier(const TargetProbability& a, const TargetProbability& b) {
  return a.probability != b.probability ? a.probability > b.probability : a.target < b.target;
}

bool has_lower_id(const TargetProbability& a, const TargetProbability& b) {
  return a.target < b.target;
}

/// Keeps the `most` most probable entries, in the order of their ids.
void prune(Row& row, size_t most) {
  if (row.size() <= most) return;
  const auto end = row.begin() + static_cast<std::ptrdiff_t>(most);
  std::nth_element(row.begin(), end, row.end(), is_likelier);
  row.erase(end, row.end());
  std::sort(row.begin(), row.end(), has_lower_id);
}

/// Expectation maximisation, row by row. A row of the table is expanded to a dense array, and all
/// sentences that contain its source token are visited. This avoids a table of all co-occurring
/// pairs of tokens, and one thread sums each number in one order.
class ExpectationMaximisation {
 public:
  ExpectationMaximisation(const Examples& pairs, const LexicalTableOptions& options)
      : pairs_(pairs),
        options_(options),
        num_threads_(static_cast<size_t>(std::max(1, options.num_threads))),
        num_targets_(static_cast<size_t>(options.target_size)),
        uniform_(1 / static_cast<float>(num_targets_)),
        rows_(static_cast<size_t>(options.source_size) + 1) {
    index_occurrences();
    index_targets();
  }

  std::vector<Row> run() {
    for (int64_t i = 0; i < options_.iterations; ++i) {
      is_first_ = i == 0;
      expect();
      maximise();
    }
    return std::move(rows_);
  }

 private:
  size_t null_word() const { return rows_.size() - 1; }

  /// Calls visit(source token, number of the pair) for all tokens of all pairs.
  template <class Visit>
  void visit_tokens(const Visit& visit) const {
    for (size_t i = 0; i < pairs_.size(); ++i) {
      for (const int32_t id : without_end(pairs_.source(i))) visit(static_cast<size_t>(id), i);
      visit(null_word(), i);
    }
  }

  void index_occurrences() {
    occurrence_starts_.assign(rows_.size() + 1, 0);
    visit_tokens([&](size_t source, size_t) { ++occurrence_starts_.at(source + 1); });
    std::partial_sum(occurrence_starts_.begin(), occurrence_starts_.end(),
                     occurrence_starts_.begin());
    occurrences_.resize(occurrence_starts_.back());
    std::vector<uint64_t> next = occurrence_starts_;
    visit_tokens([&](size_t source, size_t pair) {
      occurrences_[next[source]++] = static_cast<uint32_t>(pair);
    });
  }

  void index_targets() {
    target_starts_.push_back(0);
    for (size_t i = 0; i < pairs_.size(); ++i)
      target_starts_.push_back(target_starts_.back() + without_end(pairs_.target(i)).size());
    weights_.resize(target_starts_.back());
  }

  /// The pairs that contain a source token, ascending; a pair is listed once for each occurrence.
  std::span<const uint32_t> occurrences(size_t source) const {
    return std::span(occurrences_)
        .subspan(occurrence_starts_[source],
                 occurrence_starts_[source + 1] - occurrence_starts_[source]);
  }

  /// Computes, for each target token of each pair, the weight 1 / (sum over the source of t(target
  /// | source)).
  void expect() {
    run_in_threads(num_threads_, [&](size_t thread) {
      const size_t begin = pairs_.size() * thread / num_threads_,
                   end = pairs_.size() * (thread + 1) / num_threads_;
      if (is_first_) {
        weigh_uniformly(begin, end);
      } else {
        weigh_pairs(begin, end);
      }
    });
  }

  /// Computes the weights of the first iteration, in which all rows are uniform. Adds token by
  /// token, as weigh_pairs() does: the rounding is the same.
  void weigh_uniformly(size_t begin, size_t end) {
    for (size_t pair = begin; pair < end; ++pair) {
      float sum = uniform_;  // of the null word
      for (size_t i = without_end(pairs_.source(pair)).size(); i > 0; --i) sum += uniform_;
      std::fill(weights_.data() + target_starts_[pair], weights_.data() + target_starts_[pair + 1],
                1 / sum);
    }
  }

  void weigh_pairs(size_t begin, size_t end) {
    const auto first = weights_.begin() + static_cast<std::ptrdiff_t>(target_starts_[begin]);
    const auto last = weights_.begin() + static_cast<std::ptrdiff_t>(target_starts_[end]);
    std::fill(first, last, 0.0F);
    std::vector<float> dense(num_targets_);
    for (size_t source = 0; source < rows_.size(); ++source) {
      const auto of_source = occurrences(source);
      const auto from = std::lower_bound(of_source.begin(), of_source.end(), begin);
      const auto to = std::lower_bound(from, of_source.end(), end);
      if (from == to) continue;
      load(rows_[source], dense);
      for (auto pair = from; pair != to; ++pair) add_to_weights(*pair, dense);
      unload(rows_[source], dense);
    }
    // No source token explains a target token that all rows have lost in pruning.
    std::transform(first, last, first, [](float sum) { return sum > 0 ? 1 / sum : 0.0F; });
  }

  void add_to_weights(size_t pair, const std::vector<float>& dense) {
    float* weight = weights_.data() + target_starts_[pair];
    for (const int32_t id : without_end(pairs_.target(pair)))
      *weight++ += dense[static_cast<size_t>(id)];
  }

  /// Updates all rows. The null word comes first, because it is in all pairs and takes longest.
  void maximise() {
    std::atomic<size_t> num_taken = 0;
    run_in_threads(num_threads_, [&](size_t) {
      std::vector<float> dense(num_targets_);
      std::vector<double> counts(num_targets_);
      for (size_t i = num_taken++; i < rows_.size(); i = num_taken++)
        update_row(null_word() - i, dense, counts);
    });
  }

  /// Computes the expected counts of the row's entries, and from these the new probabilities.
  /// `dense` and `counts` are all zero before and after.
  void update_row(size_t source, std::vector<float>& dense, std::vector<double>& counts) {
    if (occurrences(source).empty()) return;
    Row row = is_first_ ? uniform_row(source, dense) : std::move(rows_[source]);
    load(row, dense);
    for (const uint32_t pair : occurrences(source)) count_targets(pair, dense, counts);
    unload(row, dense);
    normalise(row, counts);
    if (source != null_word()) prune(row, static_cast<size_t>(options_.most_targets));
    row.shrink_to_fit();
    rows_[source] = std::move(row);
  }

  /// Returns the row with which the first iteration starts, but only its entries of targets that
  /// occur in the token's pairs: all others get no counts. `dense` is all zero before and after.
  Row uniform_row(size_t source, std::vector<float>& dense) const {
    Row row;
    for (const uint32_t pair : occurrences(source)) {
      for (const int32_t target : without_end(pairs_.target(pair))) {
        float& probability = dense[static_cast<size_t>(target)];
        if (probability == 0) row.push_back({target, uniform_});
        probability = uniform_;
      }
    }
    unload(row, dense);
    std::sort(row.begin(), row.end(), has_lower_id);
    return row;
  }

  void count_targets(size_t pair, const std::vector<float>& dense,
                     std::vector<double>& counts) const {
    const float* weight = weights_.data() + target_starts_[pair];
    for (const int32_t target : without_end(pairs_.target(pair))) {
      const auto id = static_cast<size_t>(target);
      counts[id] += static_cast<double>(dense[id]) * static_cast<double>(*weight++);
    }
  }

  /// Turns counts into probabilities and resets them to zero.
  static void normalise(Row& row, std::vector<double>& counts) {
    double sum = 0;
    for (const TargetProbability& entry : row) sum += counts[static_cast<size_t>(entry.target)];
    for (TargetProbability& entry : row) {
      double& count = counts[static_cast<size_t>(entry.target)];
      entry.probability = static_cast<float>(count / sum);
      count = 0;
    }
    std::erase_if(row, [](const TargetProbability& entry) {
      return !(entry.probability >= kLeastProbability);
    });
  }

  static void load(const Row& row, std::vector<float>& dense) {
    for (const TargetProbability& entry : row)
      dense[static_cast<size_t>(entry.target)] = entry.probability;
  }
  static void unload(const Row& row, std::vector<float>& dense) {
    for (const TargetProbability& entry : row) dense[static_cast<size_t>(entry.target)] = 0;
  }

  const Examples& pairs_;
  const LexicalTableOptions& options_;
  size_t num_threads_;
  size_t num_targets_;
  bool is_first_ = true;
  float uniform_;                            // initial value of all entries
  std::vector<Row> rows_;                    // [source_size + 1]; the last row is the null word's
  std::vector<uint64_t> occurrence_starts_;  // start of each row in occurrences_
  std::vector<uint32_t> occurrences_;        // numbers of pairs
  std::vector<uint64_t> target_starts_;      // start of each pair in weights_
  std::vector<float> weights_;               // one for each target token
};

}  // namespace

LexicalTable::LexicalTable(const Examples& pairs, const LexicalTableOptions& options)
    : rows_(ExpectationMaximisation(pairs, options).run()) {}

std::vector<int32_t> LexicalTable::best(int32_t source, size_t count) const {
  Row row = rows_.at(index(source));
  const auto end = row.begin() + static_cast<std::ptrdiff_t>(std::min(count, row.size()));
  std::partial_sort(row.begin(), end, row.end(), is_likelier);
  std::vector<int32_t> targets;
  for (auto entry = row.begin(); entry != end; ++entry) targets.push_back(entry->target);
  return targets;
}

std::vector<int32_t> most_frequent_targets(const Examples& pairs, int64_t target_size,
                                           size_t count) {
  std::vector<uint64_t> counts(static_cast<size_t>(target_size));
  for (size_t i = 0; i < pairs.size(); ++i) {
    for (const int32_t id : without_end(pairs.target(i))) ++counts.at(static_cast<size_t>(id));
  }
  std::vector<int32_t> ids;
  for (size_t id = 0; id < counts.size(); ++id) {
    if (counts[id] > 0) ids.push_back(static_cast<int32_t>(id));
  }
  std::stable_sort(ids.begin(), ids.end(), [&](int32_t a, int32_t b) {
    return counts[static_cast<size_t>(a)] > counts[static_cast<size_t>(b)];
  });
  ids.resize(std::min(count, ids.size()));
  return ids;
}

}  // namespace dragoman

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dragoman {

/// A step of rewriting a hypothesis into its reference.
enum class Edit : uint8_t { kKeep, kSubstitute, kDelete, kInsert };

/// Edit distance of a hypothesis from its reference, and of what the hypothesis becomes when words
/// change places. As in Tercom and sacreBLEU only cells near the diagonal of the matrix count, so
/// that texts in very different order may get a distance that is too large.
///
/// Costs are known from the beginning to each cell and from each cell to the end: a change costs
/// the work of the rows that it changes.
class EditDistance {
 public:
  /// Computes the distance from `hypothesis` to `reference` (numbers of words).
  void start(std::span<const uint32_t> hypothesis, std::span<const uint32_t> reference);
  int64_t distance() const { return distance_; }

  /// The edits of least cost, in order. Of equally good ones, seen from the end, keep and
  /// substitute come before delete, and that before insert.
  std::vector<Edit> trace() const;

  /// The distance of `changed`, which has as many words as the hypothesis.
  int64_t distance_of(std::span<const uint32_t> changed);

 private:
  /// The columns [begin, end) of a row count. `costs` is where column 0 would be in forward_ and
  /// backward_; before `begin` and from `end` to the next row's end there are infinite costs.
  struct Row {
    int64_t begin = 0;
    int64_t end = 0;
    int64_t costs = 0;
  };

  void lay_out_rows();
  void compute_row(const Row& row, const int32_t* above, uint32_t word, int32_t* costs) const;
  void compute_backward();

  std::vector<uint32_t> hypothesis_;
  std::vector<uint32_t> reference_;  // from 1: word j belongs to column j
  std::vector<Row> rows_;            // one more than the hypothesis has words
  std::vector<int32_t> forward_;     // cost from the beginning to a cell
  std::vector<int32_t> backward_;    // cost from a cell to the end
  bool has_backward_ = false;
  std::vector<int32_t> changed_rows_;
  int64_t distance_ = 0;
};

}  // namespace dragoman

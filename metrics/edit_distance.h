#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dragoman {

/// An operation that turns a hypothesis into its reference.
enum class Edit : uint8_t { kKeep, kSubstitute, kDelete, kInsert };

/// Edit distance between a hypothesis, also with shifted words, and its reference. As in Tercom and
/// sacreBLEU, only cells near the diagonal of the matrix are computed. The distance of texts in
/// very different order can therefore be too large.
///
/// Stores the costs from the beginning to each cell, and from each cell to the end. A change of the
/// hypothesis then costs only the rows that it changes.
class EditDistance {
 public:
  /// Computes the distance from `hypothesis` to `reference`, as word numbers.
  void start(std::span<const uint32_t> hypothesis, std::span<const uint32_t> reference);
  int64_t distance() const { return distance_; }

  /// Returns the edits of lowest cost, in order. Ties are broken from the end: keep and substitute
  /// before delete, delete before insert.
  std::vector<Edit> trace() const;

  /// Returns the distance of `changed`, which must have as many words as the hypothesis.
  int64_t distance_of(std::span<const uint32_t> changed);

 private:
  /// A row, of which the columns [begin, end) are computed. `costs` is the index of column 0 in
  /// forward_ and backward_. Costs are infinite before `begin` and from `end` to the next row's
  /// end.
  struct Row {
    int64_t begin = 0;
    int64_t end = 0;
    int64_t costs = 0;
  };

  void lay_out_rows();
  void compute_row(const Row& row, const int32_t* above, uint32_t word, int32_t* costs) const;
  void compute_backward();

  std::vector<uint32_t> hypothesis_;
  std::vector<uint32_t> reference_;  // word j belongs to column j; counted from 1
  std::vector<Row> rows_;            // one more than the number of the hypothesis' words
  std::vector<int32_t> forward_;     // cost from the beginning to a cell
  std::vector<int32_t> backward_;    // cost from a cell to the end
  bool has_backward_ = false;
  std::vector<int32_t> changed_rows_;
  int64_t distance_ = 0;
};

}  // namespace dragoman

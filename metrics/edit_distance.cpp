#include "metrics/edit_distance.h"

#include <algorithm>
#include <cmath>

namespace dragoman {
namespace {

constexpr int32_t kInfinite = 1 << 28;  // larger costs are infinite, too
constexpr int64_t kBeamWidth = 25;

}  // namespace

void EditDistance::start(std::span<const uint32_t> hypothesis,
                         std::span<const uint32_t> reference) {
  hypothesis_.assign(hypothesis.begin(), hypothesis.end());
  reference_.assign(1, 0);
  reference_.insert(reference_.end(), reference.begin(), reference.end());
  has_backward_ = false;
  lay_out_rows();
  int32_t* first_row = &forward_[static_cast<size_t>(rows_[0].costs)];
  for (int64_t j = 0; j < rows_[0].end; ++j) first_row[j] = static_cast<int32_t>(j);
  for (size_t i = 1; i < rows_.size(); ++i) {
    compute_row(rows_[i], forward_.data() + rows_[i - 1].costs, hypothesis_[i - 1],
                forward_.data() + rows_[i].costs);
  }
  distance_ = forward_[static_cast<size_t>(rows_.back().costs + rows_.back().end - 1)];
}

void EditDistance::lay_out_rows() {
  const auto num_columns = static_cast<int64_t>(reference_.size());
  const auto num_rows = static_cast<int64_t>(hypothesis_.size()) + 1;
  const double ratio =
      num_rows == 1 ? 1 : static_cast<double>(num_columns - 1) / static_cast<double>(num_rows - 1);
  // If the lengths differ much, rows must be wide enough to overlap.
  const int64_t width =
      kBeamWidth < ratio / 2 ? static_cast<int64_t>(std::ceil(ratio / 2 + kBeamWidth)) : kBeamWidth;
  rows_.assign(static_cast<size_t>(num_rows), {0, num_columns, 0});
  for (int64_t i = 1; i < num_rows; ++i) {
    const auto diagonal = static_cast<int64_t>(std::floor(static_cast<double>(i) * ratio));
    Row& row = rows_[static_cast<size_t>(i)];
    row.begin = std::max<int64_t>(0, diagonal - width);
    row.end = i + 1 == num_rows ? num_columns : std::min(num_columns, diagonal + width);
  }
  int64_t size = 0;
  for (size_t i = 0; i < rows_.size(); ++i) {
    const int64_t padded_end = i + 1 < rows_.size() ? rows_[i + 1].end : rows_[i].end;
    rows_[i].costs = size + 1 - rows_[i].begin;
    size += 1 + std::max(padded_end, rows_[i].end) + 1 - rows_[i].begin;
  }
  forward_.assign(static_cast<size_t>(size), kInfinite);
}

void EditDistance::compute_row(const Row& row, const int32_t* above, uint32_t word,
                               int32_t* costs) const {
  const uint32_t* reference = reference_.data();
  for (int64_t j = row.begin; j < row.end; ++j) {
    const int32_t diagonal = above[j - 1] + (reference[j] == word ? 0 : 1);
    costs[j] = std::min(diagonal, above[j] + 1);
  }
  int32_t left = kInfinite;
  for (int64_t j = row.begin; j < row.end; ++j) costs[j] = left = std::min(costs[j], left + 1);
}

void EditDistance::compute_backward() {
  backward_.assign(forward_.size(), kInfinite);
  int32_t* last_row = backward_.data() + rows_.back().costs;
  for (int64_t j = rows_.back().begin; j < rows_.back().end; ++j) {
    last_row[j] = static_cast<int32_t>(rows_.back().end - 1 - j);
  }
  for (size_t i = rows_.size() - 1; i-- > 0;) {
    const int32_t* below = backward_.data() + rows_[i + 1].costs;
    int32_t* costs = backward_.data() + rows_[i].costs;
    // Columns before the next row's begin cannot continue downwards.
    for (int64_t j = rows_[i].end - 1; j >= rows_[i].begin; --j) {
      int32_t best = j + 1 < rows_[i].end ? costs[j + 1] + 1 : kInfinite;
      if (j >= rows_[i + 1].begin) best = std::min(best, below[j] + 1);
      if (j + 1 >= rows_[i + 1].begin && j + 1 < rows_[i + 1].end) {
        best =
            std::min(best, below[j + 1] +
                               (reference_[static_cast<size_t>(j) + 1] == hypothesis_[i] ? 0 : 1));
      }
      costs[j] = best;
    }
  }
  has_backward_ = true;
}

int64_t EditDistance::distance_of(std::span<const uint32_t> changed) {
  const auto first = std::mismatch(changed.begin(), changed.end(), hypothesis_.begin()).first;
  if (first == changed.end()) return distance_;
  const auto last = std::mismatch(changed.rbegin(), changed.rend(), hypothesis_.rbegin()).first;
  const auto first_row = static_cast<size_t>(first - changed.begin());
  const auto last_row = static_cast<size_t>(changed.rend() - last);
  if (!has_backward_) compute_backward();

  changed_rows_.resize(forward_.size());
  const int32_t* above = forward_.data() + rows_[first_row].costs;
  for (size_t i = first_row + 1; i <= last_row; ++i) {
    int32_t* costs = changed_rows_.data() + rows_[i].costs;
    costs[rows_[i].begin - 1] = kInfinite;
    if (i < last_row) std::fill(costs + rows_[i].end, costs + rows_[i + 1].end, kInfinite);
    compute_row(rows_[i], above, changed[i - 1], costs);
    above = costs;
  }
  int32_t distance = kInfinite;
  const int32_t* below = backward_.data() + rows_[last_row].costs;
  for (int64_t j = rows_[last_row].begin; j < rows_[last_row].end; ++j) {
    distance = std::min(distance, above[j] + below[j]);
  }
  return distance;
}

std::vector<Edit> EditDistance::trace() const {
  std::vector<Edit> edits;
  auto i = rows_.size() - 1;
  auto j = static_cast<int64_t>(reference_.size()) - 1;
  while (i > 0 || j > 0) {
    const int32_t cost = forward_[static_cast<size_t>(rows_[i].costs + j)];
    const int32_t* above = i > 0 ? forward_.data() + rows_[i - 1].costs : nullptr;
    const bool keeps = i > 0 && j > 0 && hypothesis_[i - 1] == reference_[static_cast<size_t>(j)];
    if (i > 0 && j > 0 && cost == above[j - 1] + (keeps ? 0 : 1)) {
      edits.push_back(keeps ? Edit::kKeep : Edit::kSubstitute);
      --i;
      --j;
    } else if (i > 0 && cost == above[j] + 1) {
      edits.push_back(Edit::kDelete);
      --i;
    } else {
      edits.push_back(Edit::kInsert);
      --j;
    }
  }
  std::reverse(edits.begin(), edits.end());
  return edits;
}

}  // namespace dragoman

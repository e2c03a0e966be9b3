#pragma once

#include <vector>

#include "architecture/weight.h"

namespace dragoman {

/// Row i is row order[i] of `weight`; numbers of a vector are rows.
Weight gather_rows(const Weight& weight, const std::vector<int64_t>& order);
/// The same for the columns of a matrix.
Weight gather_columns(const Weight& weight, const std::vector<int64_t>& order);
/// The rows of all, one after the other.
Weight join_rows(const std::vector<Weight>& parts);
/// A matrix with its axes swapped.
Weight transposed(const Weight& weight);

}  // namespace dragoman

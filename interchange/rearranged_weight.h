#pragma once

#include <vector>

#include "architecture/weight.h"

namespace dragoman {

/// Returns a weight whose row i is row order[i] of `weight`. Elements of a vector count as rows.
Weight gather_rows(const Weight& weight, const std::vector<int64_t>& order);
/// The same for the columns of a matrix.
Weight gather_columns(const Weight& weight, const std::vector<int64_t>& order);
/// Concatenates the rows of all parts.
Weight join_rows(const std::vector<Weight>& parts);
/// Returns the transpose of a matrix.
Weight transposed(const Weight& weight);

}  // namespace dragoman

#pragma once

#include <ATen/Parallel.h>

#include <algorithm>
#include <cstdint>

namespace dragoman {

/// Rows in a task. Sums over rows are made within tasks first, so they do not depend on the number
/// of threads.
constexpr int64_t kRowsOfTask = 64;

constexpr int64_t num_row_tasks(int64_t rows) { return (rows + kRowsOfTask - 1) / kRowsOfTask; }

/// Calls work(task, first row, last row + 1) for all rows, in several threads.
template <class Work>
void for_row_tasks(int64_t rows, const Work& work) {
  at::parallel_for(0, num_row_tasks(rows), 1, [&](int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end; ++task)
      work(task, task * kRowsOfTask, std::min(rows, (task + 1) * kRowsOfTask));
  });
}

}  // namespace dragoman

#include "architecture/token_rows.h"

#include <algorithm>

namespace dragoman {

std::vector<std::vector<int64_t>> rows_without_padding(const SourceBatch& source, int64_t padding) {
  std::vector<std::vector<int64_t>> rows;
  for (auto row = source.ids.begin(); static_cast<int64_t>(rows.size()) < source.rows;
       row += source.length)
    rows.emplace_back(
        row, std::find(row + std::min<int64_t>(source.length, 1), row + source.length, padding));
  return rows;
}

void slide(std::vector<int64_t>& context, int64_t max_length) {
  const auto length = static_cast<int64_t>(context.size());
  if (length > max_length) context.erase(context.begin(), context.end() - max_length / 2);
}

}  // namespace dragoman

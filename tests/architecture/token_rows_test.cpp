#include "architecture/token_rows.h"

#include "catch.h"

namespace dragoman {

TEST_CASE("rows lose the padding that ends them, but not a token of padding that begins them") {
  const SourceBatch batch{.rows = 4, .length = 3, .ids = {1, 2, 3, 4, 9, 9, 9, 5, 9, 9, 9, 9}};
  using Rows = std::vector<std::vector<int64_t>>;
  CHECK((rows_without_padding(batch, 9) == Rows{{1, 2, 3}, {4}, {9, 5}, {9}}));
  CHECK((rows_without_padding({.rows = 2, .length = 0, .ids = {}}, 9) == Rows{{}, {}}));
}

TEST_CASE("a full context goes on from its last half") {
  std::vector<int64_t> context{1, 2, 3, 4, 5, 6};
  slide(context, 6);
  CHECK((context == std::vector<int64_t>{1, 2, 3, 4, 5, 6}));
  context.push_back(7);
  slide(context, 6);
  CHECK((context == std::vector<int64_t>{5, 6, 7}));
}

}  // namespace dragoman

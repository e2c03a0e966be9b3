#include "engine/workspace.h"

#include "catch.h"

namespace dragoman {
namespace {

AttentionMemory fp32_memory(int64_t tokens) { return {NumberFormat::kFp32, tokens, 16}; }

}  // namespace

TEST_CASE("spare memory is given again: the smallest that is large enough") {
  SpareAttentionMemory spare;
  AttentionMemory large = fp32_memory(8), small = fp32_memory(2);
  const void* const large_place = large[0];
  const void* const small_place = small[0];
  spare.give(std::move(large));
  spare.give(std::move(small));
  CHECK(spare.take(NumberFormat::kInt8, 3, 16)[0] == small_place);  // two bytes a number
  CHECK(spare.take(NumberFormat::kFp32, 3, 16)[0] == large_place);
  CHECK(spare.take(NumberFormat::kFp32, 2, 16).num_bytes() == 128);
}

TEST_CASE("memory too small for a batch makes room for larger memory") {
  SpareAttentionMemory spare;
  spare.give(fp32_memory(2));
  CHECK(spare.take(NumberFormat::kFp32, 4, 16).num_bytes() == 256);
  CHECK(spare.take(NumberFormat::kFp32, 2, 16).num_bytes() == 128);  // made anew: none was left
  spare.give({});
  CHECK(spare.take(NumberFormat::kFp32, 1, 16).num_bytes() == 64);
}

TEST_CASE("a workspace serves batch after batch") {
  const auto pool = std::make_shared<WorkspacePool>();
  WorkspacePool::Lease first = pool->take();
  Workspace* const place = first.get();
  const WorkspacePool::Lease second = pool->take();
  CHECK(second.get() != place);
  first.reset();
  CHECK(pool->take().get() == place);
}

}  // namespace dragoman

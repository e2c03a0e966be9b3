#include "engine/workspace.h"

#include <cstring>
#include <optional>

#include "catch.h"

namespace dragoman {

TEST_CASE("memory of a batch lies in one chunk, one after another") {
  AttentionMemoryPool pool;
  const AttentionMemory first = pool.take(NumberFormat::kFp32, 3, 10),
                        second = pool.take(NumberFormat::kFp32, 2, 16),
                        third = pool.take(NumberFormat::kInt8, 1, 16);
  const auto* const begin = static_cast<const std::byte*>(first[0]);
  CHECK(first[1] == begin + 40);
  CHECK(second[0] == begin + 128);  // two lines of a cache
  CHECK(third[0] == begin + 256);
}

TEST_CASE("a chunk is used again when all memory in it is free") {
  constexpr int64_t kWidth = 1024, kTokens = 16;  // 64 KiB; the first two chunks have 128 and 256
  AttentionMemoryPool pool;
  const auto take = [&](int64_t tokens) { return pool.take(NumberFormat::kFp32, tokens, kWidth); };
  AttentionMemory a = take(kTokens), b = take(kTokens);
  const void* const place = a[0];
  a = {};
  const AttentionMemory c = take(kTokens);
  CHECK(c[0] != place);  // b lies in the first chunk
  b = {};
  const AttentionMemory rest = take(3 * kTokens);
  CHECK(rest[0] == c[kTokens]);
  CHECK(take(kTokens)[0] == place);
}

TEST_CASE("memory that fits into no chunk gets a new one, which is kept") {
  AttentionMemoryPool pool;
  const auto take = [&] { return pool.take(NumberFormat::kFp32, 1000, 1024); };  // 4 MB
  const void* const place = take()[0];
  CHECK(take()[0] == place);
}

TEST_CASE("memory may outlive its pool") {
  std::optional<AttentionMemoryPool> pool(std::in_place);
  AttentionMemory memory = pool->take(NumberFormat::kFp32, 2, 16);
  pool.reset();
  std::memset(memory[0], 1, 128);
  CHECK(*static_cast<const char*>(memory[1]) == 1);
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

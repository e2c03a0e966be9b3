#include "engine/key_value_cache.h"

#include <algorithm>
#include <set>

#include "catch.h"

namespace dragoman {
namespace {

constexpr int64_t kLayers = 2, kWidth = 16;
using Tokens = std::vector<int64_t>;

}  // namespace

TEST_CASE("an entry has a token, and keys in each layer") {
  AttentionMemoryPool pool;
  KeyValueCache cache(pool, NumberFormat::kFp32, kLayers, kWidth);
  const std::vector<int32_t> entries = cache.add(Tokens{7, 9});
  REQUIRE(entries.size() == 2);
  CHECK(cache.token(entries[0]) == 7);
  CHECK(cache.token(entries[1]) == 9);
  std::vector<float*> keys;
  for (const int32_t entry : entries)
    for (const size_t layer : {0, 1}) keys.push_back(static_cast<float*>(cache.keys(layer, entry)));
  for (float* const key : keys) std::fill_n(key, kWidth, static_cast<float>(key - keys[0]));
  for (const float* const key : keys)
    CHECK(std::count(key, key + kWidth, static_cast<float>(key - keys[0])) == kWidth);
}

TEST_CASE("a token's memory is used again when no row contains it") {
  AttentionMemoryPool pool;
  KeyValueCache cache(pool, NumberFormat::kInt8, kLayers, kWidth);
  const std::vector<int32_t> first = cache.add(Tokens{1, 2, 3}), shared = {first[0], first[1]};
  cache.retain(shared);
  const void* const place = cache.keys(1, first[2]);
  cache.release(first);  // the third is free now
  const int32_t third = cache.add(Tokens{4})[0];
  CHECK(cache.keys(1, third) == place);
  CHECK(cache.token(third) == 4);
  const int32_t fourth = cache.add(Tokens{5})[0];
  for (const int32_t other : {first[0], first[1], third})
    CHECK(cache.keys(0, fourth) != cache.keys(0, other));
  CHECK(cache.token(first[0]) == 1);
  CHECK(cache.token(first[1]) == 2);
  cache.release(shared);
  const std::vector<int32_t> last = cache.add(Tokens{6, 7});
  CHECK(std::set<int32_t>(last.begin(), last.end()) ==
        std::set<int32_t>(shared.begin(), shared.end()));
}

}  // namespace dragoman

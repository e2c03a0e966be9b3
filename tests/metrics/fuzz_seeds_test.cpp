#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "catch.h"
#include "score_anything.h"

namespace dragoman {

TEST_CASE("the fuzzer's seeds and findings are scored without a violation") {
  size_t num_seeds = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(DRAGOMAN_SOURCE_DIR "/tests/fuzz/seeds")) {
    std::ifstream file(entry.path(), std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), {}};
    INFO(entry.path());
    for (char choice = 0; choice < 3 * 5; ++choice) {
      bytes[0] = static_cast<char>(choice % 3);
      bytes[1] = static_cast<char>(choice / 3);
      score_anything(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
    }
    ++num_seeds;
  }
  CHECK(num_seeds >= 20);
}

}  // namespace dragoman

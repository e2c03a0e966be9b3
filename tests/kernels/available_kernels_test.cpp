#include <cstdlib>
#include <set>
#include <string>

#include "catch.h"
#include "kernels/kernels.h"

namespace dragoman {

TEST_CASE("tables have names of their own, and the plainest is first") {
  std::set<std::string> names;
  for (const Kernels* kernels : available_kernels()) names.insert(kernels->name);
#if defined(__aarch64__)
  CHECK(std::string(available_kernels().front()->name) == "neon");
#else
  CHECK(std::string(available_kernels().front()->name) == "portable");
#endif
  CHECK(names.size() == available_kernels().size());
}

TEST_CASE("the names of tables are listed in their order") {
  std::string names;
  for (const Kernels* kernels : available_kernels()) names += std::string(", ") + kernels->name;
  CHECK(", " + names_of_available_kernels() == names);
}

TEST_CASE("the chosen table is the fastest, or the one that the environment names") {
  const char* wanted = std::getenv("DRAGOMAN_KERNELS");
  const std::string expected = wanted == nullptr ? fastest_kernels().name : wanted;
  CHECK(chosen_kernels().name == expected);
}

TEST_CASE("the fastest table is the last one, or the last without bf16") {
  const auto available = available_kernels();
  const bool is_last = &fastest_kernels() == available.back();
  const bool is_before_bf16 = std::string(available.back()->name) == "avx512_bf16" &&
                              &fastest_kernels() == available[available.size() - 2];
  CHECK((is_last || is_before_bf16));
}

TEST_CASE("each table converts inputs, but for fp32, whose words are the floats") {
  for (const Kernels* kernels : available_kernels()) {
    CHECK(kernels->products.convert[0] == nullptr);
    CHECK(kernels->products.input_bytes[0] == sizeof(float));
    CHECK((kernels->products.convert[1] != nullptr && kernels->products.convert[2] != nullptr));
  }
}

}  // namespace dragoman

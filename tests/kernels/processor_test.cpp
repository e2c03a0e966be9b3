#include "kernels/processor.h"

#include <regex>

#include "catch.h"

namespace dragoman {

#if defined(__x86_64__)
TEST_CASE("the kind of processor is its maker, family and model") {
  CHECK(std::regex_match(processor_kind(), std::regex("[A-Za-z ]{12} \\d+\\.\\d+")));
}
#elif defined(__aarch64__)
TEST_CASE("the kind of processor is its maker and part") {
  CHECK(std::regex_match(processor_kind(), std::regex("ARM 0x[0-9a-f]{2}\\.0x[0-9a-f]{3}")));
}
#endif

}  // namespace dragoman

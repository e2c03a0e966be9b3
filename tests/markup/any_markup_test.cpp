#include "catch.h"
#include "random_fragments.h"
#include "translate_any_markup.h"

namespace dragoman {
namespace {

TEST_CASE("the fuzz target's checks hold for random fragments") {
  RandomFragments random(6);
  for (int i = 0; i < 3000; ++i) {
    const std::string text = "seed" + std::to_string(1000 + i) + random.broken();
    translate_any_markup(reinterpret_cast<const uint8_t*>(text.data()), text.size());
  }
  SUCCEED("the program goes on");
}

}  // namespace
}  // namespace dragoman

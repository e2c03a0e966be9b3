#include "kernels/product_speed.h"

#include "catch.h"

namespace dragoman {

TEST_CASE("products have a speed") { CHECK(measure_product_speed() > 0); }

}  // namespace dragoman

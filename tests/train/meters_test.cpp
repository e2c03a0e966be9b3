#include "train/meters.h"

#include <cmath>

#include "catch.h"

namespace dragoman {

TEST_CASE("losses of a report are those of its updates that were not skipped") {
  Meters meters;
  TokenLosses losses;
  losses.loss = 30;
  losses.target_tokens = 10;
  losses.alignment = 4;
  losses.linked_tokens = 8;
  meters.add_update(losses, 1.5);
  meters.add_skipped_update();
  CHECK(meters.loss_per_token() == 3);
  CHECK(meters.alignment_loss_per_token() == 0.5);
  CHECK(meters.mean_gradient_norm() == 1.5);
}

TEST_CASE("the alignment loss of updates without links is 0") {
  Meters meters;
  TokenLosses losses;
  losses.loss = 30;
  losses.target_tokens = 10;
  meters.add_update(losses, 1.5);
  CHECK(meters.alignment_loss_per_token() == 0);
}

TEST_CASE("a report of skipped updates alone has no loss and no gradient") {
  Meters meters;
  meters.add_skipped_update();
  CHECK(meters.has_updates());
  CHECK(std::isnan(meters.loss_per_token()));
  CHECK(std::isnan(meters.alignment_loss_per_token()));
  CHECK(std::isnan(meters.mean_gradient_norm()));
}

}  // namespace dragoman

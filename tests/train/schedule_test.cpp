#include "train/schedule.h"

#include <cmath>
#include <limits>

#include "captured_stderr.h"
#include "catch.h"

namespace dragoman {

TEST_CASE("inverse square root: linear to the peak, then down with the root") {
  TrainSettings settings;
  settings.schedule = ScheduleType::kInverseSqrt;
  settings.learning_rate = 5e-3;
  settings.initial_rate = 1e-7;
  settings.warmup = 2000;
  CHECK(learning_rate(settings, 128, 1) == Approx(1e-7 + (5e-3 - 1e-7) / 2000));
  CHECK(learning_rate(settings, 128, 1000) == Approx(1e-7 + (5e-3 - 1e-7) / 2));
  CHECK(learning_rate(settings, 128, 2000) == Approx(5e-3));
  CHECK(learning_rate(settings, 128, 8000) == Approx(2.5e-3));
}

TEST_CASE("a run ends after its updates or its epochs, whichever come first") {
  TrainSettings settings;
  settings.updates = 1000;
  CHECK(expected_end(settings, 30, {.epoch = 1, .update = 10}, 20) == 1000);
  settings.epochs = 3;
  CHECK(expected_end(settings, 30, {.epoch = 1, .update = 10}, 20) == 60);
  CHECK(expected_end(settings, 20, {.epoch = 1, .update = 0}, 20) == 60);
  CHECK(expected_end(settings, 60, {.epoch = 3, .update = 0}, 20) == 60);
  CHECK(expected_end(settings, 0, {}, 0) == 1000);  // the length of an epoch is unknown
  settings.epochs = 60;
  CHECK(expected_end(settings, 30, {.epoch = 1, .update = 10}, 20) == 1000);
  settings.epochs = std::numeric_limits<int64_t>::max();
  CHECK(expected_end(settings, 30, {.epoch = 1, .update = 10}, 20) == 1000);
  settings.updates = 0;
  CHECK(expected_end(settings, 30, {.epoch = 1, .update = 10}, 20) == 0);
  settings.epochs = 3;
  CHECK(expected_end(settings, 30, {.epoch = 1, .update = 10}, 20) == 60);
  CHECK(expected_end(settings, 0, {}, 0) == 0);
}

TEST_CASE("the paper's schedule is its equation 3") {
  TrainSettings settings;
  settings.schedule = ScheduleType::kPaper;
  settings.learning_rate = 1.0;
  settings.warmup = 4000;
  CHECK(learning_rate(settings, 512, 1) == Approx(std::pow(512, -0.5) * std::pow(4000, -1.5)));
  CHECK(learning_rate(settings, 512, 4000) == Approx(std::pow(512, -0.5) * std::pow(4000, -0.5)));
  CHECK(learning_rate(settings, 512, 100000) ==
        Approx(std::pow(512, -0.5) * std::pow(100000, -0.5)));
}

TEST_CASE("a constant rate stays at its peak after the warm-up, or is there at once without one") {
  TrainSettings settings;
  settings.schedule = ScheduleType::kConstant;
  settings.learning_rate = 1e-3;
  settings.warmup = 10;
  CHECK(learning_rate(settings, 8, 5) < 1e-3);
  CHECK(learning_rate(settings, 8, 10) == 1e-3);
  CHECK(learning_rate(settings, 8, 1000000) == 1e-3);
  settings.warmup = 0;
  CHECK(learning_rate(settings, 8, 1) == 1e-3);
}

TEST_CASE("linear and cosine rates fall from the peak after the warm-up to the last update") {
  TrainSettings settings;
  settings.learning_rate = 1e-3;
  settings.final_rate = 1e-4;
  settings.warmup = 100;
  settings.updates = 1100;
  for (const ScheduleType schedule : {ScheduleType::kLinear, ScheduleType::kCosine}) {
    settings.schedule = schedule;
    CHECK(learning_rate(settings, 8, 50) < 1e-3);
    CHECK(learning_rate(settings, 8, 100) == Approx(1e-3));
    CHECK(learning_rate(settings, 8, 600) == Approx(5.5e-4));
    CHECK(learning_rate(settings, 8, 1100) == Approx(1e-4));
    CHECK(learning_rate(settings, 8, 2000) == Approx(1e-4));
  }
  settings.schedule = ScheduleType::kLinear;
  CHECK(learning_rate(settings, 8, 350) == Approx(7.75e-4));
  settings.schedule = ScheduleType::kCosine;  // (1 + cos(pi / 4)) / 2 of the way is left
  CHECK(learning_rate(settings, 8, 350) == Approx(1e-4 + 9e-4 * 0.853553));
}

TEST_CASE("epochs that end long before a falling rate's last update are a warning") {
  TrainSettings settings;
  settings.schedule = ScheduleType::kCosine;
  settings.updates = 1000;
  settings.epochs = 2;
  const auto said = [&](int64_t end) {
    return captured_stderr([&] { warn_of_early_end(settings, end, make_stderr_logger()); });
  };
  CHECK_THAT(said(26), ContainsSubstring("warning: train.epochs is 2, so that training ends at "
                                         "about update 26, but with train.schedule cosine") &&
                           ContainsSubstring("train.updates (1000); set train.updates to 26\n"));
  CHECK(said(500).empty());
  CHECK(said(1000).empty());
  settings.schedule = ScheduleType::kInverseSqrt;
  CHECK(said(26).empty());
}

}  // namespace dragoman

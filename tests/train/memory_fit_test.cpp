#include "train/memory_fit.h"

#include <algorithm>

#include "small_runs.h"

namespace dragoman {

TEST_CASE("the budget that is found comes near the limit, which no trial goes beyond") {
  const double step = GENERATE(0.0, 0.05);  // what memory is taken in, GB
  const double limit = GENERATE(1.3, 2.0, 10.0, 100.0);
  int64_t last = 0;
  const auto needed = [](double tokens) { return 1.1 + 5e-5 * tokens; };
  const auto peak_gb = [&](int64_t tokens) {
    CHECK(tokens > last);
    last = tokens;
    const double gb = needed(static_cast<double>(tokens));
    const double taken = step == 0 ? gb : std::ceil(gb / step) * step;
    CHECK(taken <= limit);
    return taken;
  };
  const int64_t found =
      fit_batch_tokens({.gb = limit, .floor_gb = 1, .least_tokens = 257}, peak_gb);
  CHECK((needed(static_cast<double>(found)) > 0.8 * limit || found >= 1 << 20));
}

TEST_CASE("a limit that nothing fits into says how much the least would take") {
  CHECK_THROWS_WITH(
      fit_batch_tokens({.gb = 1, .floor_gb = 0, .least_tokens = 300}, [](int64_t) { return 3.0; }),
      ContainsSubstring("the smallest batch, of 300 tokens, takes 3.33 GB already; raise it"));
}

TEST_CASE("a run keeps the batch size that was fitted when it is resumed") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = train_settings(4);
  settings.fit_memory = 0.2 + peak_memory_gb();
  CHECK(make_trainer(data, folder / "straight", settings).run() == 0);
  // The first signal comes while the batch size is fitted.
  CHECK(run_in_parts(data, folder / "parts", settings, nullptr) == 5);
  Trainer resumed = make_trainer(data, folder / "parts", settings);
  CHECK(resumed.resume());
  CHECK(resumed.state().batch_tokens > 1000);
}

}  // namespace dragoman

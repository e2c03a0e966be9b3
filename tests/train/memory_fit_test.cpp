#include "train/memory_fit.h"

#include "small_runs.h"

namespace dragoman {

TEST_CASE("the parts that are found come near the limit, which no trial goes beyond") {
  const double step = GENERATE(0.0, 0.05);  // what memory is taken in, GB
  const double limit = GENERATE(1.3, 2.0, 10.0, 100.0);
  constexpr int64_t kTokens = 1000000;
  int64_t last = kTokens;
  const auto needed = [](int64_t parts) {
    return 1.1 + 5e-5 * kTokens / static_cast<double>(parts);
  };
  const auto peak_gb = [&](int64_t parts) {
    CHECK(parts < last);
    last = parts;
    const double gb = needed(parts);
    const double taken = step == 0 ? gb : std::ceil(gb / step) * step;
    CHECK(taken <= limit);
    return taken;
  };
  const int64_t found = fit_parts(
      {.gb = limit, .floor_gb = 1, .update_tokens = kTokens, .least_parts = 3, .least_tokens = 257},
      peak_gb);
  CHECK((needed(found) > 0.8 * limit || found == 3));
  CHECK(found >= 3);
}

TEST_CASE("a limit that nothing fits into says how much the least would take") {
  CHECK_THROWS_WITH(
      fit_parts({.gb = 1, .floor_gb = 0, .update_tokens = 3000, .least_tokens = 300},
                [](int64_t) { return 3.0; }),
      ContainsSubstring(
          "even updates of 10 parts take 3.33 GB, and more parts take no less; raise"));
}

TEST_CASE("parts are fitted for guided attention at either step") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = settings_to_end(1);
  settings.fit_memory = 0.2 + peak_memory_gb();
  ModelSettings shape = small_model(data)->settings();
  shape.alignment_heads = 1;
  shape.alignment_step = GENERATE(AlignmentStep::kPredicting, AlignmentStep::kFollowing);
  Transformer model(shape, data.tokenizers.sizes());
  initialize_weights(*model, 1);
  CHECK(trainer_of(model, data, folder / "run", settings).run() == 0);
}

TEST_CASE("a run keeps the parts that were fitted when it is resumed") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = train_settings(4);
  settings.update_tokens = 2000;
  settings.parts = 1;
  settings.fit_memory = 0.5 + peak_memory_gb();  // asan keeps freed memory for a while
  CHECK(make_trainer(data, folder / "straight", settings).run() == 0);
  // The first signal comes while parts are fitted.
  CHECK(run_in_parts(data, folder / "parts", settings, nullptr) == 5);
  Trainer resumed = make_trainer(data, folder / "parts", settings);
  CHECK(resumed.resume());
  CHECK(resumed.state().parts < 8);
}

}  // namespace dragoman

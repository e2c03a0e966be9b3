#include <nlohmann/json.hpp>

#include "captured_stderr.h"
#include "catch.h"
#include "train/checkpoint.h"
#include "train/provenance.h"
#include "train/resumed_state.h"

namespace dragoman {

TEST_CASE("scores of an earlier version that are not finite are not among the best") {
  TrainState state;
  state.best = {{NAN, 10}, {0.5, 20}};
  const TrainState read = read_state(write_state(state));
  REQUIRE(read.best.size() == 1);
  CHECK(read.best.front().update == 20);
}

TEST_CASE("a state of an earlier version has no validation of its update and unknown batches") {
  TrainState state;
  state.update = state.last_validated = 20;
  state.provenance = current_provenance(TrainProducts::kLibtorch);
  auto json = nlohmann::json::parse(write_state(state));
  json.erase("last_validated");
  json.erase("batches");
  const TrainState read = read_state(json.dump());
  CHECK(read.last_validated == -1);
  const auto said = [&](const TrainState& saved) {
    return captured_stderr(
        [&] { resumed_state(saved, state, {}, "run", /*force=*/false, make_stderr_logger()); });
  };
  CHECK_THAT(said(read), ContainsSubstring("divided the text into other batches"));
  CHECK(said(read_state(write_state(state))).empty());
}

TEST_CASE("the best score of an earlier version is that of its best saved weights") {
  TrainState state;
  CHECK(!read_state(write_state(state)).best_score);
  state.best = {{-0.1, 20}, {-0.3, 10}};
  CHECK(read_state(write_state(state)).best_score == -0.1);
  state.best_score = -1 / 30.0;  // whose weights are not saved
  CHECK(read_state(write_state(state)).best_score == -1 / 30.0);
}

}  // namespace dragoman

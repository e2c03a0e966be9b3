#include "small_runs.h"

namespace dragoman {
namespace {

/// What a run of text that is read once has come to.
struct Outcome {
  int num_parts = 0;  // trained on, of all updates
  int64_t rollbacks = 0;
};

/// Trains on twelve blocks of text. The gradients of some parts are not finite.
Outcome train_once(const std::string& run, TrainingData data, int first_spoilt, int past_spoilt) {
  const auto block = data.examples(0, [] { return false; });
  int num_blocks = 0;
  data.is_read_once = true;
  data.examples = [&](int64_t, const StopCheck&) { return num_blocks++ < 12 ? block : nullptr; };
  Outcome outcome;
  const auto spoil_some = [&](const torch::Tensor& gradient) {
    const int part = outcome.num_parts++;
    return part >= first_spoilt && part < past_spoilt ? gradient * NAN : gradient;
  };
  TrainSettings settings = train_settings(1000);
  settings.skip_limit = 3;
  Trainer trainer = make_trainer(data, run, settings, spoil_some);
  CHECK(trainer.run() == 0);
  outcome.rollbacks = trainer.state().rollbacks;
  return outcome;
}

}  // namespace

TEST_CASE("training that goes back loses no text that is read once") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  const Outcome calm = train_once(folder / "calm", data, 0, 0),
                spoilt = train_once(folder / "spoilt", data, 14, 22);
  CHECK(calm.rollbacks == 0);
  CHECK(spoilt.rollbacks == 1);
  CHECK(spoilt.num_parts == calm.num_parts);
}

}  // namespace dragoman

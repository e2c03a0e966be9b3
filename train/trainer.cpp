#include "train/trainer.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "data/update_stream.h"
#include "io/atomic_file.h"
#include "io/random.h"
#include "train/autocast.h"
#include "train/average.h"
#include "train/batch_tensors.h"
#include "train/loss.h"
#include "train/schedule.h"
#include "train/stop_signal.h"

namespace dragoman {
namespace {

/// Keeps the keys of dropout apart from those of batches, which derive from the same seed.
constexpr uint64_t kDropoutStream = 3;

bool is_due(int64_t every, int64_t update, bool ends_epoch) {
  return every == 0 ? ends_epoch : update % every == 0;
}

/// The score that says which weights are best: the higher the better.
double score_of(const ValidationScores& scores, ValidationMetric metric) {
  switch (metric) {
    case ValidationMetric::kBleu:
      return scores.bleu;
    case ValidationMetric::kChrf:
      return scores.chrf;
    case ValidationMetric::kLoss:
      break;
  }
  return -scores.loss;
}

DataPosition after(const UpdateBatches& update) {
  if (update.ends_epoch) return {update.position.epoch + 1, 0};
  return {update.position.epoch, update.position.update + 1};
}

}  // namespace

Trainer::Trainer(TrainerParts parts, const TrainSettings& settings)
    : parts_(std::move(parts)),
      settings_(settings),
      weights_(named_weights(*parts_.model)),
      optimizer_(weights_, settings),
      checkpoints_(parts_.paths.checkpoints()) {
  parts_.model->train();
}

bool Trainer::resume() { return load_checkpoint(true); }

bool Trainer::load_checkpoint(bool interim_too) {
  const auto found =
      checkpoints_.load_newest(weights_, optimizer_.state(), parts_.log, interim_too);
  if (!found) return false;
  state_ = *found;
  optimizer_.adopt_state();
  meters_.adopt(state_.report);
  last_saved_ = last_validated_ = state_.update;
  return true;
}

void Trainer::open_log() {
  log_.emplace(parts_.paths.folder, state_.update, settings_.updates, parts_.log);
}

UpdateStream Trainer::open_updates() const {
  const UpdateOptions options{.batch_tokens = settings_.batch_tokens,
                              .accumulate = settings_.accumulate,
                              .seed = static_cast<uint64_t>(settings_.seed),
                              .pad = pad_ids(parts_.model->sizes())};
  return UpdateStream(parts_.data.examples, options, state_.position);
}

int Trainer::run() {
  const StopSignal stop;
  open_log();
  while (!is_done() && StopSignal::received() == 0) {
    UpdateStream updates = open_updates();
    meters_.start_clock();
    while (!is_done() && !is_diverging() && StopSignal::received() == 0) {
      const UpdateBatches update = updates.next();
      meters_.mark(Phase::kData);
      train_update(update);
      follow_up(update);
    }
    if (is_diverging()) roll_back();
  }
  log_->clear_progress();
  if (is_done()) {
    if (state_.update != last_validated_) validate_model();
    if (!checkpoints_.has(state_.update)) save_checkpoint();
  } else if (state_.update != last_saved_) {
    save_interim();
  }
  publish_weights();
  parts_.log->info("time of updates: {}", meters_.time_split());
  return is_done() ? 0 : StopSignal::received();
}

void Trainer::train_update(const UpdateBatches& update) {
  for (const auto& [name, weight] : weights_) weight.mutable_grad() = torch::Tensor();
  torch::Tensor loss_sum;
  for (size_t i = 0; i < update.batches.size(); ++i) {
    const torch::Tensor loss =
        accumulate_gradients(update.batches[i], static_cast<int64_t>(i), update.target_tokens);
    loss_sum = loss_sum.defined() ? loss_sum + loss : loss;
  }
  // 5 clip
  const double norm = clip_gradients(weights_, settings_.clip_norm);
  const auto loss = loss_sum.item<double>();
  if (std::isfinite(norm) && std::isfinite(loss)) {
    // 6 rate, 7 step
    optimizer_.step(current_rate(state_.update + 1));
    meters_.add_update(loss, update.target_tokens, norm);
    state_.skipped_in_row = 0;
  } else {
    ++state_.skipped_in_row;
    meters_.add_skipped_update();
    parts_.log->warn("update {} is skipped: loss {}, norm of the gradient {}", state_.update + 1,
                     loss, norm);
  }
  meters_.mark(Phase::kOptimizer);
  ++state_.update;
  state_.position = after(update);
}

double Trainer::current_rate(int64_t update) const {
  return learning_rate(settings_, parts_.model->settings().width, update) *
         std::pow(settings_.rollback_rate, static_cast<double>(state_.rollbacks));
}

void Trainer::roll_back() {
  const int64_t diverged_at = state_.update;
  const int64_t rollbacks = state_.rollbacks + 1;
  const std::string what = fmt::format(
      "training diverges: {} updates in a row to update {} had a loss or gradient that is not "
      "finite",
      settings_.skip_limit, diverged_at);
  constexpr const char* kAdvice =
      "lower train.learning_rate, raise train.warmup, or set train.clip_norm=1; if it happens at "
      "once, look for broken lines in the data";
  // Interim checkpoints depend on the clock: going back to one would not be repeatable.
  if (rollbacks > settings_.rollback_limit || !load_checkpoint(false)) {
    throw std::runtime_error(
        fmt::format("{}, after going back {} times: {}", what, state_.rollbacks, kAdvice));
  }
  checkpoints_.remove_interim(diverged_at + 1);
  state_.rollbacks = rollbacks;
  state_.skipped_in_row = 0;
  save_interim();  // else a run that is stopped now would forget that it went back
  log_->clear_progress();
  open_log();
  parts_.log->warn("{}; going back to update {}, with the learning rate times {:.3g}", what,
                   state_.update,
                   std::pow(settings_.rollback_rate, static_cast<double>(rollbacks)));
}

torch::Tensor Trainer::accumulate_gradients(const Batch& batch, int64_t index,
                                            int64_t target_tokens) {
  // 1 batch
  const torch::Device device = parts_.model->device();
  const BatchTensors tensors = to_device(batch, device);
  // 2 forward
  parts_.model->dropout_keys().begin_pass(
      derive_key(settings_.seed, kDropoutStream, state_.update, index));
  torch::Tensor hidden;
  {
    const Autocast autocast(settings_.precision == TrainPrecision::kBf16, device.type());
    hidden = target_states(*parts_.model, tensors);
  }
  // 3 loss
  const torch::Tensor loss =
      smoothed_cross_entropy_sum(hidden.to(torch::kFloat32), parts_.model->output_weight(),
                                 tensors.targets, settings_.label_smoothing);
  meters_.mark(Phase::kForward);
  // 4 backward
  (loss / static_cast<double>(target_tokens)).backward();
  meters_.mark(Phase::kBackward);
  return loss.detach();
}

void Trainer::follow_up(const UpdateBatches& update) {
  report(state_.update % settings_.report_every == 0);
  if (!parts_.data.valid.source.empty() &&
      is_due(settings_.validate_every, state_.update, update.ends_epoch)) {
    validate_model();
  }
  if (is_done() && meters_.has_updates()) report(true);
  // A checkpoint is what training may go back to: none is written while updates are skipped.
  if (is_due(settings_.checkpoint_every, state_.update, update.ends_epoch) &&
      state_.skipped_in_row == 0) {
    save_checkpoint();
    publish_weights();
  } else if (settings_.save_minutes > 0 &&
             Meters::Clock::now() - last_saved_at_ >=
                 std::chrono::duration<double, std::ratio<60>>(settings_.save_minutes)) {
    save_interim();
  }
  meters_.start_clock();
}

TrainReport Trainer::current_report() const {
  return {.update = state_.update,
          .epoch = state_.epoch_number(),
          .loss = meters_.loss_per_token(),
          .learning_rate = current_rate(state_.update),
          .gradient_norm = meters_.mean_gradient_norm(),
          .target_tokens = meters_.sums().target_tokens,
          .skipped = meters_.sums().skipped,
          .tokens_per_second = meters_.tokens_per_second(),
          .memory_gb = peak_memory_gb()};
}

void Trainer::report(bool now) {
  if (log_->wants_progress()) log_->progress(current_report());
  if (!now) return;
  log_->report(current_report());
  meters_.reset();
}

void Trainer::validate_model() {
  if (parts_.data.valid.source.empty()) return;
  SearchSettings search = parts_.search;
  search.beam = settings_.validate_beam;
  const ValidationScores scores = validate(parts_.model, parts_.data,
                                           {.label_smoothing = settings_.label_smoothing,
                                            .batch_tokens = settings_.batch_tokens,
                                            .search = search,
                                            .lowercase = parts_.lowercase});
  const double score = score_of(scores, settings_.metric);
  const bool is_best = !state_.best_score || score > *state_.best_score;
  state_.validations_without_gain = is_best ? 0 : state_.validations_without_gain + 1;
  if (is_best) {
    state_.best_score = score;
    checkpoints_.save_best(weights_, state_.update);
  }
  last_validated_ = state_.update;
  log_->validated(state_.update, state_.epoch_number(), scores, is_best);
}

TrainState Trainer::current_state() const {
  TrainState state = state_;
  state.report = meters_.sums();
  return state;
}

void Trainer::save_checkpoint() {
  checkpoints_.save(current_state(), weights_, optimizer_.state(), settings_.keep_checkpoints);
  last_saved_ = state_.update;
  last_saved_at_ = Meters::Clock::now();
}

void Trainer::save_interim() {
  checkpoints_.save_interim(current_state(), weights_, optimizer_.state());
  last_saved_ = state_.update;
  last_saved_at_ = Meters::Clock::now();
}

void Trainer::publish_weights() {
  const std::map<std::string, std::string> metadata{{"update", std::to_string(state_.update)}};
  if (settings_.keep == Keep::kAverage && !checkpoints_.weights_files().empty()) {
    write_tensors(parts_.paths.weights(), average_weights(checkpoints_.weights_files()), metadata);
  } else if (settings_.keep == Keep::kBest && std::filesystem::exists(checkpoints_.best())) {
    write_file_atomically(parts_.paths.weights(), read_file(checkpoints_.best()));
  } else {
    write_tensors(parts_.paths.weights(), weights_, metadata);
  }
}

bool Trainer::is_done() const {
  return (settings_.updates > 0 && state_.update >= settings_.updates) ||
         (settings_.epochs > 0 && state_.position.epoch >= settings_.epochs) ||
         (settings_.patience > 0 && state_.validations_without_gain >= settings_.patience);
}

}  // namespace dragoman

#include "train/trainer.h"

#include <ATen/Parallel.h>

#include <algorithm>

#include "io/random.h"
#include "model/torch_thread_count.h"
#include "train/batch_tensors.h"
#include "train/loss.h"
#include "train/memory_fit.h"
#include "train/memory_probe.h"
#include "train/resumed_state.h"
#include "train/schedule.h"
#include "train/stop_signal.h"

namespace dragoman {
namespace {

/// Keeps the keys of dropout apart from those of batches, which derive from the same seed.
constexpr uint64_t kDropoutStream = 3;

bool is_due(int64_t every, int64_t update, bool ends_epoch) {
  return every == 0 ? ends_epoch : update % every == 0;
}

DataPosition after(const UpdateBatches& update) {
  if (update.ends_epoch) return {update.position.epoch + 1, 0};
  return {update.position.epoch, update.position.update + 1};
}

}  // namespace

Trainer::Trainer(TrainerParts parts, const TrainSettings& settings)
    : parts_(std::move(parts)),
      settings_(settings),
      tensors_(trained_tensors(*parts_.model, settings)),
      replicas_(parts_.model, settings.replicas),
      saver_(parts_.paths, settings, tensors_, parts_.log),
      recovery_(settings, saver_, parts_.log) {
  parts_.model->train();
  state_.fingerprints = parts_.data.fingerprints;
  state_.num_threads = at::get_num_threads();
  state_.arithmetic = current_arithmetic();
}

bool Trainer::resume(bool force) {
  const std::optional<TrainState> saved = saver_.load(/*interim_too=*/true);
  if (!saved) return false;
  adopt(resumed_state(*saved, state_, parts_.paths.folder, force, parts_.log));
  return true;
}

void Trainer::adopt(const TrainState& state) {
  state_ = state;
  meters_.adopt(state.report);
  last_validated_ = state.update;
}

int Trainer::run() {
  const StopSignal stop;
  fit_batch_tokens();
  open_log();
  while (wants_updates()) {
    run_updates();
    if (!recovery_.is_due(state_)) continue;
    log_->clear_progress();
    adopt(recovery_.go_back(state_));
    open_log();
  }
  log_->clear_progress();
  if (is_done()) {
    if (meters_.has_updates()) write_report();
    if (state_.update != last_validated_) validate_model();
  }
  saver_.finish(current_state(), is_done());
  parts_.log->info("time of updates: {}", meters_.time_split());
  return is_done() ? 0 : StopSignal::received();
}

/// Finds train.batch_tokens by train.fit_memory, once in a run.
void Trainer::fit_batch_tokens() {
  if (settings_.fit_memory > 0 && state_.batch_tokens == 0) {
    Meters unused;
    MemoryProbe probe(
        parts_.model,
        [&](const auto& batches, int64_t tokens) { compute_gradients(batches, tokens, unused); },
        settings_.replicas, parts_.data.max_length);
    // The system may keep the whole cache in memory, and counts it to the process then.
    const double reserved = static_cast<double>(parts_.data.mapped_bytes) / 1e9;
    state_.batch_tokens = dragoman::fit_batch_tokens(
        {.gb = settings_.fit_memory,
         .floor_gb = probe.floor_gb() + reserved,
         .least_tokens = parts_.data.max_length + 1},
        [&](int64_t tokens) { return probe.peak_gb(tokens) + reserved; });
    parts_.log->info("batches of {} tokens fit into {} GB", state_.batch_tokens,
                     settings_.fit_memory);
  }
  if (state_.batch_tokens > 0) settings_.batch_tokens = state_.batch_tokens;
}

/// Cuts what the log has of later updates.
void Trainer::open_log() {
  log_.emplace(parts_.paths.folder,
               LogOptions{.first_update = state_.update,
                          .last_update = settings_.updates,
                          .num_samples = settings_.samples,
                          .is_language_model = parts_.model->settings().is_language_model(),
                          .tensorboard = settings_.tensorboard},
               parts_.log);
}

bool Trainer::wants_updates() const { return !is_done() && StopSignal::received() == 0; }

UpdateStream Trainer::open_updates() const {
  const UpdateOptions options{.batch_tokens = settings_.batch_tokens,
                              .accumulate = settings_.accumulate,
                              .parts = settings_.replicas,
                              .seed = static_cast<uint64_t>(settings_.seed),
                              .pad = pad_ids(parts_.model->sizes()),
                              .word_dropout = parts_.data.word_dropout};
  return UpdateStream(parts_.data.examples, options, state_.position);
}

/// Updates until the run is done, has to go back or is stopped.
void Trainer::run_updates() {
  UpdateStream updates = open_updates();
  meters_.start_clock();
  while (wants_updates() && !recovery_.is_due(state_)) {
    const std::optional<UpdateBatches> update = updates.next();
    data_ended_ = !update && StopSignal::received() == 0;
    if (!update) return;
    meters_.mark(Phase::kData);
    train_update(*update);
    report_validate_save(*update);
    meters_.start_clock();
  }
}

// The seven steps of an update, in two functions.

void Trainer::train_update(const UpdateBatches& update) {
  // More threads, once awake, would keep the replicas from theirs for a while.
  const TorchThreadCount threads(replicas_.num_threads());
  // 1 parts, 2 forward, 3 loss, 4 backward
  const torch::Tensor loss_sum = compute_gradients(update.batches, update.target_tokens, meters_);
  // 5 norm of the gradient, by which it is clipped
  const ForRange for_range = [&](int64_t count, const auto& work) {
    replicas_.for_range(count, work);
  };
  const double norm = tensors_.optimizer.gradient_norm(for_range);
  const auto loss = loss_sum.item<double>();
  if (recovery_.accepts(loss, norm, state_)) {
    // 6 learning rate
    const double rate = learning_rate_of(state_.update + 1);
    // 7 step
    tensors_.optimizer.step(rate, clip_scale(norm, settings_.clip_norm), for_range);
    tensors_.average.update(state_.update + 1);
    meters_.add_update(loss, update.target_tokens, norm);
  } else {
    meters_.add_skipped_update();
  }
  meters_.mark(Phase::kOptimizer);
  ++state_.update;
  state_.position = after(update);
}

/// Makes the gradients those of the next update's loss, a mean over target tokens; gives its sum.
torch::Tensor Trainer::compute_gradients(const std::vector<Batch>& batches, int64_t target_tokens,
                                         Meters& meters) {
  for (const auto& [name, weight] : tensors_.trained) weight.mutable_grad() = torch::Tensor();
  const bool in_bf16 = settings_.precision == TrainPrecision::kBf16;
  const LossOptions options{.smoothing = settings_.label_smoothing,
                            .r_drop = settings_.r_drop,
                            .products = in_bf16 ? torch::kBFloat16 : torch::kFloat32};
  const uint64_t key = derive_key(settings_.seed, kDropoutStream, state_.update);
  // 1 parts
  return replicas_.sum_gradients(batches, key, meters, [&](const Part& part) {
    BatchTensors batch = to_device(part.batch, part.model.device());
    if (settings_.r_drop > 0) batch = twice(batch);
    // 2 forward
    part.model.dropout_keys().begin_pass(part.dropout_key);
    const torch::Tensor states = target_states(part.model, batch, settings_.precision);
    // 3 loss
    const torch::Tensor loss = smoothed_cross_entropy_sum(
        states, part.model.output_weight(), part.model.output_bias(), batch.targets, options);
    part.meters.mark(Phase::kForward);
    // 4 backward
    (loss / static_cast<double>(target_tokens)).backward();
    part.meters.mark(Phase::kBackward);
    return loss.detach();
  });
}

double Trainer::learning_rate_of(int64_t update) const {
  return learning_rate(settings_, parts_.model->settings().width, update) *
         recovery_.rate_factor(state_);
}

/// Reports, validates and saves, each where it is due after `update`.
void Trainer::report_validate_save(const UpdateBatches& update) {
  if (log_->wants_progress()) log_->progress(current_report());
  if (state_.update % settings_.report_every == 0) write_report();
  if (is_due(settings_.validate_every, state_.update, update.ends_epoch)) validate_model();
  if (is_done() && meters_.has_updates()) write_report();
  // A checkpoint is what training may go back to: none is written while updates are skipped.
  if (is_due(settings_.checkpoint_every, state_.update, update.ends_epoch) &&
      state_.skipped_in_row == 0) {
    saver_.save_checkpoint(current_state());
  } else {
    saver_.save_interim_if_due(current_state());
  }
  if (settings_.fit_memory > 0 && parts_.model->device().is_cpu())
    keep_memory_within(settings_.fit_memory);
}

TrainReport Trainer::current_report() const {
  return {.update = state_.update,
          .epoch = state_.epoch_number(),
          .loss = meters_.loss_per_token(),
          .learning_rate = learning_rate_of(state_.update),
          .gradient_norm = meters_.mean_gradient_norm(),
          .target_tokens = meters_.sums().target_tokens,
          .skipped = meters_.sums().skipped,
          .tokens_per_second = meters_.tokens_per_second(),
          .memory_gb = peak_memory_gb()};
}

void Trainer::write_report() {
  log_->report(current_report());
  meters_.reset();
}

void Trainer::validate_model() {
  if (parts_.data.valid.size() == 0) return;
  ValidationScores scores;
  {
    const WeightSwap swap(tensors_.weights, tensors_.average.tensors());
    scores = validate(parts_.model, parts_.data,
                      {.label_smoothing = settings_.label_smoothing,
                       .batch_tokens = settings_.batch_tokens,
                       .search = for_one_best(parts_.search, settings_.validate_beam),
                       .num_samples = settings_.samples,
                       .lowercase = parts_.lowercase});
  }
  const double score = score_of(scores, settings_.best);
  const bool is_best = state_.best.empty() || score > state_.best.front().score;
  state_.validations_without_gain = is_best ? 0 : state_.validations_without_gain + 1;
  keep_if_best(score);
  last_validated_ = state_.update;
  log_->validated(state_.update, state_.epoch_number(), scores, is_best);
}

void Trainer::keep_if_best(double score) {
  std::vector<RankedWeights>& best = state_.best;
  const auto place = std::find_if(
      best.begin(), best.end(), [score](const RankedWeights& kept) { return score > kept.score; });
  const auto most = static_cast<size_t>(settings_.keep_best);
  if (place == best.end() && best.size() >= most) return;
  if (!saver_.save_best(state_.update)) return;
  best.insert(place, {score, state_.update});
  if (best.size() > most) best.pop_back();
}

TrainState Trainer::current_state() const {
  TrainState state = state_;
  state.report = meters_.sums();
  return state;
}

bool Trainer::is_done() const {
  return data_ended_ || (settings_.updates > 0 && state_.update >= settings_.updates) ||
         (settings_.epochs > 0 && state_.position.epoch >= settings_.epochs) ||
         (settings_.patience > 0 && state_.validations_without_gain >= settings_.patience);
}

}  // namespace dragoman

#include "train/trainer.h"

#include <ATen/Parallel.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/random.h"
#include "model/torch_thread_count.h"
#include "train/batch_tensors.h"
#include "train/memory_fit.h"
#include "train/memory_probe.h"
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
      saver_(parts_.paths, settings, tensors_, parts_.log) {
  parts_.model->train();
  state_.fingerprints = parts_.data.fingerprints;
  state_.num_threads = at::get_num_threads();
  state_.arithmetic = current_arithmetic();
}

bool Trainer::resume(bool force) {
  if (!load_checkpoint(true)) return false;
  if (state_.fingerprints != parts_.data.fingerprints && !force) {
    throw std::invalid_argument(fmt::format(
        "the corpora are not those that {} was trained on until update {}: give it the same text "
        "again, or go on with other text by --force",
        parts_.paths.folder, state_.update));
  }
  state_.fingerprints = parts_.data.fingerprints;
  if (state_.num_threads != at::get_num_threads()) {
    parts_.log->warn(
        "updates until now were done with {} threads, from now on with {}: what comes out differs "
        "in the last digits from an undisturbed run; --threads {} avoids that",
        state_.num_threads, at::get_num_threads(), state_.num_threads);
    state_.num_threads = at::get_num_threads();
  }
  if (const Arithmetic now = current_arithmetic(); state_.arithmetic != now) {
    parts_.log->warn(
        "updates until now were done by {}; from now on by {}: what comes out differs in the last "
        "digits from an undisturbed run",
        describe(state_.arithmetic), describe(now));
    state_.arithmetic = now;
  }
  return true;
}

bool Trainer::load_checkpoint(bool interim_too) {
  const auto found = saver_.load(interim_too);
  if (!found) return false;
  state_ = *found;
  meters_.adopt(state_.report);
  last_validated_ = state_.update;
  return true;
}

/// After this the log is open, and the batch size is what it will be.
void Trainer::begin() {
  if (settings_.fit_memory > 0 && state_.batch_tokens == 0) fit_memory();
  if (state_.batch_tokens > 0) settings_.batch_tokens = state_.batch_tokens;
  log_.emplace(parts_.paths.folder,
               LogOptions{.first_update = state_.update,
                          .last_update = settings_.updates,
                          .num_samples = settings_.samples,
                          .is_language_model = parts_.model->settings().is_language_model(),
                          .tensorboard = settings_.tensorboard},
               parts_.log);
}

void Trainer::fit_memory() {
  MemoryProbe probe(parts_.model, settings_, parts_.data.max_length);
  // The system may keep the whole cache in memory, and counts it to the process then.
  const double reserved = static_cast<double>(parts_.data.mapped_bytes) / 1e9;
  state_.batch_tokens =
      fit_batch_tokens({.gb = settings_.fit_memory,
                        .floor_gb = probe.floor_gb() + reserved,
                        .least_tokens = parts_.data.max_length + 1},
                       [&](int64_t tokens) { return probe.peak_gb(tokens) + reserved; });
  parts_.log->info("batches of {} tokens fit into {} GB", state_.batch_tokens,
                   settings_.fit_memory);
}

UpdateStream Trainer::open_updates() const {
  const UpdateOptions options{.batch_tokens = settings_.batch_tokens,
                              .accumulate = settings_.accumulate,
                              .parts = settings_.replicas,
                              .seed = static_cast<uint64_t>(settings_.seed),
                              .pad = pad_ids(parts_.model->sizes()),
                              .word_dropout = parts_.data.word_dropout};
  return UpdateStream(parts_.data.examples, options, state_.position);
}

int Trainer::run() {
  const StopSignal stop;
  begin();
  while (!is_done() && StopSignal::received() == 0) {
    train_until_broken_off();
    if (is_diverging()) roll_back();
  }
  log_->clear_progress();
  if (is_done()) {
    if (meters_.has_updates()) report(true);
    if (state_.update != last_validated_) validate_model();
  }
  saver_.finish(current_state(), is_done());
  parts_.log->info("time of updates: {}", meters_.time_split());
  return is_done() ? 0 : StopSignal::received();
}

void Trainer::train_until_broken_off() {
  UpdateStream updates = open_updates();
  meters_.start_clock();
  while (!is_done() && !is_diverging() && StopSignal::received() == 0) {
    const std::optional<UpdateBatches> update = updates.next();
    data_ended_ = !update && StopSignal::received() == 0;
    if (!update) return;
    meters_.mark(Phase::kData);
    train_update(*update);
    follow_up(*update);
  }
}

void Trainer::train_update(const UpdateBatches& update) {
  // More threads, once awake, would keep the replicas from theirs for a while.
  const TorchThreadCount threads(replicas_.num_threads());
  for (const auto& [name, weight] : tensors_.trained) weight.mutable_grad() = torch::Tensor();
  const torch::Tensor loss_sum = replicas_.add_gradients(
      update.batches,
      {.precision = settings_.precision,
       .label_smoothing = settings_.label_smoothing,
       .r_drop = settings_.r_drop,
       .dropout_key = derive_key(settings_.seed, kDropoutStream, state_.update),
       .target_tokens = update.target_tokens},
      meters_);
  const ForRange for_range = [&](int64_t count, const auto& work) {
    replicas_.for_range(count, work);
  };
  const double norm = tensors_.optimizer.gradient_norm(for_range);
  const auto loss = loss_sum.item<double>();
  if (std::isfinite(norm) && std::isfinite(loss)) {
    // 5 clip, 6 rate, 7 step
    tensors_.optimizer.step(current_rate(state_.update + 1), clip_scale(norm, settings_.clip_norm),
                            for_range);
    tensors_.average.update(state_.update + 1);
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
  saver_.remove_interim(diverged_at + 1);
  state_.rollbacks = rollbacks;
  state_.skipped_in_row = 0;
  saver_.save_interim(current_state());  // else a run that is stopped now would forget it
  log_->clear_progress();
  begin();
  parts_.log->warn("{}; going back to update {}, with the learning rate times {:.3g}", what,
                   state_.update,
                   std::pow(settings_.rollback_rate, static_cast<double>(rollbacks)));
}

void Trainer::follow_up(const UpdateBatches& update) {
  report(state_.update % settings_.report_every == 0);
  if (is_due(settings_.validate_every, state_.update, update.ends_epoch)) validate_model();
  if (is_done() && meters_.has_updates()) report(true);
  // A checkpoint is what training may go back to: none is written while updates are skipped.
  if (is_due(settings_.checkpoint_every, state_.update, update.ends_epoch) &&
      state_.skipped_in_row == 0) {
    saver_.save_checkpoint(current_state());
  } else {
    saver_.save_interim_if_due(current_state());
  }
  if (settings_.fit_memory > 0 && parts_.model->device().is_cpu())
    keep_memory_within(settings_.fit_memory);
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
  rank(score);
  last_validated_ = state_.update;
  log_->validated(state_.update, state_.epoch_number(), scores, is_best);
}

/// Keeps the weights if they are among the best.
void Trainer::rank(double score) {
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

#include "train/trainer.h"

#include <csignal>
#include <nlohmann/json.hpp>
#include <utility>

#include "data/seed_use.h"
#include "io/random.h"
#include "train/batch_tensors.h"
#include "train/example_work.h"
#include "train/memory_fit.h"
#include "train/memory_probe.h"
#include "train/resumed_state.h"
#include "train/shard_sum.h"
#include "train/stop_signal.h"

namespace dragoman {

Trainer::Trainer(TrainerParts parts, const TrainSettings& settings)
    : parts_(std::move(parts)),
      settings_(settings),
      exchange_(parts_.exchange),
      tensors_(*parts_.model, settings, exchange_),
      replicas_(parts_.model, tensors_.trained(), tensors_.shards().buckets(), parts_.workers,
                meters_),
      saver_(parts_.paths, settings, tensors_, exchange_, parts_.log, parts_.reports),
      recovery_(settings, saver_, parts_.log) {
  check_validation(parts_.model, parts_.data, validation_options(settings_, parts_.search));
  parts_.model->train();
  replicas_.await_weights(tensors_.weight_awaiter());
  state_.fingerprints = parts_.data.fingerprints;
  state_.provenance = current_provenance(settings.products);
  state_.metric = name_of(settings.best);
  state_.valid_fingerprint = parts_.data.valid_fingerprint;
}

bool Trainer::resume(bool force) {
  const std::optional<TrainState> saved = saver_.load(/*interim_too=*/true);
  if (!saved) return false;
  adopt(resumed_state(*saved, state_, parts_.data.fingerprint_names, parts_.paths.folder, force,
                      parts_.log));
  saver_.set_damaged_aside(state_.update);
  return true;
}

void Trainer::adopt(const TrainState& state) {
  state_ = with_comparable_scores(state, state_, settings_.keep_best, parts_.log);
  meters_.adopt(state_.report);
}

int Trainer::run() {
  const StopSignal stop;
  settle_parts();
  open_log();
  signal_ = static_cast<int>(exchange_.greatest(own_signal()));
  if (is_at_start_from_model() && wants_updates()) validate_model();
  if (state_.lacks_validation && signal_ == 0) {
    save_is_due_ = true;  // else a run that is killed would make the validation once more
    validate_and_save();
  }
  std::unique_ptr<UpdateStream> updates;
  while (wants_updates()) {
    if (!parts_.data.is_read_once) updates.reset();
    if (!updates) updates = open_updates();
    run_updates(*updates);
    if (!recovery_.is_due(state_)) continue;
    if (log_) log_->finish();
    adopt(recovery_.go_back(state_));
    open_log();
  }
  updates.reset();
  if (log_) log_->clear_progress();
  const bool has_validated = is_done() && end_log();
  if (log_) log_->finish();  // the last checkpoint holds what the rows say
  const bool keeps_average = parts_.keeps_average && is_done() && !has_validated;
  saver_.finish(current_state(), is_done(), has_validated, keeps_average);
  log_end_by_patience(state_, settings_, parts_.paths.folder, parts_.log);
  const int signal = is_done() ? 0 : signal_;
  if (parts_.reports != nullptr)
    parts_.reports->write("end", {{"update", state_.update}, {"signal", signal}});
  parts_.log->info("time of updates: {}", meters_.time_split());
  meters_.add_traffic(tensors_.traffic());
  if (exchange_.size() > 1) parts_.log->info("exchange: {}", meters_.mean_traffic());
  return signal;
}

/// Returns the signal that stops the run, as far as this process knows; else 0.
int Trainer::own_signal() const {
  if (StopSignal::received() != 0) return StopSignal::received();
  return parts_.reports != nullptr && !parts_.reports->has_reader() ? SIGPIPE : 0;
}

/// Decides the number of parts of an update; with train.fit_memory, only once in a run.
void Trainer::settle_parts() {
  if (state_.former_batch_tokens > 0)
    settings_.update_tokens = state_.former_batch_tokens * settings_.parts;
  if (settings_.fit_memory > 0) settings_.parts = state_.parts > 0 ? state_.parts : choose_parts();
  state_.parts = settings_.parts;
  const int64_t threads = int64_t{replicas_.count()} * exchange_.size();
  if (settings_.parts < threads)
    parts_.log->info(
        "updates have {} parts, so that {} of {} threads have nothing to do; raise train.parts",
        settings_.parts, threads - settings_.parts, threads);
}

/// Returns the fewest parts that fit into train.fit_memory in all processes.
int64_t Trainer::choose_parts() {
  const Meters meters = meters_;
  MemoryProbe probe(
      parts_.model, tensors_, replicas_.count(), parts_.data.max_length,
      [&](const UpdateParts& update, GradientSums& sums) { gradients_of(update, sums); });
  // The system may keep the whole mapped cache in memory, counted as the process's.
  const double reserved = static_cast<double>(parts_.data.mapped_bytes) / 1e9;
  const int64_t parts = exchange_.greatest(fit_parts(
      {.gb = settings_.fit_memory,
       .floor_gb = probe.floor_gb() + reserved,
       .update_tokens = settings_.update_tokens,
       .least_parts = settings_.parts,
       .least_tokens = parts_.data.max_length + 1},
      [&](int64_t tried) { return probe.peak_gb(settings_.update_tokens, tried) + reserved; }));
  meters_ = meters;
  parts_.log->info("updates of {} tokens in {} parts fit into {} GB", settings_.update_tokens,
                   parts, settings_.fit_memory);
  return parts;
}

/// Opens the log, without rows of later updates.
void Trainer::open_log() {
  if (!exchange_.is_first()) return;
  log_.emplace(parts_.paths.folder,
               LogOptions{.first_update = state_.last_logged(),
                          .lacks_validation = state_.lacks_validation,
                          .has_end = settings_.updates > 0 || settings_.epochs > 0,
                          .num_samples = settings_.samples,
                          .sample_texts = first_samples(parts_.data.valid, settings_.samples),
                          .is_language_model = parts_.model->settings().is_language_model(),
                          .is_guided = parts_.model->settings().alignment_heads > 0,
                          .tensorboard = settings_.tensorboard,
                          .reports = parts_.reports},
               parts_.log);
}

std::unique_ptr<UpdateStream> Trainer::open_updates() const {
  const UpdateOptions options{.part_tokens = part_tokens(),
                              .parts = settings_.parts,
                              .seed = static_cast<uint64_t>(settings_.seed),
                              .pad = pad_ids(parts_.model->sizes()),
                              .word_dropout = parts_.data.word_dropout,
                              .process = exchange_.rank(),
                              .processes = exchange_.size(),
                              .epochs = settings_.epochs,
                              .work = example_work(parts_.model->settings(), parts_.model->sizes()),
                              .log = parts_.log};
  return std::make_unique<UpdateStream>(parts_.data.examples, options, state_.position);
}

/// Makes updates until the run is done, is stopped or must go back.
void Trainer::run_updates(UpdateStream& updates) {
  meters_.start_clock();
  while (wants_updates() && !recovery_.is_due(state_)) {
    const std::optional<UpdateParts> update = updates.next();
    if (!update) {  // the data ended, or a signal ended the reading of stdin
      signal_ = static_cast<int>(exchange_.greatest(StopSignal::received()));
      data_ended_ = signal_ == 0;
      return;
    }
    meters_.mark(Phase::kData);
    if (std::exchange(epoch_updates_, update->epoch_updates) == 0)
      warn_of_early_end(settings_, last_update(), parts_.log);
    train_update(*update);
    report_validate_save();
    meters_.start_clock();
  }
}

// The seven steps of an update. Steps 1 to 4 are in train/part_gradients.cpp.

void Trainer::train_update(const UpdateParts& update) {
  GradientSums sums(tensors_.shards().buckets(), update, tensors_.format());
  ShardSum shard(tensors_, sums, exchange_);  // step 5, which begins during step 4
  // 1 parts, 2 forward, 3 loss, 4 backward
  const DeviceLosses losses = gradients_of(update, sums);
  meters_.mark(Phase::kBackward);
  // 5 sum of the gradients of this process's weights, and its norm for clipping
  const torch::Tensor gradient = shard.result();
  const Traffic before = exchange_.traffic();
  UpdateNumbers numbers = UpdateNumbers::read(losses, squares_of_blocks(gradient));
  const UpdateTotals totals = sum_reports({.signal = own_signal(),
                                           .saves = saver_.is_interim_due(),
                                           .losses = std::move(numbers.losses),
                                           .squares = std::move(numbers.squares)},
                                          tensors_.shards(), exchange_);
  meters_.add_traffic(shard.traffic() + (exchange_.traffic() - before));
  meters_.mark(Phase::kExchange);
  const double scale = 1 / static_cast<double>(totals.losses.target_tokens),
               norm = scale * totals.gradient_norm;
  if (recovery_.accepts(totals.losses.loss, norm, state_)) {
    // 6 learning rate
    const double rate = learning_rate_of(state_.update + 1);
    // 7 step
    tensors_.update(state_.update + 1, gradient, rate,
                    scale * clip_scale(norm, settings_.clip_norm));
    meters_.add_update(totals.losses, norm);
  } else {
    meters_.add_skipped_update();
  }
  meters_.mark(Phase::kOptimizer);
  ++state_.update;
  state_.position = update.next_position();
  signal_ = totals.signal;
  save_is_due_ = totals.saves;
}

/// Adds the gradients of this process's parts, with the current weights, to `sums`.
DeviceLosses Trainer::gradients_of(const UpdateParts& update, GradientSums& sums) {
  return compute_gradients(replicas_, update, settings_,
                           derive_key(settings_.seed, SeedUse::kDropout, state_.update), sums);
}

double Trainer::learning_rate_of(int64_t update) const {
  return learning_rate(settings_, parts_.model->settings().width, update) *
         recovery_.rate_factor(state_);
}

/// Reports, validates and saves, each where it is due after an update.
void Trainer::report_validate_save() {
  if (log_ && log_->wants_progress()) log_->progress(current_report());
  if (state_.update % settings_.report_every == 0) write_report();
  validate_and_save();
  if (settings_.fit_memory > 0 && parts_.model->device().is_cpu())
    keep_memory_within(settings_.fit_memory);
}

void Trainer::validate_and_save() {
  if (state_.lacks_validation || is_due(settings_.validate_every, state_)) validate_model();
  if (is_done() && !recovery_.is_due(state_)) end_log();
  // Saver::finish() saves at the end, and if a signal gave up the validation.
  if (is_done() || state_.lacks_validation) return;
  // While updates are skipped, training may go back.
  if (is_due(settings_.checkpoint_every, state_) && state_.skipped_in_row == 0)
    saver_.save_checkpoint(current_state());
  else if (save_is_due_)
    saver_.save_interim(current_state());
}

TrainReport Trainer::current_report() const {
  return {.update = state_.update,
          .epoch = state_.epoch_number(),
          .loss = meters_.loss_per_token(),
          .alignment_loss = meters_.alignment_loss_per_token(),
          .learning_rate = learning_rate_of(state_.update),
          .gradient_norm = meters_.mean_gradient_norm(),
          .target_tokens = meters_.sums().target_tokens,
          .skipped = meters_.sums().skipped,
          .tokens_per_second = meters_.tokens_per_second(),
          .memory_gb = peak_memory_gb(),
          .last_update = last_update()};
}

void Trainer::write_report() {
  if (log_) log_->report(current_report());
  meters_.reset();
}

/// Writes the last report and makes the last validation, before the last checkpoint, which holds
/// their result. Returns whether a validation was made.
bool Trainer::end_log() {
  if (meters_.has_updates()) write_report();
  if (state_.last_validated == state_.update) return false;
  validate_model();
  return !state_.lacks_validation;
}

void Trainer::validate_model() {
  std::optional<ValidationScores> scores;
  if (parts_.data.valid.size() > 0) {
    const WeightSwap swap(tensors_.flat().all(), tensors_.validated());
    ValidationOptions options = validation_options(settings_, parts_.search);
    options.lowercase = parts_.lowercase;
    options.signal = StopSignal::received;
    options.time_after_signal = parts_.time_after_signal;
    scores = validate(replicas_, exchange_, parts_.data, options);
  }
  state_.lacks_validation = parts_.data.valid.size() > 0 && !scores;
  if (state_.lacks_validation) {
    signal_ = static_cast<int>(exchange_.greatest(own_signal()));
    if (log_) log_->clear_progress();
    parts_.log->info("the validation of update {} is made when the run goes on", state_.update);
    return;
  }
  state_.last_validated = state_.update;
  if (!scores) return;
  const double score = score_of(*scores, settings_.best);
  const bool is_best = state_.add_score(score);
  saver_.keep_if_best(score, state_);
  if (log_) log_->validated(state_.update, state_.epoch_number(), *scores, is_best);
}

}  // namespace dragoman

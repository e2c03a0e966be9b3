#include "train/run_train.h"

#include <ATen/Context.h>
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <stdexcept>

#include "io/atomic_file.h"
#include "io/folder.h"
#include "io/settings_write.h"
#include "model/device.h"
#include "model/one_torch_thread.h"
#include "threads/thread_count.h"
#include "train/join_processes.h"
#include "train/own_products.h"
#include "train/run_agreement.h"
#include "train/stop_signal.h"
#include "train/trainer.h"
#include "train/validation.h"

namespace dragoman {
namespace {

/// Chooses deterministic algorithms on a GPU if `deterministic`. On a CPU they always are.
void choose_algorithms(const torch::Device& device, bool deterministic) {
  if (device.is_cpu() || !deterministic) return;
  ::setenv("CUBLAS_WORKSPACE_CONFIG", ":4096:8", /*overwrite=*/0);  // cuBLAS requires it
  at::globalContext().setDeterministicAlgorithms(true, /*warn_only=*/true);
  // Writing NaN to all new memory would take a tenth of the time.
  at::globalContext().setDeterministicFillUninitializedMemory(false);
}

std::chrono::milliseconds waiting_time(const RunPlan& plan) {
  return std::chrono::milliseconds(std::llround(plan.requested.train.exchange_timeout * 1000));
}

/// Throws std::invalid_argument if the model of `folder` forbids tokens: label smoothing needs a
/// finite logit of each.
void check_allows_all(const TransformerImpl& model, const std::string& folder) {
  const torch::Tensor& bias = model.output_bias();
  if (!bias.defined() || torch::isfinite(bias).all().item<bool>()) return;
  throw std::invalid_argument("the model of " + folder +
                              " forbids tokens (output_bias is minus infinity): it cannot be "
                              "trained further; give these tokens a finite bias, such as -100, "
                              "and import the model again");
}

/// Returns the model before the first update. Only the first process loads weights; the others get
/// them from it.
Transformer make_model(const RunPlan& plan, const VocabularySizes& sizes,
                       const torch::Device& device, bool is_first) {
  Transformer model(plan.config.model, sizes);
  initialize_weights(*model, static_cast<uint64_t>(plan.config.train.seed));
  const std::string from = plan.initial_weights();
  if (is_first && !from.empty()) {
    load_weights(FolderPaths(from).weights(), *model);
    check_allows_all(*model, from);
  }
  model->to(device);
  return model;
}

/// Writes config.json. Keeps one of a run that begins anew, if it differs, as config.json.old.
void write_config(const RunPlan& plan, const Logger& log) {
  const std::string path = plan.paths.config(), old = path + ".old";
  const std::string text = write_settings(plan.config).dump(2) + "\n";
  const std::string former = plan.begins_anew ? read_file(path) : text;
  if (former != text) {
    write_file_atomically(old, former);
    log->warn("the former configuration of the run is now {}", old);
  }
  write_file_atomically(path, text);
}

/// Trains together with the other processes. From the end of preparation, `stop` has a value.
RunOutcome train_together(const RunPlan& mine, Exchange& exchange, std::optional<StopSignal>& stop,
                          const Logger& log) {
  const RunPlan plan = agree_on_plan(mine, exchange);
  const Config& config = plan.config;
  TrainSettings settings = config.train;
  settings.products = settle_products(config);
  const torch::Device device = parse_device(config.train.device, plan.request.place.local_rank);
  avoid_cudnn_attention(device);
  choose_algorithms(device, config.train.deterministic);
  const bool by_nccl = exchange.connect_devices(device);
  make_folder(plan.paths.folder);
  std::optional<FolderLock> lock;
  if (exchange.is_first()) lock.emplace(plan.paths.folder);
  if (exchange.is_first() && plan.begins_anew)
    log->warn("{} has no checkpoint: its run begins anew", plan.paths.folder);
  std::optional<ReportStream> reports;
  if (exchange.is_first() && !plan.request.reports.empty())
    reports.emplace(plan.request.reports, log);
  const TrainingData data =
      prepare_training_data(config.data, config.tokenizer, plan.paths,
                            {.seed = static_cast<uint64_t>(config.train.seed),
                             .begins_anew = plan.begins_anew,
                             .fits_vocabulary = plan.request.fits_vocabulary,
                             .num_threads = thread_count(),
                             .work_log = exchange.is_first() ? log : make_stderr_logger()},
                            exchange, log);
  stop.emplace();
  Trainer trainer({.model = make_model(plan, data.tokenizers.sizes(), device, exchange.is_first()),
                   .data = data,
                   .paths = plan.paths,
                   .search = config.search,
                   .lowercase = config.tokenizer.lowercase,
                   .workers = device.is_cpu() ? thread_count() : 1,
                   .log = log,
                   .exchange = exchange,
                   .reports = reports ? &*reports : nullptr,
                   .keeps_average = !plan.chooses_weights},
                  settings);
  if (plan.has_checkpoint && trainer.resume(plan.request.force)) {
    log->info("going on from update {} of {}", trainer.state().update, plan.paths.folder);
  }
  if (exchange.is_first()) write_config(plan, log);
  log->info("training on {}, threads: {}{}", device.str(), thread_count(),
            exchange.size() > 1 ? fmt::format(" in each of {} processes, which exchange by {}",
                                              exchange.size(), by_nccl ? "NCCL" : "Gloo")
                                : "");
  if (!config.model.is_language_model() && data.valid.size() > 0)
    log->info("validations score by {}", score_signatures(config.tokenizer.lowercase));
  const int signal = trainer.run();
  return {.update = trainer.state().update, .signal = signal};
}

}  // namespace

RunOutcome run_train(const RunPlan& plan, int threads, const Logger& log) {
  const ThreadCount count(threads);
  use_one_torch_thread();
  // Process 0 logs for all. It may be missing itself.
  const Logger log_of_joining = plan.request.place.rank == 0 ? log : make_stderr_logger();
  const auto exchange =
      join_processes(plan.request.place, {.to_answer = waiting_time(plan), .log = log_of_joining});
  std::optional<StopSignal> stop;
  try {
    return train_together(plan, *exchange, stop, log);
  } catch (const std::exception& error) {
    // The launcher, told by the others, sends SIGTERM: this process still says why it ends.
    if (!stop) stop.emplace();
    exchange->leave(error.what());
    throw;
  }
}

}  // namespace dragoman

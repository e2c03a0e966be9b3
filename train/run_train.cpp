#include "train/run_train.h"

#include <ATen/Context.h>

#include <cstdlib>

#include "io/atomic_file.h"
#include "io/folder.h"
#include "io/settings_write.h"
#include "model/device.h"
#include "model/torch_thread_count.h"
#include "threads/thread_count.h"
#include "train/trainer.h"

namespace dragoman {
namespace {

/// On a CPU there is one result anyway.
void choose_algorithms(const torch::Device& device, bool deterministic) {
  if (device.is_cpu() || !deterministic) return;
  ::setenv("CUBLAS_WORKSPACE_CONFIG", ":4096:8", /*overwrite=*/0);  // as cuBLAS demands for it
  at::globalContext().setDeterministicAlgorithms(true, /*warn_only=*/true);
}

/// As it is before the first update.
Transformer make_model(const RunPlan& plan, const VocabularySizes& sizes) {
  Transformer model(plan.config.model, sizes);
  initialize_weights(*model, static_cast<uint64_t>(plan.config.train.seed));
  if (const std::string from = plan.initial_weights(); !from.empty())
    load_tensors(FolderPaths(from).weights(), named_weights(*model));
  model->to(parse_device(plan.config.train.device));
  return model;
}

}  // namespace

RunOutcome run_train(const RunPlan& plan, int threads, const Logger& log) {
  const Config& config = plan.config;
  const ThreadCount count(threads);
  const TorchThreadCount one(1);
  const torch::Device device = parse_device(config.train.device);
  choose_algorithms(device, config.train.deterministic);
  make_folder(plan.paths.folder);
  const FolderLock lock(plan.paths.folder);
  const TrainingData data = prepare_training_data(
      config.data, config.tokenizer, plan.paths,
      {.seed = static_cast<uint64_t>(config.train.seed), .num_threads = thread_count()},
      log);
  Trainer trainer({.model = make_model(plan, data.tokenizers.sizes()),
                   .data = data,
                   .paths = plan.paths,
                   .search = config.search,
                   .lowercase = config.tokenizer.lowercase,
                   .workers = device.is_cpu() ? thread_count() : 1,
                   .log = log},
                  config.train);
  if (plan.has_checkpoint && trainer.resume(plan.force)) {
    log->info("going on from update {} of {}", trainer.state().update, plan.paths.folder);
  }
  write_file_atomically(plan.paths.config(), write_settings(config).dump(2) + "\n");
  log->info("training on {} with {} threads", device.str(), thread_count());
  const int signal = trainer.run();
  return {.update = trainer.state().update, .signal = signal};
}

}  // namespace dragoman

// measure_decoding RUN WORKLOAD [--beam N] [--precision P] [--device D] [--workers N] [--threads N]
//     [--warm-up N] [--one] [--shortlist]
//
// Translates the batches of WORKLOAD, a file that `compare` writes, with the model folder RUN.
// Prints JSON: tokens without end of sentence, seconds, tokens per second, peak memory, and with
// --one the time of each batch. Loading is not timed.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/engine_model.h"
#include "io/settings_file.h"
#include "io/settings_set.h"
#include "model_folder/model_folder.h"
#include "peak_memory.h"
#include "search/beam_search.h"
#include "search/path_search.h"
#include "threads/run_in_threads.h"
#include "threads/thread_count.h"
#include "translate/folder_shortlist.h"
#include "translate/step_models.h"

namespace dragoman {
namespace {

using Batch = std::vector<SearchTask>;

struct Arguments {
  std::string run;
  std::string workload;
  std::string precision = "fp32";
  std::string device = "cpu";  // cpu, cuda or cuda:N
  int64_t beam = 1;
  int workers = 1;
  int threads = 1;     // per worker
  size_t warm_up = 0;  // number of batches, from the end, to translate before the clock starts
  bool one = false;
  bool shortlist = false;
};

/// The measurement of some batches.
struct Outcome {
  int64_t tokens = 0;                // without end of sentence
  double seconds = 0;                // in all
  std::vector<double> milliseconds;  // for each batch
};

std::unique_ptr<StepModel> make_step_model(const ModelFolder& folder, const Arguments& arguments) {
  NumberFormat format = NumberFormat::kFp32;
  read_value(arguments.precision, format, any_value(), {.file = "", .path = "--precision"});
  TranslatorOptions options;
  options.device = arguments.device;
  options.precision = format;
  return load_step_model(folder, options);
}

/// Reads {"batches": [{"sources": [[id...]...], "shortest": N, "longest": N}...]}. Sources and
/// `shortest` do not include end of sentence, which a SearchTask includes; `longest` does.
std::vector<Batch> read_batches(const std::string& path, int32_t source_eos) {
  const nlohmann::ordered_json workload = parse_settings_file(path);
  std::vector<Batch> batches;
  for (const auto& described : workload.at("batches")) {
    Batch& batch = batches.emplace_back();
    for (const auto& ids : described.at("sources")) {
      SearchTask& task = batch.emplace_back();
      task.source = ids.get<TokenIds>();
      task.source.push_back(source_eos);
      task.min_length = described.at("shortest").get<int64_t>() + 1;
      task.max_length = described.at("longest").get<int64_t>();
    }
  }
  if (batches.empty()) throw std::runtime_error(path + " has no batches");
  return batches;
}

void add_candidates(const ModelFolder& folder, std::vector<Batch>& batches) {
  const Shortlist shortlist =
      load_shortlist(folder.paths, folder.settings.tokenizer, folder.tokenizers);
  for (Batch& batch : batches) {
    for (SearchTask& task : batch) task.candidates = shortlist.candidates(task.source);
  }
}

/// Translates the workload's batches; each worker takes one after the other.
class BatchDecoder {
 public:
  BatchDecoder(StepModel& model, const ModelFolder& folder, const Arguments& arguments)
      : model_(model),
        vocabulary_{.eos = folder.tokenizers.target->eos_id(),
                    .source_padding = folder.tokenizers.source->pad_id()},
        settings_{.beam = arguments.beam,
                  .length_penalty = LengthPenalty::kNone,
                  .stopping = Stopping::kFirst,
                  .unknown = UnknownTokens::kAllow,
                  .scores = false},
        workers_(arguments.workers),
        threads_(arguments.threads) {}

  Outcome translate(std::span<const Batch> batches) const {
    Outcome outcome{.milliseconds = std::vector<double>(batches.size())};
    std::atomic<size_t> next = 0;
    std::atomic<int64_t> tokens = 0;
    const auto work = [&](size_t /*worker*/) {
      const ThreadCount threads(threads_);
      for (size_t i = next++; i < batches.size(); i = next++)
        outcome.milliseconds[i] = 1e3 * timed([&] { tokens += count_tokens(batches[i]); });
    };
    outcome.seconds = timed([&] { run_in_threads(static_cast<size_t>(workers_), work); });
    outcome.tokens = tokens;
    return outcome;
  }

 private:
  template <class Action>
  static double timed(const Action& action) {
    const auto start = std::chrono::steady_clock::now();
    action();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  /// Translates a batch; returns the number of tokens of its best translations.
  int64_t count_tokens(const Batch& batch) const {
    size_t tokens = 0;
    if (settings_.beam > 1) {
      for (const auto& found : beam_search(model_, batch, vocabulary_, settings_))
        tokens += found.front().tokens.size();
    } else {
      for (const Hypothesis& found : greedy_search(model_, batch, vocabulary_, settings_))
        tokens += found.tokens.size();
    }
    return static_cast<int64_t>(tokens);
  }

  StepModel& model_;
  SearchVocabulary vocabulary_;
  SearchSettings settings_;
  int workers_;
  int threads_;
};

/// Returns the smallest value that is at least a `share` of all values.
double percentile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(std::ceil(share * static_cast<double>(values.size()))) - 1];
}

void print(const Outcome& outcome, bool one) {
  const double peak_mb = std::round(static_cast<double>(peak_memory_kb()) / 1024);
  nlohmann::ordered_json result = {{"tokens", outcome.tokens},
                                   {"seconds", outcome.seconds},
                                   {"tok_s", static_cast<double>(outcome.tokens) / outcome.seconds},
                                   {"peak_rss_mb", peak_mb}};
  if (one) {
    result["median_ms"] = percentile(outcome.milliseconds, 0.5);
    result["p95_ms"] = percentile(outcome.milliseconds, 0.95);
  }
  std::printf("%s\n", result.dump().c_str());
}

void measure(const Arguments& arguments) {
  const ModelFolder folder = open_model_folder(arguments.run);
  const auto model = make_step_model(folder, arguments);
  auto batches = read_batches(arguments.workload, folder.tokenizers.source->eos_id());
  if (arguments.shortlist) add_candidates(folder, batches);
  const BatchDecoder decoder(*model, folder, arguments);
  decoder.translate(std::span(batches).last(std::min(arguments.warm_up, batches.size())));
  print(decoder.translate(batches), arguments.one);
}

Arguments parse_arguments(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Measures how fast a model folder translates.", "measure_decoding");
  app.add_option("RUN", arguments.run)->required();
  app.add_option("WORKLOAD", arguments.workload)->required();
  app.add_option("--beam", arguments.beam)->check(CLI::PositiveNumber);
  app.add_option("--precision", arguments.precision)
      ->check(CLI::IsMember({"fp32", "bf16", "int8"}));
  app.add_option("--device", arguments.device);
  app.add_option("--workers", arguments.workers)->check(CLI::PositiveNumber);
  app.add_option("--threads", arguments.threads)->check(CLI::PositiveNumber);
  app.add_option("--warm-up", arguments.warm_up);
  app.add_flag("--one", arguments.one);
  app.add_flag("--shortlist", arguments.shortlist);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::exit(app.exit(error));
  }
  if (arguments.one && arguments.workers > 1)
    throw std::invalid_argument("--one is for one worker, not several");
  return arguments;
}

}  // namespace
}  // namespace dragoman

int main(int argc, char** argv) {
  try {
    dragoman::measure(dragoman::parse_arguments(argc, argv));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "measure_decoding: %s\n", error.what());
    return 1;
  }
}

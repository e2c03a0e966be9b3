#include <CLI/CLI.hpp>
#include <filesystem>

#include "alignment/shortlist_maker.h"
#include "app/commands.h"
#include "app/line_counts.h"
#include "app/setting_flags.h"
#include "data/encoded_pair_reader.h"
#include "io/atomic_file.h"
#include "io/log.h"
#include "io/stopwatch.h"
#include "threads/thread_count.h"
#include "translate/folder_shortlist.h"
#include "translate/step_models.h"

namespace dragoman {
namespace {

constexpr size_t kMeasuredPairs = 1000;

struct ShortlistArguments {
  std::string run;
  std::vector<std::string> source;
  std::vector<std::string> target;
  ShortlistOptions options{.num_threads = 0};  // 0: all cores
};

std::vector<CorpusSettings> given_text(const ShortlistArguments& arguments) {
  if (arguments.source.size() != arguments.target.size()) {
    throw std::invalid_argument("--source and --target go together: there are " +
                                std::to_string(arguments.source.size()) + " and " +
                                std::to_string(arguments.target.size()) + " of them");
  }
  std::vector<CorpusSettings> corpora;
  for (size_t i = 0; i < arguments.source.size(); ++i) {
    CorpusSettings& corpus = corpora.emplace_back();
    corpus.source = arguments.source[i];
    corpus.target = arguments.target[i];
    check_stdin_once({corpus.source, corpus.target});
  }
  return corpora;
}

/// Returns the training text that the folder's configuration names. Throws if a file of it is
/// missing.
std::vector<CorpusSettings> training_text(const std::string& run, const DataSettings& data) {
  const std::string advice = "; give parallel text by --source F and --target F";
  if (data.train.empty() || data.train.front().is_stdin())
    throw std::invalid_argument(run + "/config.json names no files of training text" + advice);
  for (const CorpusSettings& corpus : data.train) {
    for (const std::string& path : corpus.files()) {
      if (!std::filesystem::exists(path)) {
        throw std::runtime_error("the training text '" + path + "' that " + run +
                                 "/config.json names is not there" + advice);
      }
    }
  }
  std::vector<CorpusSettings> corpora = data.train;
  for (CorpusSettings& corpus : corpora) corpus.alignment.clear();
  return corpora;
}

/// Reads the pairs that training would use. Logs how many were left out.
Examples read_examples(const std::vector<CorpusSettings>& corpora, const DataSettings& settings,
                       const Tokenizers& tokenizers, int num_threads, const Logger& log) {
  Examples examples;
  for (const CorpusSettings& corpus : corpora) {
    const PairEncoder encoder(*tokenizers.source, *tokenizers.target, settings, corpus);
    EncodedPairReader reader(corpus, encoder, num_threads);
    for (auto block = reader.next(); !block.empty(); block = reader.next()) {
      for (const EncodedPair& encoded : block) {
        if (encoded.example) examples.add(*encoded.example);
      }
    }
    log->info("{}: {}", corpus.name(), reader.counts().text());
  }
  if (examples.size() == 0)
    throw std::runtime_error("the text has no usable pairs; a shortlist is made from translations");
  return examples;
}

void report(const Shortlist& shortlist, const Examples& pairs, double seconds, const Logger& log) {
  log->info("estimated from {} pairs in {:.1f} s; {:.1f} MB", pairs.size(), seconds,
            static_cast<double>(shortlist.num_bytes()) * 1e-6);
  const ShortlistCoverage coverage = measure_coverage(shortlist, pairs, kMeasuredPairs);
  log->info(
      "of the last {} of these pairs, a sentence has {:.0f} candidates on average, and {:.2f} % of "
      "the target tokens are among them",
      std::min(kMeasuredPairs, pairs.size()), coverage.mean_candidates, 100 * coverage.share);
}

int make_and_save(ShortlistArguments& arguments) {
  const Logger log = make_stderr_logger();
  if (arguments.options.num_threads == 0) arguments.options.num_threads = thread_count();
  const std::vector<CorpusSettings> given = given_text(arguments);
  const auto [paths, settings, tokenizers] = open_translator_folder(arguments.run);
  check_can_be_written(shortlist_file(paths));
  const Examples pairs =
      read_examples(given.empty() ? training_text(arguments.run, settings.data) : given,
                    settings.data, tokenizers, arguments.options.num_threads, log);
  const Stopwatch watch;
  const Shortlist shortlist =
      make_shortlist(pairs, *tokenizers.source, *tokenizers.target, arguments.options);
  report(shortlist, pairs, watch.seconds(), log);
  shortlist.save(shortlist_file(paths), vocabulary_fingerprint(paths, settings.tokenizer));
  log->info("wrote {}", shortlist_file(paths));
  return 0;
}

}  // namespace

void add_shortlist_command(CLI::App& command, std::function<int()>& run) {
  auto arguments = std::make_shared<ShortlistArguments>();
  ShortlistOptions& options = arguments->options;
  command.add_option("RUN", arguments->run, "model folder")->required();
  command
      .add_option("--source", arguments->source,
                  "source text, plain or .gz; repeatable (default: what RUN was trained on)")
      ->allow_extra_args(false);
  command
      .add_option("--target", arguments->target,
                  "target text, line by line the translation of the source; repeatable")
      ->allow_extra_args(false);
  add_count_option(command, "--best", options.best,
                   "candidates of each source token: its likeliest target tokens (default: 100)",
                   between(1, 100000));
  add_count_option(command, "--frequent", options.frequent,
                   "candidates of every sentence: the most frequent target tokens (default: 100)",
                   between(0, 1e6));
  add_count_option(command, "--iterations", options.iterations,
                   "iterations of expectation maximisation (default: 5)", between(1, 1000));
  add_count_option(command, "--threads", options.num_threads,
                   "threads to compute with (default: as many as cores)", between(1, 1024));
  command.callback([arguments, &run] { run = [arguments] { return make_and_save(*arguments); }; });
}

}  // namespace dragoman

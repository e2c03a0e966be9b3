#include <CLI/CLI.hpp>
#include <memory>

#include "alignment/alignment_trainer.h"
#include "alignment/corpus_aligner.h"
#include "app/commands.h"
#include "app/distinct_paths.h"
#include "app/setting_flags.h"
#include "data/pair_reader.h"
#include "io/log.h"
#include "io/settings_values.h"
#include "io/text_file.h"
#include "threads/thread_count.h"

namespace dragoman {
namespace {

/// Pairs that are aligned at a time with --model.
constexpr size_t kAlignedPairs = 4096;

struct AlignArguments {
  CorpusSettings input;
  std::string model;
  std::string saved_model;
  std::string out = "-";
  Symmetrization symmetrization = Symmetrization::kGrowDiagFinalAnd;
  AlignmentTrainingOptions training{.num_threads = 0};  // 0: all cores
};

void check_input(const CorpusSettings& input) {
  if (input.tsv.empty() && (input.source.empty() || input.target.empty()))
    throw std::invalid_argument("no pairs are named: give --source F and --target F, or --tsv F");
  if (input.source == "-" && input.target == "-")
    throw std::invalid_argument("standard input can be read once; name a file for --source");
}

int align_by_model(const AlignArguments& arguments) {
  const AlignmentModel model = AlignmentModel::load(arguments.model);
  PairReader reader(arguments.input);
  TextWriter out(arguments.out);
  std::vector<SentencePair> pairs;
  for (bool has_more = true; has_more;) {
    pairs.clear();
    for (SentencePair pair; pairs.size() < kAlignedPairs && (has_more = reader.next(pair));)
      pairs.push_back(pair);
    for (const std::string& line : align_sentence_pairs(pairs, model, arguments.symmetrization,
                                                        arguments.training.num_threads))
      out.write_line(line);
  }
  out.close();
  return 0;
}

void read_corpus(const CorpusSettings& input, AlignmentCorpus& corpus) {
  PairReader reader(input);
  for (SentencePair pair; reader.next(pair);) corpus.add(pair.source, pair.target);
  corpus.finish();
}

int align_and_learn(const AlignArguments& arguments) {
  AlignmentCorpus corpus;
  read_corpus(arguments.input, corpus);
  const AlignmentModel model = train_alignment_model(corpus, arguments.training);
  if (!arguments.saved_model.empty()) model.save(arguments.saved_model);
  TextWriter out(arguments.out);
  align_word_pairs(corpus.pairs(), model.parameters(), arguments.symmetrization,
                   arguments.training.num_threads,
                   [&](const std::string& lines) { out.write(lines); });
  out.close();
  return 0;
}

int align(AlignArguments& arguments) {
  check_input(arguments.input);
  check_names_file("--save-model", arguments.saved_model);
  check_distinct_paths({arguments.model, arguments.saved_model, arguments.out});
  if (arguments.training.num_threads == 0)
    arguments.training.num_threads = static_cast<size_t>(thread_count());
  return arguments.model.empty() ? align_and_learn(arguments) : align_by_model(arguments);
}

void add_input_options(CLI::App& command, CorpusSettings& input) {
  CLI::Option* source = command.add_option("--source", input.source,
                                           "text, one sentence a line; - is stdin, .gz is read");
  CLI::Option* target = command.add_option(
      "--target", input.target, "its translations, line by line; - is stdin, .gz is read");
  command
      .add_option("--tsv", input.tsv, "replaces --source and --target: lines of source<TAB>target")
      ->excludes(source)
      ->excludes(target);
}

void add_training_options(CLI::App& command, AlignmentTrainingOptions& training) {
  command
      .add_option("--model1-iterations", training.model1_iterations,
                  "iterations of IBM model 1 (default: 3)")
      ->check(CLI::Range(0, 1000));
  command
      .add_option("--hmm-iterations", training.hmm_iterations,
                  "iterations of hidden Markov models after that (default: 3)")
      ->check(CLI::Range(0, 1000));
  command
      .add_option("--threads", training.num_threads,
                  "threads to compute with (default: as many as cores)")
      ->check(CLI::Range(1, 1024));
}

}  // namespace

void add_align_command(CLI::App& command, std::function<int()>& run) {
  auto arguments = std::make_shared<AlignArguments>();
  add_input_options(command, arguments->input);
  command.add_option("--out", arguments->out,
                     "file for the links of words (default: - for stdout); .gz is written");
  CLI::Option* model = command.add_option(
      "--model", arguments->model, "align with this model (default: learn one from the text)");
  command.add_option("--save-model", arguments->saved_model, "file for the model that is learnt")
      ->excludes(model);
  add_enum_option(
      command, "--symmetrize", arguments->symmetrization,
      "how the alignments of both directions are combined (default: grow-diag-final-and)");
  add_training_options(command, arguments->training);
  command.callback([arguments, &run] { run = [arguments] { return align(*arguments); }; });
}

}  // namespace dragoman

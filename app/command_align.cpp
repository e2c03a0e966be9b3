#include <CLI/CLI.hpp>
#include <memory>

#include "alignment/alignment_trainer.h"
#include "alignment/corpus_aligner.h"
#include "app/commands.h"
#include "app/distinct_paths.h"
#include "app/pair_options.h"
#include "app/setting_flags.h"
#include "data/pair_reader.h"
#include "data/word_spacing.h"
#include "io/atomic_file.h"
#include "io/block_limit.h"
#include "io/log.h"
#include "io/text_file.h"

namespace dragoman {
namespace {

/// Pairs that are aligned at a time with --model.
constexpr size_t kAlignedPairs = 4096;

struct AlignArguments {
  CorpusSettings input;
  std::string model;
  std::string saved_model;
  std::string out = "-";
  AlignOptions options;
  AlignmentTrainingOptions training;
};

void warn_of_spacing(const PairSpacing& spacing) {
  const std::string sides = spacing.sides_without_spaces();
  if (sides.empty()) return;
  make_stderr_logger()->warn(
      "{} written without spaces between words, but spaces separate the words that are linked: "
      "put spaces there first, as `dragoman markup --markup none --tokens` does",
      sides);
}

int align_by_model(const AlignArguments& arguments) {
  const AlignmentModel model = AlignmentModel::load(arguments.model);
  PairReader reader(arguments.input);
  TextWriter out(arguments.out, TextWriter::IfFailed::kKeepLines);
  PairSpacing spacing;
  std::vector<SentencePair> pairs;
  for (bool has_more = true; has_more;) {
    pairs.clear();
    BlockLimit limit(kAlignedPairs);
    for (SentencePair pair; !limit.is_reached() && (has_more = reader.next(pair));) {
      limit.add(pair.source.size() + pair.target.size());
      pairs.push_back(std::move(pair));
    }
    for (const SentencePair& pair : pairs) spacing.add(pair);
    for (const auto& links : model.align(pairs, arguments.options))
      out.write_line(to_pharaoh(links));
  }
  out.close();
  warn_of_spacing(spacing);
  return 0;
}

void read_corpus(const CorpusSettings& input, AlignmentCorpus& corpus) {
  PairReader reader(input);
  PairSpacing spacing;
  for (SentencePair pair; reader.next(pair);) {
    corpus.add(pair.source, pair.target);
    spacing.add(pair);
  }
  corpus.finish();
  warn_of_spacing(spacing);
}

int align_and_learn(const AlignArguments& arguments) {
  TextWriter out(arguments.out, TextWriter::IfFailed::kKeepLines);
  if (!arguments.saved_model.empty()) check_can_be_written(arguments.saved_model);
  AlignmentCorpus corpus;
  read_corpus(arguments.input, corpus);
  const AlignmentModel model = train_alignment_model(corpus, arguments.training);
  if (!arguments.saved_model.empty()) model.save(arguments.saved_model);
  align_word_pairs(corpus.pairs(), model.parameters(), arguments.options,
                   [&](const std::string& lines) { out.write(lines); });
  out.close();
  return 0;
}

int align(AlignArguments& arguments) {
  const CorpusSettings& input = arguments.input;
  check_pairs_named(input.source, input.target, input.tsv);
  check_names_file("--save-model", arguments.saved_model);
  check_distinct_paths({arguments.model, arguments.saved_model, arguments.out});
  check_inputs_stay(input.files(), {arguments.saved_model, arguments.out});
  arguments.training.threads = arguments.options.threads;
  return arguments.model.empty() ? align_and_learn(arguments) : align_by_model(arguments);
}

}  // namespace

void add_align_command(CLI::App& command, std::function<int()>& run) {
  auto arguments = std::make_shared<AlignArguments>();
  CorpusSettings& input = arguments->input;
  add_pair_options(command, input.source, input.target, input.tsv);
  command.add_option("--out", arguments->out,
                     "file for the links of words (default: - for stdout); .gz is written");
  CLI::Option* model = command.add_option(
      "--model", arguments->model, "align with this model (default: learn one from the text)");
  command.add_option("--save-model", arguments->saved_model, "file for the model that is learnt")
      ->excludes(model);
  add_field_flags(command, arguments->options);
  for (CLI::Option* const of_training :
       add_field_flags(command, arguments->training, {.except = {"threads"}}))
    of_training->excludes(model);
  command.callback([arguments, &run] { run = [arguments] { return align(*arguments); }; });
}

}  // namespace dragoman

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>

#include "app/commands.h"
#include "app/distinct_paths.h"
#include "app/evaluation.h"
#include "app/line_counts.h"
#include "app/line_warnings.h"
#include "app/perturbation_arguments.h"
#include "app/setting_flags.h"
#include "app/translator_options.h"
#include "io/log.h"
#include "io/regular_file.h"
#include "io/settings_values.h"
#include "io/text_file.h"
#include "model_folder/model_folder.h"

namespace dragoman {
namespace {

struct EvaluateArguments {
  std::string run;
  TranslatorArguments translator;
  std::string source;
  std::string output;
  SegmentSources segments;
  ScoreOptions scores;
  PerturbationArguments perturbation;
};

void check(const EvaluateArguments& arguments) {
  const bool translates = !arguments.run.empty();
  if (translates && !arguments.segments.hypotheses.empty()) {
    throw std::invalid_argument(
        "`" + arguments.run +
        "` is no value of an option, but RUN, a model to translate with; --hypothesis is scored "
        "without one: give --reference for each reference, and --flag=false for a flag");
  }
  if (!translates && arguments.segments.hypotheses.empty()) {
    throw std::invalid_argument(
        "evaluate takes either a model or translations: `dragoman evaluate RUN --source F "
        "--reference F`, or `dragoman evaluate --hypothesis F --reference F`");
  }
  if (translates == arguments.source.empty()) {
    throw std::invalid_argument(
        translates ? "evaluate RUN needs --source, the text to translate"
                   : "--source goes with RUN; --hypothesis is scored against --reference alone");
  }
  std::vector<std::string> inputs = arguments.segments.references;
  inputs.push_back(arguments.source);
  check_stdin_once(inputs);
  check_inputs_stay(inputs, {arguments.output});
  if (arguments.perturbation.any() && !translates) {
    throw std::invalid_argument("--perturb goes with RUN, which translates the perturbed source");
  }
  check_number_of_files(arguments.segments);
  if (translates) arguments.perturbation.check(arguments.scores);
}

/// Checks the references before time is spent on translating, in files that can be read twice.
void check_references(const std::vector<std::string>& source, const EvaluateArguments& arguments) {
  for (const std::string& path : arguments.segments.references) {
    if (can_be_read_once_only(path)) continue;
    const std::optional<size_t> num_lines = count_lines(path);
    if (num_lines && *num_lines != source.size())
      fail_of_counts(arguments.source, std::to_string(source.size()), path,
                     std::to_string(*num_lines));
    SegmentReader fields({{}, {path}, arguments.segments.num_references}, {{"source", source}});
    for (Segment segment; fields.next(segment);) continue;
  }
}

void write_lines(TextWriter& output, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) output.write_line(line);
  output.close();
}

/// Translates `most` lines at a time: more than their best translations would take much memory.
std::vector<std::string> translate_lines(const Translator& translator,
                                         const std::vector<std::string>& lines, size_t most,
                                         const SearchSettings& search, TranslationCounts& counts) {
  std::vector<std::string> texts;
  std::vector<TranslationRequest> requests;
  for (const std::string& line : lines) {
    requests.push_back({line});
    if (requests.size() < most && texts.size() + requests.size() < lines.size()) continue;
    for (auto& translations : translator.translate_n_best(requests, search, &counts))
      texts.push_back(std::move(translations.front().text));
    requests.clear();
  }
  return texts;
}

/// Warns of each line of --source once that, perturbed or not, is too long for the model.
void warn_of_source(const EvaluateArguments& arguments, TranslationCounts& counts,
                    size_t num_lines) {
  if (arguments.scores.quiet) return;
  for (size_t& line : counts.split_lines) line %= num_lines;
  std::sort(counts.split_lines.begin(), counts.split_lines.end());
  const auto repeated = std::unique(counts.split_lines.begin(), counts.split_lines.end());
  counts.split_lines.erase(repeated, counts.split_lines.end());
  LineWarnings warnings(make_stderr_logger(), arguments.source, 1);
  warnings.add(counts);
  warnings.end();
}

/// Rejects settings of the search that do not suit one translation a line, or change none.
void check_search(const SearchSettings& search, const TranslatorArguments& given) {
  demand(search.document == DocumentFormat::kNone,
         "evaluate translates and scores lines, not documents: --set search.document=none");
  demand(!given.gives("alignment") || !search.alignment,
         "evaluate prints no links of words: leave --set search.alignment out");
  demand(!given.gives("num_best") || search.stopping == Stopping::kFirst,
         "evaluate scores the best translation of each line: leave --set search.num_best out");
}

/// Translates --source and its perturbed versions. If the model lowercases, the scores ignore case.
std::vector<SystemLines> translate_source(EvaluateArguments& arguments) {
  const std::vector<std::string> source = read_valid_lines(arguments.source);
  check_references(source, arguments);
  arguments.scores.make_metrics();  // reports wrong settings
  std::optional<TextWriter> output;
  if (!arguments.output.empty()) output.emplace(arguments.output);
  arguments.translator.runs = {arguments.run};
  const Translator translator = arguments.translator.open();
  if (translator.lowercases()) arguments.scores.ignore_case();
  arguments.perturbation.choose_case(arguments.scores);
  arguments.perturbation.options.language =
      read_folder_settings(arguments.run).data.source_language;
  SearchSettings search = arguments.translator.search(translator);
  search.scores = false;
  check_search(search, arguments.translator);
  TranslationCounts counts;
  auto systems = arguments.perturbation.systems(source, [&](const std::vector<std::string>& lines) {
    return translate_lines(translator, lines, arguments.translator.lines_at_a_time(), search,
                           counts);
  });
  warn_of_source(arguments, counts, source.size());
  if (output) write_lines(*output, systems.front().lines);
  return systems;
}

SegmentReader open_segments(EvaluateArguments& arguments) {
  if (arguments.run.empty()) return SegmentReader(arguments.segments);
  return SegmentReader(arguments.segments, translate_source(arguments));
}

/// Rejects repeated systems, as sacreBLEU does. In a test of significance, a repeated baseline is
/// left out instead.
void check_systems(std::vector<std::string>& hypotheses, const ScoreOptions& scores) {
  std::vector<std::string> systems;
  for (const std::string& path : hypotheses) {
    if (std::find(systems.begin(), systems.end(), path) == systems.end()) {
      systems.push_back(path);
    } else if (scores.test() == SignificanceTest::kNone || path != systems.front()) {
      throw std::invalid_argument("--hypothesis " + path +
                                  " is given twice: give each system once");
    }
  }
  hypotheses = systems;
}

int evaluate(EvaluateArguments& arguments) {
  arguments.scores.read_environment();
  check(arguments);
  check_systems(arguments.segments.hypotheses, arguments.scores);
  SegmentReader reader = open_segments(arguments);
  const bool translates = !arguments.run.empty();
  print_scores(reader, arguments.scores, translates ? ScoreOutput::kText : ScoreOutput::kJson);
  return 0;
}

}  // namespace

void add_evaluate_command(CLI::App& command, std::function<int()>& run) {
  auto arguments = std::make_shared<EvaluateArguments>();
  SegmentSources& segments = arguments->segments;
  CLI::Option* const translating =
      command.add_option("RUN", arguments->run, "model folder, to translate --source with");
  command.add_option("--source", arguments->source, "text to translate and score");
  command
      .add_option(
          "--hypothesis,--input", segments.hypotheses,
          "translations to score, one file a system; -: standard input, where tabs separate "
          "systems")
      ->expected(1, -1);
  command
      .add_option("--reference", segments.references,
                  "reference translations; repeat for several references")
      ->required()
      ->allow_extra_args(false);
  add_count_option(command, "--num-refs", segments.num_references,
                   "tab-separated references in each line of --reference; 0: any number",
                   between(0, 1e6))
      ->default_str(std::to_string(segments.num_references));
  command.add_option(
      "--output", arguments->output,
      "with RUN: file to which the translations of the plain source are written, too");
  arguments->scores.add_to(command);
  arguments->perturbation.add_to(command);
  arguments->translator.add_search_options(command, {"beam", "batch_tokens"});
  arguments->translator.add_fusion_options(command);
  arguments->translator.add_computing_options(command);
  arguments->translator.add_shortlist_option(command);
  for (const char* const option :
       {"--output", "--beam", "--batch-tokens", "--set", "--fusion", "--shortlist", "--precision",
        "--device", "--threads", "--workers"})
    command.get_option(option)->needs(translating);
  command.callback([arguments, &run] { run = [arguments] { return evaluate(*arguments); }; });
}

}  // namespace dragoman

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <optional>

#include "app/commands.h"
#include "app/distinct_paths.h"
#include "app/line_counts.h"
#include "app/line_shard.h"
#include "app/n_best_list.h"
#include "app/request_reader.h"
#include "app/setting_flags.h"
#include "app/translation_writer.h"
#include "app/translator_options.h"
#include "io/block_limit.h"
#include "io/log.h"
#include "io/text_file.h"
#include "model_folder/model_folder.h"

namespace dragoman {
namespace {

/// Pairs that are read and scored at a time, so that batches have similar lengths.
constexpr size_t kEntriesAtATime = 4096;

struct ScoreArguments {
  TranslatorArguments translator;
  std::string source;
  std::string target = "-";
  std::string output = "-";
  std::optional<OutputFormat> format;  // default: text, or moses for an n-best list
  bool n_best = false;
  std::string feature = "log_probability";
  LineShard shard;
};

/// Warns of each text that was cut, once. `source_place(i)` and `target_place(i)`: "file:line" of
/// pair i.
template <class SourcePlace, class TargetPlace>
void warn_of_cuts(const Logger& log, const TranslationCounts& counts,
                  const SourcePlace& source_place, const TargetPlace& target_place) {
  std::string last;
  const auto warn = [&](const std::string& place) {
    if (place != last) log->warn("{}: longer than the model takes: cut to score it", place);
    last = place;
  };
  for (const size_t i : counts.split_lines) warn(source_place(i));
  for (const size_t i : counts.cut_translations) warn(target_place(i));
}

/// Scores two files line by line.
void score_lines(const ScoreArguments& arguments, const Translator& translator,
                 const SearchSettings& search, const Logger& log, TextWriter& output) {
  const TranslationFormat format{.format = arguments.format.value_or(OutputFormat::kText),
                                 .alignment = search.alignment,
                                 .scores = true};
  RequestReader input(
      {.input = arguments.source, .prefix = arguments.target, .shard = arguments.shard});
  TranslationWriter writer(output, format, input.lines().begin);
  size_t first = input.lines().begin;
  for (auto pairs = input.read_available(kEntriesAtATime); !pairs.empty();
       pairs = input.read_available(kEntriesAtATime)) {
    std::vector<std::string> lines, translations;
    for (TranslationRequest& pair : pairs) {
      lines.push_back(std::move(pair.text));
      translations.push_back(std::move(pair.prefix));
    }
    TranslationCounts counts;
    for (Translation& scored : translator.score(lines, translations, search, &counts))
      writer.write({std::move(scored)});
    output.flush();
    warn_of_cuts(
        log, counts, [&](size_t i) { return place_of(input.path(), first + i + 1); },
        [&](size_t i) { return place_of(arguments.target, first + i + 1); });
    first += pairs.size();
  }
}

/// Reads lines of the source by ascending numbers, counted from 0.
class SourceLines {
 public:
  explicit SourceLines(const std::string& path) : file_(path) {}

  const std::string& line(size_t number, const std::string& wanted_by) {
    while (file_.line_number() < number + 1) {
      if (!file_.next(line_)) {
        throw std::runtime_error(wanted_by + ": names line " + std::to_string(number) +
                                 " (from 0), but " + file_.path() + " has only " +
                                 std::to_string(file_.line_number()) + " lines");
      }
    }
    return line_;
  }

 private:
  LineReader file_;
  std::string line_;
};

/// Returns the source lines whose entries are in the shard. The last shard has no end, so that an
/// entry beyond the source is an error.
LineRange lines_of_entries(const ScoreArguments& arguments) {
  arguments.shard.check_inputs({arguments.source, arguments.target});
  LineRange lines = arguments.shard.in(arguments.source);
  if (arguments.shard.is_last()) lines.end = SIZE_MAX;
  return lines;
}

void check_feature_name(const std::string& name) {
  if (name.find_first_of("= \t\n\v\f\r") == std::string::npos &&
      name.find("|||") == std::string::npos)
    return;
  throw std::invalid_argument("--feature `" + name +
                              "` is no name of a feature: give one without white space, `=` and "
                              "`|||`");
}

void check_n_best_format(const ScoreArguments& arguments) {
  if (!arguments.n_best) return;
  if (arguments.format.value_or(OutputFormat::kMoses) != OutputFormat::kMoses) {
    throw std::invalid_argument(
        "--n-best writes an n-best list in Moses' format: leave out --n-best, or --format");
  }
  const std::vector<std::string>& given = arguments.translator.overrides;
  if (std::find(given.begin(), given.end(), "search.alignment=true") != given.end()) {
    throw std::invalid_argument(
        "--n-best adds a feature to the entries, and no links: leave out --n-best, or --alignment");
  }
}

/// Scores an n-best list: adds a feature to each entry.
void score_n_best(const ScoreArguments& arguments, const Translator& translator,
                  const SearchSettings& search, const Logger& log, TextWriter& output) {
  check_stdin_once({arguments.source, arguments.target});
  SourceLines source(arguments.source);
  NBestReader target(arguments.target, lines_of_entries(arguments));
  bool has_more = true;
  while (has_more) {
    std::vector<NBestEntry> entries;
    std::vector<std::string> lines, translations, places;
    NBestEntry entry;
    BlockLimit limit(kEntriesAtATime);
    while (!limit.is_reached() && (has_more = target.next(entry))) {
      if (has_feature(entry, arguments.feature)) {
        throw std::runtime_error(target.place() + ": the entry has the feature " +
                                 arguments.feature +
                                 "= already; name the new one by --feature NAME");
      }
      lines.push_back(source.line(entry.line, target.place()));
      translations.push_back(with_bars(entry.text));
      places.push_back(target.place());
      limit.add(lines.back().size() + translations.back().size());
      entries.push_back(entry);
    }
    TranslationCounts counts;
    const std::vector<Translation> scored = translator.score(lines, translations, search, &counts);
    for (size_t i = 0; i < entries.size(); ++i)
      output.write_line(with_feature(entries[i], arguments.feature, scored[i].log_probability));
    output.flush();
    warn_of_cuts(
        log, counts, [&](size_t i) { return place_of(arguments.source, entries[i].line + 1); },
        [&](size_t i) { return places[i]; });
  }
}

/// Rejects settings of the search other than those with an effect on scores.
void check_effects_on_scores(const TranslatorArguments& model,
                             const std::vector<std::string>& with_effect, const std::string& on) {
  for (const std::string& assignment : model.overrides) {
    const std::string name = assignment.substr(0, assignment.find('='));
    if (std::ranges::find(with_effect, name) != with_effect.end()) continue;
    model.name_options_in_errors([&] {
      throw std::invalid_argument(name + " has no effect on the scores of " + on +
                                  ": leave it out");
    });
  }
}

/// Scores lines by a language model: log-probability and perplexity.
int score_text(ScoreArguments& arguments) {
  const TranslatorArguments& translator = arguments.translator;
  if (!arguments.source.empty() || arguments.n_best || translator.runs.size() > 1 ||
      !translator.options.weights.empty()) {
    throw std::invalid_argument(
        translator.runs.front() +
        " is a language model, which scores the lines of --target: leave out --source, "
        "--n-best, --weights and other models");
  }
  const LanguageModel model = translator.open_language_model();
  const SearchSettings search = translator.search(model.settings());
  check_effects_on_scores(translator, {"search.batch_tokens"},
                          "a language model, " + translator.runs.front());
  RequestReader input({.input = arguments.target, .shard = arguments.shard});
  TextWriter output(arguments.output, TextWriter::IfFailed::kKeepLines);
  const OutputFormat format = arguments.format.value_or(OutputFormat::kText);
  TranslationWriter writer(output, {.format = format}, input.lines().begin);
  for (auto texts = input.read_available(kEntriesAtATime); !texts.empty();
       texts = input.read_available(kEntriesAtATime)) {
    std::vector<std::string> lines;
    for (TranslationRequest& text : texts) lines.push_back(std::move(text.text));
    for (Translation& scored : model.score(lines, search.batch_tokens)) {
      const auto tokens = static_cast<double>(scored.token_log_probabilities.size());
      const double perplexity = std::exp(-scored.log_probability / tokens);
      if (format == OutputFormat::kText) {
        output.write_line(fmt::format("{:.6f}\t{:.6f}", scored.log_probability, perplexity));
      } else {
        writer.write({std::move(scored)});
      }
    }
    output.flush();
  }
  output.close();
  return 0;
}

int score(ScoreArguments& arguments) {
  check_feature_name(arguments.feature);
  check_n_best_format(arguments);
  check_inputs_stay({arguments.source, arguments.target}, {arguments.output});
  if (read_folder_settings(arguments.translator.runs.front()).model.is_language_model())
    return score_text(arguments);
  if (arguments.source.empty())
    throw std::invalid_argument("score needs --source, the text that was translated");
  const Translator translator = arguments.translator.open();
  const SearchSettings search = arguments.translator.search(translator);
  check_effects_on_scores(arguments.translator,
                          {"search.alignment", "search.alignment_layer", "search.batch_tokens"},
                          "given translations");
  TextWriter output(arguments.output, TextWriter::IfFailed::kKeepLines);
  const auto score_all = arguments.n_best ? score_n_best : score_lines;
  score_all(arguments, translator, search, make_stderr_logger(), output);
  output.close();
  return 0;
}

}  // namespace

void add_score_command(CLI::App& command, std::function<int()>& run) {
  auto arguments = std::make_shared<ScoreArguments>();
  command
      .add_option("RUN", arguments->translator.runs,
                  "model folder; several with the same vocabulary score as an ensemble")
      ->required();
  command.add_option("--source", arguments->source,
                     "text, one sentence a line; .gz is read; a language model takes none");
  command.add_option("--target", arguments->target,
                     "its translations, line by line; - is stdin, .gz is read");
  CLI::Option* const n_best = command.add_flag(
      "--n-best", arguments->n_best,
      "--target is an n-best list in Moses' format; adds a feature to its entries");
  command
      .add_option(
          "--feature", arguments->feature,
          "with --n-best: the name of the feature, which the list must not have yet (default: "
          "log_probability)")
      ->needs(n_best);
  add_shard_option(command, arguments->shard);
  command.add_option("--output", arguments->output,
                     "file for the scores; - is stdout, .gz is written");
  add_enum_option(command, "--format", arguments->format,
                  "text: a log-probability a line (with a language model, perplexity too); moses; "
                  "json: with scores of tokens");
  command.add_option("--weights", arguments->translator.options.weights,
                     "weights of the models of an ensemble (default: all alike)");
  arguments->translator.add_search_options(command,
                                           {"alignment", "alignment_layer", "batch_tokens"});
  arguments->translator.add_computing_options(command);
  command.callback([arguments, &run] { run = [arguments] { return score(*arguments); }; });
}

}  // namespace dragoman

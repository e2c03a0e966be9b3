#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/commands.h"
#include "app/distinct_paths.h"
#include "app/document_translation.h"
#include "app/line_warnings.h"
#include "app/request_reader.h"
#include "app/setting_flags.h"
#include "app/translation_progress.h"
#include "app/translation_writer.h"
#include "app/translator_options.h"
#include "io/log.h"
#include "io/regular_file.h"
#include "io/stopwatch.h"
#include "io/text_file.h"
#include "io/utf8.h"
#include "translate/markup_translator.h"

namespace dragoman {
namespace {

struct TranslateArguments {
  TranslatorArguments translator;
  RequestSources sources;
  std::string output = "-";
  std::optional<OutputFormat> format;  // default: text, or moses for several translations of a line
};

TranslationFormat output_format(const TranslateArguments& arguments, const SearchSettings& search) {
  const OutputFormat format =
      arguments.format.value_or(search.num_best > 1 ? OutputFormat::kMoses : OutputFormat::kText);
  if (format == OutputFormat::kText && search.num_best > 1) {
    throw std::invalid_argument(
        "--format text holds one translation a line: write --format moses or json for --num-best " +
        std::to_string(search.num_best));
  }
  return {.format = format, .alignment = search.alignment};
}

/// Only JSON has the attention.
AlignmentDetail detail_of(const TranslationFormat& format) {
  return format.format == OutputFormat::kJson ? AlignmentDetail::kAll : AlignmentDetail::kLinks;
}

/// Removes line breaks, which tags may contain.
void keep_in_lines(std::vector<std::vector<Translation>>& translations) {
  for (auto& line : translations) {
    for (Translation& translation : line) translation.text = without_line_breaks(translation.text);
  }
}

/// Throws std::invalid_argument with the place of the first request that the translator refuses.
void name_refused(const Translator& translator, const std::vector<TranslationRequest>& requests,
                  const SearchSettings& search, const std::string& path, size_t first_line) {
  for (size_t i = 0; i < requests.size(); ++i) {
    try {
      translator.check({requests[i]}, search);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(place_of(path, first_line + i) + ": " + error.what());
    }
  }
}

/// Checks all requests before translating, if their files can be read twice.
void check_requests(const TranslateArguments& arguments, const Translator& translator,
                    const SearchSettings& search) {
  const RequestSources& sources = arguments.sources;
  std::vector<std::string> files{sources.prefix, sources.constraints, sources.terminology};
  std::erase(files, "");
  if (files.empty()) return;
  files.push_back(sources.input);
  if (!std::all_of(files.begin(), files.end(), is_regular_file)) return;
  RequestReader input(sources);
  size_t line = input.lines().begin + 1;
  const size_t most = arguments.translator.lines_at_a_time();
  for (auto requests = input.read_available(most); !requests.empty();
       requests = input.read_available(most)) {
    try {
      translator.check(requests, search);
    } catch (const std::invalid_argument&) {
      name_refused(translator, requests, search, input.path(), line);
      throw;
    }
    line += requests.size();
  }
}

/// Translates the next requests of `input`, and adds to `counts`. Throws as
/// Translator::translate_n_best(), with the place of a refused request.
std::vector<std::vector<Translation>> translate_next(
    const Translator& translator, const std::vector<TranslationRequest>& requests,
    const SearchSettings& search, AlignmentDetail detail, const RequestReader& input,
    TranslationCounts& counts) {
  const size_t line = input.lines().begin + 1 + static_cast<size_t>(counts.lines);
  try {
    return translator.translate_n_best(requests, search, &counts, detail);
  } catch (const std::invalid_argument&) {
    name_refused(translator, requests, search, input.path(), line);
    throw;
  }
}

/// Rejects options that apply only to lines.
void check_document_options(const TranslateArguments& arguments) {
  const RequestSources& sources = arguments.sources;
  if (!arguments.format && sources.prefix.empty() && sources.constraints.empty() &&
      !sources.shard.is_given())
    return;
  throw std::invalid_argument(
      "--format, --prefix, --constraints and --shard are for lines: leave them out, or --document");
}

void translate_lines(const TranslateArguments& arguments, const Translator& translator,
                     const SearchSettings& search, const Logger& log) {
  const TranslationFormat format = output_format(arguments, search);
  check_requests(arguments, translator, search);
  RequestReader input(arguments.sources);
  TextWriter output(arguments.output, TextWriter::IfFailed::kKeepLines);
  TranslationWriter writer(output, format, input.lines().begin);
  TranslationProgress progress(shows_translation_progress(arguments.output), input.path(),
                               arguments.sources.shard);
  TranslationCounts counts;
  LineWarnings warnings(log, input.path(), input.lines().begin + 1);
  double seconds = 0;
  const size_t most = arguments.translator.lines_at_a_time();
  for (auto requests = input.read_available(most); !requests.empty();
       requests = input.read_available(most)) {
    const Stopwatch watch;
    auto translations =
        translate_next(translator, requests, search, detail_of(format), input, counts);
    if (asks_for_markup(search)) keep_in_lines(translations);
    seconds += watch.seconds();
    for (const auto& line : translations) writer.write(line);
    output.flush();
    progress.clear();
    warnings.add(counts);
    progress.add(requests.size());
  }
  output.close();
  progress.clear();
  warnings.end();
  log->info(
      "translated {} lines, {} source tokens, {} target tokens in {:.2f} s: {:.0f} target tokens/s",
      counts.lines, counts.source_tokens, counts.target_tokens, seconds,
      static_cast<double>(counts.target_tokens) / std::max(seconds, 1e-9));
}

/// Only a document is read whole before the output is written.
void check_output(const TranslateArguments& arguments, bool is_document) {
  const RequestSources& read = arguments.sources;
  check_inputs_stay(
      {is_document ? "" : read.input, read.prefix, read.constraints, read.terminology},
      {arguments.output});
}

int translate(const TranslateArguments& arguments) {
  const Logger log = make_stderr_logger();
  const Translator translator = arguments.translator.open();
  SearchSettings search = arguments.translator.search(translator);
  check_output(arguments, search.document != DocumentFormat::kNone);
  arguments.translator.name_options_in_errors([&] {
    search.scores = search.document == DocumentFormat::kNone &&
                    output_format(arguments, search).format != OutputFormat::kText;
    if (search.document == DocumentFormat::kNone)
      return translate_lines(arguments, translator, search, log);
    check_document_options(arguments);
    translate_document(translator, search, arguments.sources, arguments.output, log);
  });
  return 0;
}

void add_options(CLI::App& command, TranslateArguments& arguments) {
  command
      .add_option("RUN", arguments.translator.runs,
                  "model folder; several with the same vocabulary translate as an ensemble")
      ->required();
  command.add_option("--input", arguments.sources.input,
                     "text to translate, one sentence a line; - is stdin, .gz is read");
  command.add_option("--output", arguments.output,
                     "file for the translations; - is stdout, .gz is written");
  add_shard_option(command, arguments.sources.shard);
  add_enum_option(command, "--format", arguments.format,
                  "text: the best translation a line; moses: n-best lists; json: an object a "
                  "line, with scores of tokens (default: text, moses with --num-best)");
  command.add_option("--weights", arguments.translator.options.weights,
                     "weights of the models of an ensemble (default: all alike)");
  command.add_option("--prefix", arguments.sources.prefix,
                     "file, line by line: how each line's translation begins");
  command.add_option(
      "--constraints", arguments.sources.constraints,
      "file, line by line: phrases that each line's translation contains, separated by "
      "tabs, or as a JSON list");
  command.add_option("--terminology", arguments.sources.terminology,
                     "file of terms: a term of the source, a tab, its translation");
  arguments.translator.add_search_options(command);
  arguments.translator.add_fusion_options(command);
  arguments.translator.add_computing_options(command);
  arguments.translator.add_shortlist_option(command);
}

}  // namespace

void add_translate_command(CLI::App& command, std::function<int()>& run) {
  auto arguments = std::make_shared<TranslateArguments>();
  add_options(command, *arguments);
  command.callback([arguments, &run] { run = [arguments] { return translate(*arguments); }; });
}

}  // namespace dragoman

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/commands.h"
#include "app/distinct_paths.h"
#include "app/setting_flags.h"
#include "app/translation_writer.h"
#include "app/translator_options.h"
#include "io/text_file.h"

namespace dragoman {
namespace {

/// Prompts of a file that are completed at a time.
constexpr size_t kPromptsAtATime = 256;

struct CompleteArguments {
  TranslatorArguments model;
  std::vector<std::string> prompts;
  std::string input;
  std::string output = "-";
  OutputFormat format = OutputFormat::kText;
  CompletionOptions completion;
};

SearchSettings completion_settings(const CompleteArguments& arguments, const LanguageModel& model) {
  const auto is_named = [&](const char* setting) { return arguments.model.gives(setting); };
  SearchSettings settings = arguments.model.search(model.settings());
  arguments.model.name_options_in_errors([&] {
    settings = with_completion_defaults(settings, is_named);
    model.check(settings);
  });
  return settings;
}

/// Returns the text on one line: a line feed becomes \n, a backslash \\.
std::string on_one_line(const std::string& text) {
  std::string line;
  for (const char c : text) {
    if (c == '\n' || c == '\\') line += '\\';
    line += c == '\n' ? 'n' : c;
  }
  return line;
}

/// Writes the completions of --prompt as plain text. Writes a single completion while it grows.
void complete_prompts(const CompleteArguments& arguments, const LanguageModel& model,
                      const SearchSettings& settings, TextWriter& output) {
  const bool is_one = arguments.prompts.size() == 1 && settings.num_best == 1;
  CompletionOptions options = arguments.completion;
  bool has_begun = false;
  const auto write = [&](std::string_view text) {
    if (!has_begun) output.write(model.read_part(arguments.prompts.front()));
    has_begun = true;
    output.write(std::string(text));
    output.flush();
  };
  if (is_one && has_one_path(settings)) options.on_text = write;
  const auto found = model.complete(arguments.prompts, settings, options);
  if (options.on_text) {
    write("");
    return output.write_line("");
  }
  for (size_t i = 0; i < found.size(); ++i) {
    for (const Translation& completion : found[i]) {
      if (!is_one) output.write_line("---");
      output.write_line(model.read_part(arguments.prompts[i]) + completion.text);
    }
  }
}

void write_completions(const LanguageModel& model, const std::vector<std::string>& prompts,
                       const std::vector<std::vector<Translation>>& found, TranslationWriter* json,
                       TextWriter& output) {
  for (size_t i = 0; i < prompts.size(); ++i) {
    if (json != nullptr) {
      json->write(found[i]);
      continue;
    }
    for (const Translation& completion : found[i])
      output.write_line(on_one_line(model.read_part(prompts[i]) + completion.text));
  }
  output.flush();
}

/// Completes the prompts of a file, one a line, or those of --prompt as JSON.
void complete_lines(const CompleteArguments& arguments, const LanguageModel& model,
                    const SearchSettings& settings, bool as_json, TextWriter& output) {
  TranslationWriter writer(output, {.format = OutputFormat::kJson});
  TranslationWriter* json = as_json ? &writer : nullptr;
  if (!arguments.prompts.empty()) {
    const auto found = model.complete(arguments.prompts, settings, arguments.completion);
    return write_completions(model, arguments.prompts, found, json, output);
  }
  LineReader input(arguments.input.empty() ? "-" : arguments.input);
  std::string line;
  for (bool has_more = true; has_more;) {
    std::vector<std::string> prompts;
    std::string error;  // of the prompt after them
    const auto may_read = [&] {
      return error.empty() && prompts.size() < kPromptsAtATime &&
             (prompts.empty() || input.ready());
    };
    while (may_read() && (has_more = input.next(line))) {
      try {
        model.check_prompt(line);
        prompts.push_back(line);
      } catch (const std::invalid_argument& fault) {
        error = input.place() + ": " + fault.what();
      }
    }
    const auto found = model.complete(prompts, settings, arguments.completion);
    write_completions(model, prompts, found, json, output);
    if (!error.empty()) throw std::invalid_argument(error);
  }
}

int complete(CompleteArguments& arguments) {
  if (!arguments.prompts.empty() && !arguments.input.empty())
    throw std::invalid_argument("--prompt and --input both say what to continue: leave out one");
  if (arguments.format == OutputFormat::kMoses)
    throw std::invalid_argument("--format moses is for translations: write text or json");
  const std::vector<std::string>& stops = arguments.completion.stop;
  if (std::ranges::find(stops, "") != stops.end())
    throw std::invalid_argument("--stop is empty: give the text to end before, or leave it out");
  check_inputs_stay({arguments.input}, {arguments.output});
  const LanguageModel model = arguments.model.open_language_model();
  const SearchSettings settings = completion_settings(arguments, model);
  TextWriter output(arguments.output, TextWriter::IfFailed::kKeepLines);
  if (!arguments.prompts.empty() && arguments.format == OutputFormat::kText) {
    complete_prompts(arguments, model, settings, output);
  } else {
    complete_lines(arguments, model, settings, arguments.format == OutputFormat::kJson, output);
  }
  output.close();
  return 0;
}

/// Says of the search's options what they do to completions instead of translations.
void describe_search(CLI::App& command) {
  const auto describe = [&](const char* option, const char* help) {
    return command.get_option(option)->description(help);
  };
  describe("--samples",
           "Texts drawn at random for each prompt (default: 1, or 0 with --beam); 0: search for "
           "the most probable text instead.");
  describe("--beam", "Hypotheses kept for each prompt; 1 takes the most probable token each time.");
  describe("--num-best",
           "Texts written for each prompt, the best first (default: as many as samples).");
  describe("--max-length", "Maximal number of new tokens; 0: 500.");
  describe("--min-length", "Fewest new tokens, end of sentence counted.");
  describe("--repetition-penalty",
           "Log-probabilities of tokens that the prompt or the text has already are multiplied by "
           "this.");
  describe("--no-repeat-ngram",
           "Length of token sequences that must not occur twice in the prompt and its text; 0: no "
           "restriction.");
  describe("--seed", "With samples: other seeds draw other texts.");
  describe("--unknown", "Unknown tokens: allowed or forbidden.")->type_name("{allow,forbid}");
}

}  // namespace

void add_complete_command(CLI::App& command, std::function<int()>& run) {
  auto arguments = std::make_shared<CompleteArguments>();
  command.add_option("RUN", arguments->model.runs, "a language model's folder")
      ->required()
      ->expected(1);
  command
      .add_option("--prompt", arguments->prompts, "text to continue; may be given several times")
      ->allow_extra_args(false);
  command.add_option("--input", arguments->input,
                     "prompts, one a line; - is stdin (the default without --prompt), .gz is read");
  command.add_option("--output", arguments->output,
                     "file for the texts; - is stdout, .gz is written");
  add_enum_option(command, "--format", arguments->format,
                  "text: prompt and continuation; with --input one a line, line feeds written as "
                  "\\n. json: one object a prompt, with scores of tokens")
      ->type_name("{text,json}");
  command
      .add_option("--stop", arguments->completion.stop,
                  "a continuation ends before this text; may be given several times")
      ->allow_extra_args(false);
  arguments->model.add_search_options(
      command, {"samples", "temperature", "top_k", "top_p", "epsilon", "seed", "beam", "num_best",
                "max_length", "min_length", "length_penalty", "alpha", "repetition_penalty",
                "no_repeat_ngram", "suppress", "unknown", "batch_tokens"});
  describe_search(command);
  arguments->model.add_computing_options(command);
  command.callback([arguments, &run] { run = [arguments] { return complete(*arguments); }; });
}

}  // namespace dragoman

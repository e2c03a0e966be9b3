#include <CLI/CLI.hpp>

#include "app/commands.h"
#include "app/translator_options.h"
#include "io/log.h"
#include "io/text_file.h"
#include "metrics/bleu.h"

namespace dragoman {
namespace {

struct EvaluateArguments {
  TranslatorOptions translator;
  std::string source;
  std::string hypothesis;
  std::string output;
  std::vector<std::string> references;
  int width = 1;
  bool lowercase = false;
};

void check(const EvaluateArguments& arguments) {
  const bool translates = !arguments.translator.run.empty();
  if (translates == !arguments.hypothesis.empty()) {
    throw std::invalid_argument("evaluate takes either RUN with --source, or --hypothesis");
  }
  if (translates == arguments.source.empty()) {
    throw std::invalid_argument(
        translates ? "evaluate RUN needs --source, the text to translate"
                   : "--source goes with RUN; --hypothesis is scored against --reference alone");
  }
}

struct Hypotheses {
  std::vector<std::string> lines;
  bool lowercase = false;  // made by a model that lower-cases
};

Hypotheses translate_source(const EvaluateArguments& arguments) {
  OpenedTranslator translator(arguments.translator);
  TranslationCounts counts;
  const std::vector<std::string> source = read_valid_lines(arguments.source);
  Hypotheses hypotheses{translator->translate(source, counts),
                        translator.settings().tokenizer.lowercase};
  if (!arguments.output.empty()) {
    TextWriter output(arguments.output);
    for (const std::string& line : hypotheses.lines) output.write_line(line);
    output.close();
  }
  return hypotheses;
}

std::vector<std::vector<std::string>> read_references(const std::vector<std::string>& paths,
                                                      size_t num_hypotheses) {
  std::vector<std::vector<std::string>> references;
  for (const std::string& path : paths) {
    references.push_back(read_valid_lines(path));
    if (references.back().size() == num_hypotheses) continue;
    throw std::runtime_error(path + " has " + std::to_string(references.back().size()) +
                             " lines, but there are " + std::to_string(num_hypotheses) +
                             " hypotheses; line n of one belongs to line n of the other");
  }
  return references;
}

int evaluate(const EvaluateArguments& arguments) {
  check(arguments);
  const Hypotheses hypotheses = arguments.hypothesis.empty()
                                    ? translate_source(arguments)
                                    : Hypotheses{read_valid_lines(arguments.hypothesis)};
  const auto references = read_references(arguments.references, hypotheses.lines.size());
  const BleuSettings settings{.lowercase = arguments.lowercase || hypotheses.lowercase};
  const BleuScore score = corpus_bleu(hypotheses.lines, references, settings);
  TextWriter output("-");
  output.write_line(
      format_bleu(score, bleu_signature(references.size(), settings), arguments.width));
  output.close();
  return 0;
}

}  // namespace

void add_evaluate_command(CLI::App& command, std::function<int()>& run) {
  auto arguments = std::make_shared<EvaluateArguments>();
  command.add_option("RUN", arguments->translator.run, "model folder, to translate --source with");
  command.add_option("--source", arguments->source, "text to translate and score");
  command.add_option("--hypothesis", arguments->hypothesis, "translations to score as they are");
  command
      .add_option("--reference", arguments->references,
                  "reference translations; repeat for several references")
      ->required()
      ->allow_extra_args(false);
  command.add_option("--output", arguments->output, "with RUN: also write the translations here");
  command.add_flag("--lowercase", arguments->lowercase,
                   "score without regard to case (always so for models that lower-case)");
  command.add_option("--width", arguments->width, "decimals of the score")
      ->check(CLI::Range(0, 17));
  arguments->translator.add_to(command);
  command.callback([arguments, &run] { run = [arguments] { return evaluate(*arguments); }; });
}

}  // namespace dragoman

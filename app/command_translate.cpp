#include <CLI/CLI.hpp>
#include <chrono>

#include "app/commands.h"
#include "app/translator_options.h"
#include "io/log.h"
#include "io/text_file.h"

namespace dragoman {
namespace {

/// Lines that are read before they are translated together, so that batches are of similar lengths.
constexpr size_t kLinesAtATime = 4096;

struct TranslateArguments {
  TranslatorOptions translator;
  std::string input = "-";
  std::string output = "-";
};

/// The lines that are there by now, at least one while the input is open: who types a line is
/// answered at once.
std::vector<std::string> read_available(LineReader& input) {
  std::vector<std::string> lines;
  std::string line;
  while (lines.size() < kLinesAtATime && (lines.empty() || input.ready()) && input.next(line))
    lines.push_back(line);
  return lines;
}

void warn_of_lines(const Logger& log, const TranslationCounts& counts, const std::string& input) {
  const auto warn = [&](const std::vector<size_t>& lines, const char* what) {
    for (const size_t line : lines) log->warn("{}:{}: {}", input, line + 1, what);
  };
  warn(counts.split_lines, "longer than the model takes: translated in parts");
  warn(counts.repaired_lines, "invalid UTF-8: replaced by U+FFFD");
}

int translate(const TranslateArguments& arguments) {
  const Logger log = make_stderr_logger();
  OpenedTranslator translator(arguments.translator);
  LineReader input(arguments.input);
  TextWriter output(arguments.output);
  TranslationCounts counts;
  double seconds = 0;
  for (auto lines = read_available(input); !lines.empty(); lines = read_available(input)) {
    const auto start = std::chrono::steady_clock::now();
    const std::vector<std::string> translations = translator->translate(lines, counts);
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    warn_of_lines(log, counts, input.path());
    counts.split_lines.clear();
    counts.repaired_lines.clear();
    for (const std::string& translation : translations) output.write_line(translation);
    output.flush();
  }
  output.close();
  log->info(
      "translated {} lines, {} source tokens, {} target tokens in {:.2f} s: {:.0f} target tokens/s",
      counts.lines, counts.source_tokens, counts.target_tokens, seconds,
      static_cast<double>(counts.target_tokens) / std::max(seconds, 1e-9));
  return 0;
}

}  // namespace

void add_translate_command(CLI::App& command, std::function<int()>& run) {
  auto arguments = std::make_shared<TranslateArguments>();
  command.add_option("RUN", arguments->translator.run, "model folder")->required();
  command.add_option("--input", arguments->input,
                     "text to translate, one sentence a line; - is stdin, .gz is read");
  command.add_option("--output", arguments->output,
                     "where translations go; - is stdout, .gz is written");
  arguments->translator.add_to(command);
  command.callback([arguments, &run] { run = [arguments] { return translate(*arguments); }; });
}

}  // namespace dragoman

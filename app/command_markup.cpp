#include <CLI/CLI.hpp>
#include <memory>
#include <stdexcept>

#include "app/commands.h"
#include "app/distinct_paths.h"
#include "app/line_counts.h"
#include "app/setting_flags.h"
#include "data/alignment_link.h"
#include "io/text_file.h"
#include "io/utf8.h"
#include "translate/markup_projection.h"

namespace dragoman {
namespace {

struct MarkupArguments {
  std::string source = "-";
  std::string target;
  std::string alignment;
  std::string output = "-";
  MarkupProjectionOptions options;
};

/// Without --target: writes the text of each fragment, as input for an aligner.
void write_texts(const MarkupArguments& arguments) {
  LineReader source(arguments.source);
  TextWriter output(arguments.output);
  for (std::string line; source.next(line);)
    output.write_line(
        without_line_breaks(strip_markup(replace_invalid_utf8(line), arguments.options)));
  output.close();
}

[[noreturn]] void fail_of_length(LineReader& source, LineReader& companion) {
  const std::string count = num_lines_to_end(source);
  fail_of_counts(source.path(), count, companion.path(), num_lines_to_end(companion));
}

/// Throws std::runtime_error that names the line of the alignment if a link has a missing word.
std::string with_tags(const std::string& fragment, const std::string& target,
                      const std::string& links, const std::string& place,
                      const MarkupProjectionOptions& options) {
  const std::vector<AlignmentLink> alignment = parse_pharaoh(links, place);
  try {
    return project_markup(replace_invalid_utf8(fragment), replace_invalid_utf8(target), alignment,
                          options);
  } catch (const std::invalid_argument& error) {
    throw std::runtime_error(place + ": " + error.what());
  }
}

/// With --target: writes each translation with the tags of its fragment.
void write_targets(const MarkupArguments& arguments) {
  LineReader source(arguments.source), target(arguments.target), alignment(arguments.alignment);
  TextWriter output(arguments.output);
  for (std::string line, text, links;;) {
    const bool has_line = source.next(line);
    if (target.next(text) != has_line) fail_of_length(source, target);
    if (alignment.next(links) != has_line) fail_of_length(source, alignment);
    if (!has_line) break;
    output.write_line(
        without_line_breaks(with_tags(line, text, links, alignment.place(), arguments.options)));
  }
  output.close();
}

int run_markup(const MarkupArguments& arguments) {
  if (arguments.options.markup == Markup::kNone && !arguments.target.empty())
    throw std::invalid_argument("--markup none has no tags to put into a target: name html or xml");
  if (arguments.target.empty() != arguments.alignment.empty())
    throw std::invalid_argument("--target and --alignment go together: name both, or none");
  const std::vector<std::string> inputs{arguments.source, arguments.target, arguments.alignment};
  check_stdin_once(inputs);
  check_inputs_stay(inputs, {arguments.output});
  if (arguments.target.empty()) {
    write_texts(arguments);
  } else {
    write_targets(arguments);
  }
  return 0;
}

}  // namespace

void add_markup_command(CLI::App& command, std::function<int()>& run) {
  auto arguments = std::make_shared<MarkupArguments>();
  command.add_option("--source", arguments->source,
                     "text with tags, one fragment a line; - is stdin, .gz is read");
  command.add_option("--target", arguments->target,
                     "its translation without tags, line by line (default: write the text of the "
                     "source without its tags)");
  command.add_option("--alignment", arguments->alignment,
                     "links of words in Pharaoh's format, line by line: 0-0 1-2, source first");
  command.add_option("--output", arguments->output,
                     "file for the target with tags; - is stdout, .gz is written");
  add_enum_option(command, "--markup", arguments->options.markup,
                  "html or xml; none: the source has no tags, and its text is written (default: "
                  "html)");
  command.add_flag("--tokens", arguments->options.tokens,
                   "punctuation is a word by itself, in texts that are written and in --alignment");
  command.callback([arguments, &run] { run = [arguments] { return run_markup(*arguments); }; });
}

}  // namespace dragoman

#include <CLI/CLI.hpp>
#include <memory>
#include <stdexcept>

#include "app/commands.h"
#include "app/line_counts.h"
#include "app/setting_flags.h"
#include "data/alignment_link.h"
#include "io/text_file.h"
#include "io/utf8.h"
#include "markup/marked_text.h"
#include "markup/text_tokens.h"
#include "markup/word_links.h"
#include "search/search_settings.h"

namespace dragoman {
namespace {

struct MarkupArguments {
  std::string source = "-";
  std::string target;
  std::string alignment;
  std::string output = "-";
  Markup markup = Markup::kHtml;
  bool tokens = false;
};

MarkupOptions markup_options(const MarkupArguments& arguments) {
  if (arguments.markup == Markup::kNone && !arguments.target.empty())
    throw std::invalid_argument("--markup none has no tags to put into a target: name html or xml");
  return {.syntax = arguments.markup == Markup::kXml ? MarkupSyntax::kXml : MarkupSyntax::kHtml,
          .is_one_sentence = true};
}

std::string valid(const std::string& line) {
  return is_valid_utf8(line) ? line : replace_invalid_utf8(line);
}

/// Returns the tokens of a text, separated by spaces.
std::string in_tokens(const std::string& text) {
  std::string parted;
  for (const ByteSpan& token : text_tokens(text)) {
    if (!parted.empty()) parted += ' ';
    parted += token.of(text);
  }
  return parted;
}

std::string plain_text(const MarkedText& fragment) {
  return fragment.plain().empty() ? "" : fragment.plain().front();
}

/// Without --target: writes the text of each fragment, as input for an aligner.
void write_texts(const MarkupArguments& arguments, const MarkupOptions& options) {
  LineReader source(arguments.source);
  TextWriter output(arguments.output);
  for (std::string line; source.next(line);) {
    std::string text = arguments.markup == Markup::kNone
                           ? valid(line)
                           : plain_text(MarkedText(valid(line), options));
    output.write_line(without_line_breaks(arguments.tokens ? in_tokens(text) : text));
  }
  output.close();
}

[[noreturn]] void fail_of_length(LineReader& source, LineReader& companion) {
  const std::string count = num_lines_to_end(source);
  fail_of_counts(source.path(), count, companion.path(), num_lines_to_end(companion));
}

std::string with_tags(const MarkedText& fragment, const std::string& target,
                      const std::vector<AlignmentLink>& alignment, bool of_tokens) {
  if (fragment.plain().empty()) return fragment.translated({});
  std::vector<TokenLink> links;
  for (const AlignmentLink& link : alignment) links.push_back({link.source, link.target});
  if (!of_tokens) links = links_of_words(links, fragment.plain().front(), target);
  return fragment.translated({{target, std::move(links)}});
}

/// With --target: writes each translation with the tags of its fragment.
void write_targets(const MarkupArguments& arguments, const MarkupOptions& options) {
  LineReader source(arguments.source), target(arguments.target), alignment(arguments.alignment);
  TextWriter output(arguments.output);
  for (std::string line, text, links;;) {
    const bool has_line = source.next(line);
    if (target.next(text) != has_line) fail_of_length(source, target);
    if (alignment.next(links) != has_line) fail_of_length(source, alignment);
    if (!has_line) break;
    const std::string written =
        with_tags(MarkedText(valid(line), options), valid(text),
                  parse_pharaoh(links, alignment.place()), arguments.tokens);
    output.write_line(without_line_breaks(written));
  }
  output.close();
}

int project_markup(const MarkupArguments& arguments) {
  const MarkupOptions options = markup_options(arguments);
  if (arguments.target.empty() != arguments.alignment.empty())
    throw std::invalid_argument("--target and --alignment go together: name both, or none");
  check_stdin_once({arguments.source, arguments.target, arguments.alignment});
  if (arguments.target.empty()) {
    write_texts(arguments, options);
  } else {
    write_targets(arguments, options);
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
  add_enum_option(command, "--markup", arguments->markup,
                  "html or xml; none: the source has no tags, and its text is written (default: "
                  "html)");
  command.add_flag("--tokens", arguments->tokens,
                   "punctuation is a word by itself, in texts that are written and in --alignment");
  command.callback([arguments, &run] { run = [arguments] { return project_markup(*arguments); }; });
}

}  // namespace dragoman

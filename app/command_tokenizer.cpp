#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/distinct_paths.h"
#include "app/setting_flags.h"
#include "io/parse_number.h"
#include "io/regular_file.h"
#include "io/text_file.h"
#include "tokenizer/tokenizer.h"

namespace dragoman {
namespace {

struct TokenizerTrainArguments {
  std::vector<std::string> inputs;
  std::string model;
  TokenizerSettings settings;
};

struct CodingArguments {
  std::string model;
  std::string input = "-";
  std::string output = "-";
  std::string vocabulary;  // "": the model's own ids
  bool lowercase = false;
  bool ids = false;
};

int train_alone(const TokenizerTrainArguments& arguments) {
  check_names_file("--model", arguments.model);
  check_inputs_stay(arguments.inputs, {arguments.model});
  if (std::count(arguments.inputs.begin(), arguments.inputs.end(), "-") > 1)
    throw std::invalid_argument("standard input can be read once; leave out one --input -");
  if (std::all_of(arguments.inputs.begin(), arguments.inputs.end(), is_regular_file)) {
    train_tokenizer_on_files(arguments.inputs, arguments.settings, arguments.model);
    return 0;
  }
  std::vector<std::string> lines;
  for (const std::string& input : arguments.inputs) {
    std::vector<std::string> more = read_valid_lines(input);
    std::move(more.begin(), more.end(), std::back_inserter(lines));
  }
  train_tokenizer(lines, arguments.settings, arguments.model);
  return 0;
}

/// Writes `transform` of each line. Flushes the output if no further line is available.
template <class Transform>
int transform_lines(const CodingArguments& arguments, const Transform& transform) {
  check_inputs_stay({arguments.model, arguments.input, arguments.vocabulary}, {arguments.output});
  LineReader input(arguments.input);
  TextWriter output(arguments.output);
  for (std::string line; input.next(line);) {
    output.write_line(transform(line, input));
    if (!input.ready()) output.flush();
  }
  output.close();
  return 0;
}

/// Returns `text` with spaces in place of LF, and of CR at its end, which readers take for parts of
/// the line's end.
std::string without_line_ends(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  for (size_t end = text.size(); end > 0 && text[end - 1] == '\r'; --end) text[end - 1] = ' ';
  return text;
}

void append_token(std::string& line, std::string_view token) {
  if (!line.empty()) line += ' ';
  line += token;
}

int encode(const CodingArguments& arguments) {
  const Tokenizer tokenizer(arguments.model, arguments.lowercase, arguments.vocabulary);
  return transform_lines(arguments, [&](const std::string& text, const LineReader&) {
    std::string line;
    if (arguments.ids) {
      for (const int32_t id : tokenizer.encode(text)) append_token(line, std::to_string(id));
    } else {
      for (const std::string& piece : tokenizer.encode_as_pieces(text)) append_token(line, piece);
    }
    return without_line_ends(line);
  });
}

std::vector<std::string> split_at_spaces(std::string_view text) {
  std::vector<std::string> tokens;
  for (size_t start = 0; start < text.size();) {
    const size_t end = std::min(text.find(' ', start), text.size());
    if (end > start) tokens.emplace_back(text.substr(start, end - start));
    start = end + 1;
  }
  return tokens;
}

int32_t parse_id(const std::string& token, const Tokenizer& tokenizer, const LineReader& input) {
  const std::optional<int32_t> id = parse_number<int32_t>(token);
  if (!id || *id < 0 || *id > tokenizer.pad_id()) {
    throw std::runtime_error(input.place() + ": '" + token + "' is no token id; ids are 0 to " +
                             std::to_string(tokenizer.pad_id()));
  }
  return *id;
}

int decode(const CodingArguments& arguments) {
  const Tokenizer tokenizer(arguments.model, /*lowercase=*/false, arguments.vocabulary);
  return transform_lines(arguments, [&](const std::string& line, const LineReader& input) {
    const std::vector<std::string> tokens = split_at_spaces(line);
    if (!arguments.ids) return without_line_ends(tokenizer.decode_pieces(tokens));
    TokenIds ids;
    for (const std::string& token : tokens) ids.push_back(parse_id(token, tokenizer, input));
    return without_line_ends(tokenizer.decode(ids));
  });
}

/// Adds an option for each setting that affects the training of one model. The list user_symbols is
/// --user-symbol.
void add_setting_options(CLI::App& command, TokenizerSettings& settings) {
  add_field_flags(
      command, settings,
      {.except = {"shared", "model", "target_model", "user_symbols", "vocabulary", "from"}});
  command
      .add_option("--user-symbol", settings.user_symbols,
                  "tag that is always one token, as <2de>; repeatable")
      ->allow_extra_args(false);
}

void add_train(CLI::App& command, std::function<int()>& run) {
  const auto arguments = std::make_shared<TokenizerTrainArguments>();
  command
      .add_option("--input", arguments->inputs,
                  "text to train on; repeatable; - is stdin, which stays in memory as a whole")
      ->required()
      ->allow_extra_args(false);
  command.add_option("--model", arguments->model, "SentencePiece model to write")->required();
  add_setting_options(command, arguments->settings);
  command.callback([arguments, &run] { run = [arguments] { return train_alone(*arguments); }; });
}

void add_coding(CLI::App& command, std::function<int()>& run, int (*code)(const CodingArguments&),
                bool encodes) {
  const auto arguments = std::make_shared<CodingArguments>();
  command.add_option("MODEL", arguments->model, "SentencePiece model")->required();
  command.add_option("--input", arguments->input, "file to read; - is stdin");
  command.add_option("--output", arguments->output, "file to write; - is stdout");
  command.add_option("--vocabulary", arguments->vocabulary,
                     "vocabulary of an imported model folder, which gives tokens their ids");
  command.add_flag("--ids", arguments->ids, "tokens are ids instead of text");
  if (encodes) command.add_flag("--lowercase", arguments->lowercase, "lower-case the text first");
  command.callback(
      [arguments, code, &run] { run = [arguments, code] { return code(*arguments); }; });
}

}  // namespace

void add_tokenizer_command(CLI::App& command, std::function<int()>& run) {
  command.require_subcommand(1);
  add_train(*command.add_subcommand("train", "train a tokenizer on text"), run);
  add_coding(*command.add_subcommand("encode", "turn text into tokens"), run, encode, true);
  add_coding(*command.add_subcommand("decode", "turn tokens into text"), run, decode, false);
}

}  // namespace dragoman

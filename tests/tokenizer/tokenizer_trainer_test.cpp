#include <locale>
#include <regex>

#include "catch.h"
#include "example_lines.h"
#include "io/atomic_file.h"
#include "temporary_folder.h"
#include "tokenizer/tokenizer.h"
#include "trained_tokenizer.h"

using namespace dragoman;

namespace {

constexpr TokenizerType kTrainedTypes[] = {TokenizerType::kBpe, TokenizerType::kUnigram,
                                           TokenizerType::kChar, TokenizerType::kNone};

using Lines = std::vector<std::string>;

TokenizerSettings settings_of(TokenizerType type, int64_t vocabulary_size) {
  TokenizerSettings settings;
  settings.type = type;
  settings.vocabulary_size = vocabulary_size;
  return settings;
}

/// A vocabulary size that the example lines allow and that leaves some of their tokens out.
int64_t modest_size(TokenizerType type) {
  if (type == TokenizerType::kChar) return 60;
  return type == TokenizerType::kNone ? 30 : 80;
}

/// The bytes of the model that training gives.
std::string model_of(const Lines& lines, const TokenizerSettings& settings) {
  const TemporaryFolder folder;
  train_tokenizer(lines, settings, folder / "model");
  CHECK(folder.num_entries() == 1);
  return read_file(folder / "model");
}

/// The error that training gives, "" if it succeeds.
std::string error_of(const Lines& lines, const TokenizerSettings& settings) {
  try {
    model_of(lines, settings);
  } catch (const std::exception& error) {
    CHECK(std::string(error.what()).find('\n') == std::string::npos);
    return error.what();
  }
  return "";
}

/// The content of a file with these lines.
std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

int64_t number_behind(const std::string& message, const std::string& words) {
  std::smatch match;
  REQUIRE(std::regex_search(message, match, std::regex(words + " (\\d+)")));
  return std::stoll(match[1]);
}

}  // namespace

TEST_CASE("the locale of the program does not change a model") {
  struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  const TokenizerSettings settings = settings_of(TokenizerType::kUnigram, 80);
  const std::string expected = model_of(example_lines(300), settings);
  const std::locale before = std::locale::global(std::locale(std::locale(), new Comma));
  const std::string model = model_of(example_lines(300), settings);
  std::locale::global(before);
  CHECK(model == expected);
}

TEST_CASE("the same lines and settings give the same model, byte for byte") {
  for (const TokenizerType type : kTrainedTypes) {
    INFO(name_of(type));
    const TokenizerSettings settings = settings_of(type, modest_size(type));
    CHECK(model_of(example_lines(300), settings) == model_of(example_lines(300), settings));
    CHECK(model_of(example_lines(300), settings) != model_of(example_lines(300, 2), settings));
  }
}

TEST_CASE("a vocabulary too large is an error that names the largest size, which works") {
  for (const TokenizerType type : kTrainedTypes) {
    INFO(name_of(type));
    const std::string message = error_of(example_lines(300), settings_of(type, 8000));
    CHECK_THAT(message, ContainsSubstring("vocabulary_size 8000 is too large for this text"));
    const int64_t largest = number_behind(message, "allows at most");
    CHECK_THAT(message, ContainsSubstring("tokenizer.vocabulary_size=" + std::to_string(largest)));
    CHECK(error_of(example_lines(300), settings_of(type, largest)).empty());
    CHECK_FALSE(error_of(example_lines(300), settings_of(type, largest + 1)).empty());
  }
}

TEST_CASE("a vocabulary too small for the characters is an error that names the smallest size") {
  for (const TokenizerType type : {TokenizerType::kBpe, TokenizerType::kUnigram}) {
    INFO(name_of(type));
    const std::string message = error_of(example_lines(300), settings_of(type, 20));
    CHECK_THAT(message, ContainsSubstring("vocabulary_size 20 is too small"));
    const int64_t smallest = number_behind(message, "alone need");
    CHECK(error_of(example_lines(300), settings_of(type, smallest)).empty());
    CHECK_FALSE(error_of(example_lines(300), settings_of(type, smallest - 1)).empty());
  }
}

TEST_CASE("a vocabulary without room for the bytes of byte fallback is an error for every type") {
  for (const TokenizerType type : kTrainedTypes) {
    TokenizerSettings settings = settings_of(type, 259);
    settings.byte_fallback = true;
    CHECK_THAT(error_of(example_lines(300), settings),
               ContainsSubstring("tokenizer.byte_fallback needs more than 259"));
  }
}

TEST_CASE("a text that shows nothing is an error for every type") {
  for (const TokenizerType type : kTrainedTypes) {
    for (const Lines& lines :
         {Lines{}, Lines{""}, Lines{" ", "\t", "\xC2\xA0", "\xE2\x80\x8B", std::string(1, '\0')}}) {
      CHECK_THAT(error_of(lines, settings_of(type, 10)), ContainsSubstring("there is no text"));
    }
  }
}

TEST_CASE("blank lines change nothing") {
  const Lines lines = example_lines(300);
  Lines with_blanks;
  for (const std::string& line : lines) with_blanks.insert(with_blanks.end(), {line, "", " \t "});
  for (const TokenizerType type : kTrainedTypes) {
    const TokenizerSettings settings = settings_of(type, modest_size(type));
    CHECK(model_of(with_blanks, settings) == model_of(lines, settings));
  }
}

TEST_CASE("the rest of a line with U+2585 is learnt") {
  const Lines with_blocks = {"the house\u2585is old", "the\u2585", "\u2585", "a house"};
  const Lines with_spaces = {"the house is old", "the", "a house"};
  const TokenizerType type =
      GENERATE(TokenizerType::kBpe, TokenizerType::kUnigram, TokenizerType::kNone);
  INFO(name_of(type));
  const TokenizerSettings settings = settings_of(type, type == TokenizerType::kNone ? 6 : 16);
  CHECK(model_of(with_blocks, settings) == model_of(with_spaces, settings));
  CHECK_THAT(error_of({"\u2585", " \u2585\u2585 "}, settings),
             ContainsSubstring("there is no text"));
}

TEST_CASE("of many lines, training_lines are used, drawn evenly") {
  const Lines lines = example_lines(300);
  Lines every_third;
  for (size_t i = 0; i < lines.size(); i += 3) every_third.push_back(lines[i]);
  TokenizerSettings settings = settings_of(TokenizerType::kBpe, 80);
  settings.training_lines = 100;
  CHECK(model_of(lines, settings) == model_of(every_third, settings));
}

TEST_CASE("files give the same model as their lines") {
  const TemporaryFolder folder;
  Lines first = example_lines(200), second = example_lines(101, 2);
  first.insert(first.end(), {"", " \t ", "the " + std::string(12'000, 'q') + " house"});
  second.push_back("the Ω");
  Lines lines = first;
  lines.insert(lines.end(), second.begin(), second.end());
  write_file_atomically(folder / "first", joined(first));
  write_file_atomically(folder / "second", joined(second));
  for (const TokenizerType type : kTrainedTypes) {
    INFO(name_of(type));
    TokenizerSettings settings = settings_of(type, modest_size(type));
    settings.keep_whitespace = type == TokenizerType::kChar;
    settings.training_lines = type == TokenizerType::kUnigram ? 1000 : 100;
    train_tokenizer_on_files({folder / "first", folder / "second"}, settings, folder / "model");
    CHECK(read_file(folder / "model") == model_of(lines, settings));
  }
}

TEST_CASE("a long line is not passed over") {
  std::string line;
  for (const std::string& part : example_lines(300)) line += part + " ";
  REQUIRE(line.size() > 4192);
  CHECK(error_of({line}, settings_of(TokenizerType::kBpe, 80)).empty());
}

TEST_CASE("a word of a hundred thousand letters is cut, and its letters are learnt") {
  const TokenizerType type =
      GENERATE(from_range(std::begin(kTrainedTypes), std::end(kTrainedTypes)));
  INFO(name_of(type));
  Lines lines = example_lines(100);
  lines.push_back("the " + std::string(100'000, 'q') + " house");
  TokenizerSettings settings = settings_of(type, modest_size(type));
  settings.character_coverage = 1;
  const Tokenizer tokenizer = trained_tokenizer(lines, settings);
  const bool learns_letters = type != TokenizerType::kNone;
  CHECK((tokenizer.encode("q").back() != tokenizer.unknown_id()) == learns_letters);
}

TEST_CASE("a word of more than 5,000 bytes is cut between characters") {
  const auto repeated = [](size_t times) {
    std::string text;
    for (size_t i = 0; i < times; ++i) text += "世界";
    return text;
  };
  const Lines lines = {"the house " + repeated(2000) + " und das", repeated(833)};
  const Lines parts = {"the house " + repeated(833), repeated(833), repeated(334) + " und das",
                       repeated(833)};
  for (const TokenizerType type : {TokenizerType::kBpe, TokenizerType::kUnigram}) {
    INFO(name_of(type));
    CHECK(model_of(lines, settings_of(type, 20)) == model_of(parts, settings_of(type, 20)));
  }
}

TEST_CASE("lower-casing takes place before training") {
  TokenizerSettings settings = settings_of(TokenizerType::kBpe, 80);
  const std::string model =
      model_of({"the house und das haus"}, settings_of(TokenizerType::kBpe, 20));
  settings.lowercase = true;
  settings.vocabulary_size = 20;
  CHECK(model_of({"THE House Und daS HAUS"}, settings) == model);
}

TEST_CASE("symbols that cannot be tokens are refused") {
  for (const char* symbol : {"", "<2 de>", "a\nb", "\"quoted\""}) {
    TokenizerSettings settings = settings_of(TokenizerType::kBpe, 80);
    settings.user_symbols = {symbol};
    CHECK_THAT(error_of(example_lines(300), settings), ContainsSubstring("user_symbols"));
  }
  TokenizerSettings settings = settings_of(TokenizerType::kBpe, 80);
  settings.user_symbols = {"<2de>", "<2DE>"};
  CHECK(error_of(example_lines(300), settings).empty());
  settings.lowercase = true;
  CHECK_THAT(error_of(example_lines(300), settings),
             ContainsSubstring("user_symbols has <2de> twice"));
  for (const char* symbol : {"<unk>", "</s>", "</S>"}) {
    settings.user_symbols = {symbol};
    CHECK_THAT(error_of(example_lines(300), settings),
               ContainsSubstring(std::string("user_symbols.0 is ") + symbol +
                                 ", a token that the vocabulary has without it"));
  }
  settings.user_symbols = {"<\xff>"};
  CHECK_THAT(error_of(example_lines(300), settings),
             ContainsSubstring("user_symbols.0 must be valid UTF-8"));
}

TEST_CASE("tokens of the corpus that look like symbols do not stand in their way") {
  Lines lines = example_lines(300);
  for (std::string& line : lines) line = "<2de> " + line + " <2de>";
  for (const TokenizerType type : kTrainedTypes) {
    INFO(name_of(type));
    TokenizerSettings settings = settings_of(type, modest_size(type));
    settings.user_symbols = {"<2de>"};
    CHECK(error_of(lines, settings).empty());
  }
}

#include "translate/prompt_completer.h"

#include <algorithm>

#include "catch.h"
#include "echo_model.h"
#include "toy_model.h"
#include "trained_tokenizer.h"

namespace dragoman {
namespace {

/// A tokenizer that knows the letters a and b, and the bytes of all other characters.
const Tokenizer& byte_tokenizer() {
  static const Tokenizer tokenizer = trained_tokenizer(
      {"ab ba", "a b"}, {.vocabulary_size = 263, .keep_whitespace = true, .byte_fallback = true});
  return tokenizer;
}

struct Completed {
  std::string text;
  std::vector<std::string> pieces;  // as they were handed on
};

/// Completes `text` by its own first `max_length` tokens.
Completed repeat(const std::string& text, int64_t max_length,
                 const std::vector<std::string>& stop = {}) {
  const Tokenizer& tokenizer = byte_tokenizer();
  EchoModel model(tokenizer);
  const PromptCompleter completer(model, tokenizer, TextLayout::kStream, 100);
  SearchSettings settings;
  settings.beam = 1;
  settings.max_length = max_length;
  Completed completed;
  const CompletionOptions options{.stop = stop, .on_text = [&](std::string_view piece) {
                                    completed.pieces.emplace_back(piece);
                                  }};
  completed.text = completer.complete({text}, settings, options)[0][0].text;
  return completed;
}

std::string joined(const std::vector<std::string>& pieces) {
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  return text;
}

}  // namespace

TEST_CASE("the pieces of a growing text add up to it, wherever it ends in a character's bytes") {
  const std::string text = "a\u00fcb\u6f22\U0001f600\u6f22b\U0001f600";
  const auto length = static_cast<int64_t>(byte_tokenizer().encode(text).size());
  REQUIRE(length > 16);
  for (int64_t n = 1; n <= length; ++n) {
    const Completed completed = repeat(text, n);
    INFO(n << ": " << completed.text);
    CHECK(joined(completed.pieces) == completed.text);
    for (size_t i = 0; i + 1 < completed.pieces.size(); ++i)
      CHECK_THAT(completed.pieces[i], !ContainsSubstring("\uFFFD"));
  }
  CHECK(repeat(text, length).text == text);
}

TEST_CASE("an error about one of several prompts names it") {
  const Tokenizer& tokenizer = byte_tokenizer();
  EchoModel model(tokenizer);
  const PromptCompleter completer(model, tokenizer, TextLayout::kStream, 2);
  const SearchSettings settings{.beam = 1, .max_length = 1};
  CHECK_THROWS_WITH(completer.complete({"ab", "abab"}, settings, {}),
                    ContainsSubstring("text 1: the prompt has 4 tokens, more than"));
  CHECK_THROWS_WITH(completer.complete({"abab"}, settings, {}), !ContainsSubstring("text 0"));
}

TEST_CASE("a scored line of a stream is one line, though its end is scored") {
  const Tokenizer& tokenizer = byte_tokenizer();
  EchoModel model(tokenizer);
  const PromptCompleter completer(model, tokenizer, TextLayout::kStream, 100);
  const Translation scored = completer.score({"ab \u6f22"}, 4096).front();
  CHECK(scored.text == "ab \u6f22");
  CHECK(scored.token_log_probabilities.size() == tokenizer.encode("ab \u6f22\n").size());
}

TEST_CASE("a text ends before a stop whose characters come byte by byte") {
  const std::string text = "a b\u6f22\U0001f600 b\u6f22a";
  const auto length = static_cast<int64_t>(byte_tokenizer().encode(text).size());
  for (const std::string stop : {"b\u6f22", "\u6f22\U0001f600", "\U0001f600", "\u6f22a"}) {
    const Completed completed = repeat(text, length, {stop});
    INFO(stop);
    CHECK(completed.text == text.substr(0, text.find(stop)));
    CHECK(joined(completed.pieces) == completed.text);
  }
  const std::string replacement = "\uFFFD";
  CHECK(repeat(text, length, {replacement}).text == text);
}

TEST_CASE("of many prompts, only so many are completed at a time that memory is bounded") {
  const Tokenizer& tokenizer = byte_tokenizer();
  EchoModel model(tokenizer);
  const PromptCompleter completer(model, tokenizer, TextLayout::kStream, 1000);
  SearchSettings settings{.beam = 1, .max_length = 600};
  settings.batch_tokens = GENERATE(0, 512, 100000);
  const int64_t most =
      32 * (settings.batch_tokens == 0 ? 4096 : std::min<int64_t>(settings.batch_tokens, 4096));
  const std::vector<std::string> kinds = {"ab", "b a", "aab"}, texts = {"a", "", "aa"};
  std::vector<std::string> prompts;
  for (size_t i = 0; i < 500; ++i) prompts.push_back(kinds[i % kinds.size()]);
  const auto completions = completer.complete(prompts, settings, {.stop = {"b"}});
  REQUIRE(completions.size() == prompts.size());
  for (size_t i = 0; i < prompts.size(); ++i)
    CHECK(completions[i].front().text == texts[i % texts.size()]);
  // Each may have more than 600 tokens.
  REQUIRE(!model.batch_rows.empty());
  for (const int64_t rows : model.batch_rows) CHECK(rows <= most / 600);
}

TEST_CASE("where no token may come twice, a text has none of its prompt") {
  const Tokenizer& tokenizer = byte_tokenizer();
  ToyModel model(static_cast<int32_t>(tokenizer.vocabulary_size()) - 1, 3);
  const PromptCompleter completer(model, tokenizer, TextLayout::kStream, 100);
  const SearchSettings settings{.beam = 1, .no_repeat_ngram = 1, .max_length = 250};
  const auto completions = completer.complete({"a b"}, settings, {});
  const std::vector<std::string>& tokens = completions[0][0].tokens;
  REQUIRE(tokens.size() == 250);
  for (const std::string& piece : tokenizer.encode_as_pieces("a b"))
    CHECK(std::ranges::count(tokens, piece) == 0);
}

TEST_CASE("each of several samples ends before its own first stop") {
  const Tokenizer& tokenizer = byte_tokenizer();
  ToyModel model(static_cast<int32_t>(tokenizer.vocabulary_size()) - 1, 3);
  const PromptCompleter completer(model, tokenizer, TextLayout::kStream, 100);
  const auto texts = [&](const std::vector<std::string>& stop) {
    const SearchSettings settings{.num_best = 80, .max_length = 60, .samples = 80};
    std::vector<std::string> sorted;
    const auto completions = completer.complete({"a b"}, settings, {.stop = stop});
    for (const Translation& sample : completions[0]) sorted.push_back(sample.text);
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  };
  const std::vector<std::string> whole = texts({});
  for (const std::string stop : {"a", "$", "\x01"}) {
    std::vector<std::string> expected;
    size_t num_stopped = 0;
    for (const std::string& text : whole) {
      expected.push_back(text.substr(0, text.find(stop)));
      num_stopped += expected.back() != text;
    }
    CHECK(num_stopped > 5);
    std::sort(expected.begin(), expected.end());
    CHECK(texts({stop}) == expected);
  }
}

}  // namespace dragoman

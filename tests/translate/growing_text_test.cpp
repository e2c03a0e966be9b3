#include "translate/growing_text.h"

#include "catch.h"
#include "io/random.h"
#include "trained_tokenizer.h"

namespace dragoman {
namespace {

/// Trains a tokenizer that has pieces with and without spaces, and bytes.
Tokenizer tokenizer_with_bytes(bool keeps_whitespace) {
  return trained_tokenizer(
      {"ab  ba ab ab", "a b ab"},
      {.vocabulary_size = 266, .keep_whitespace = keeps_whitespace, .byte_fallback = true});
}

/// Draws tokens of three kinds: any, often bytes of characters; spaces; and whole characters.
TokenIds random_tokens(const Tokenizer& tokenizer, RandomSequence& random, int parts) {
  TokenIds tokens;
  const auto add = [&](const std::string& text) {
    const TokenIds more = tokenizer.encode(text);
    tokens.insert(tokens.end(), more.begin(), more.end());
  };
  for (int i = 0; i < parts; ++i) {
    switch (random.below(6)) {
      case 0:
        tokens.push_back(static_cast<int32_t>(random.below(tokenizer.vocabulary_size())));
        break;
      case 1:
        tokens.insert(tokens.end(), 1 + random.below(9), tokenizer.id_of("\u2581").value());
        break;
      case 2:
        add("\U0001f600\u6f22");
        break;
      case 3:
        add("\u2581\uFFFD");
        break;
      default:
        add("ab ba");
    }
  }
  return tokens;
}

/// Returns the text of `tokens` after `prompt` from decoding everything.
std::string whole_text(const Tokenizer& tokenizer, TokenIds prompt, const TokenIds& tokens) {
  const std::string before = tokenizer.decode(prompt);
  prompt.insert(prompt.end(), tokens.begin(), tokens.end());
  const std::string text = tokenizer.decode(prompt);
  REQUIRE(text.starts_with(before));
  return text.substr(before.size());
}

}  // namespace

TEST_CASE("a growing text is the text of all its tokens, and keeps the bytes that it says") {
  const Tokenizer tokenizer = tokenizer_with_bytes(GENERATE(true, false));
  const std::string start = GENERATE("", " ", "ab \u6f22");
  const TokenIds prompt = tokenizer.encode(start);
  for (uint64_t key = 0; key < 100; ++key) {
    RandomSequence random(key);
    const TokenIds tokens = random_tokens(tokenizer, random, 30);
    GrowingText growing(tokenizer, prompt);
    std::string before;
    for (size_t n = 0; n <= tokens.size(); ++n) {
      const TokenIds some(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(n));
      const size_t known = growing.update(some);
      REQUIRE(growing.text() == whole_text(tokenizer, prompt, some));
      REQUIRE(known <= before.size());
      REQUIRE(growing.text().starts_with(before.substr(0, known)));
      before = growing.complete_text();
    }
    CHECK(growing.update(tokens) > 0);
  }
}

TEST_CASE("a growing text may become the text of other tokens") {
  const Tokenizer tokenizer = tokenizer_with_bytes(true);
  const TokenIds prompt = tokenizer.encode("a");
  RandomSequence random(7);
  GrowingText growing(tokenizer, prompt);
  for (int i = 0; i < 200; ++i) {
    const TokenIds tokens = random_tokens(tokenizer, random, static_cast<int>(random.below(20)));
    growing.update(tokens);
    CHECK(growing.text() == whole_text(tokenizer, prompt, tokens));
  }
}

}  // namespace dragoman

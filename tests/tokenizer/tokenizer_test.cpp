#include "tokenizer/tokenizer.h"

#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

#include "catch.h"
#include "example_lines.h"
#include "io/atomic_file.h"
#include "temporary_folder.h"
#include "trained_tokenizer.h"
#include "written_file.h"

using namespace dragoman;

namespace {

constexpr TokenizerType kAllTypes[] = {TokenizerType::kBpe, TokenizerType::kUnigram,
                                       TokenizerType::kChar, TokenizerType::kNone};

/// The distinct characters of the example words.
int64_t num_characters() {
  std::set<UChar32> characters;
  for (const std::string& word : example_words()) {
    const icu::UnicodeString text = icu::UnicodeString::fromUTF8(word);
    for (int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
      characters.insert(text.char32At(i));
    }
  }
  return static_cast<int64_t>(characters.size());
}

/// Settings under which every character of the example lines is in the vocabulary.
TokenizerSettings covering_settings(TokenizerType type) {
  constexpr int64_t kNumSpecial = 3;  // end of sentence, unknown, padding
  TokenizerSettings settings;
  settings.type = type;
  settings.character_coverage = 1;
  settings.vocabulary_size = kNumSpecial + num_characters() + 1;  // one for the space
  if (type == TokenizerType::kBpe || type == TokenizerType::kUnigram)
    settings.vocabulary_size += 30;
  if (type == TokenizerType::kNone) {
    settings.vocabulary_size = kNumSpecial + static_cast<int64_t>(example_words().size());
  }
  return settings;
}

/// A size that leaves room for tags, with the commonest tokens of the example lines.
int64_t tagged_size(TokenizerType type) {
  if (type == TokenizerType::kChar) return 55;
  return type == TokenizerType::kNone ? 30 : 80;
}

Tokenizer trained(const TokenizerSettings& settings) {
  return trained_tokenizer(example_lines(500), settings);
}

std::string utf8(const std::vector<UChar32>& characters) {
  std::string text;
  for (const UChar32 character : characters) icu::UnicodeString(character).toUTF8String(text);
  return text;
}

/// Text of any Unicode characters, more of them near the beginning of the tables.
std::string random_text(RandomSequence& random) {
  std::vector<UChar32> characters(random.below(20));
  for (UChar32& character : characters) {
    const uint64_t limit = 0x80U << (2 * random.below(7));
    do {
      character = static_cast<UChar32>(random.below(std::min<uint64_t>(limit, 0x110000)));
    } while (U_IS_SURROGATE(character));
  }
  return utf8(characters);
}

/// Characters that do not combine with their neighbours, compatibility forms among them.
std::string random_compatible_text(RandomSequence& random) {
  constexpr std::pair<UChar32, UChar32> kRanges[] = {
      {0x21, 0x7E},     {0xC0, 0x17F},    {0x391, 0x3A1},   {0x410, 0x44F},  {0x4E00, 0x9FA5},
      {0xAC00, 0xD7A3}, {0xFB00, 0xFB06}, {0x2460, 0x2473}, {0xFF01, 0xFF5E}};
  std::vector<UChar32> characters(1 + random.below(20));
  for (UChar32& character : characters) {
    const auto& [first, last] = kRanges[random.below(std::size(kRanges))];
    character = first + static_cast<UChar32>(random.below(static_cast<uint64_t>(last - first) + 1));
  }
  return utf8(characters);
}

std::string nfkc_by_icu(const std::string& text) {
  UErrorCode error = U_ZERO_ERROR;
  std::string normalized;
  icu::Normalizer2::getNFKCInstance(error)
      ->normalize(icu::UnicodeString::fromUTF8(text), error)
      .toUTF8String(normalized);
  return normalized;
}

}  // namespace

TEST_CASE("decoding undoes encoding on text of covered characters, for every type") {
  for (const TokenizerType type : kAllTypes) {
    INFO(name_of(type));
    const Tokenizer tokenizer = trained(covering_settings(type));
    CHECK(tokenizer.vocabulary_size() == covering_settings(type).vocabulary_size);
    for (const std::string& line : example_lines(200, 2)) {
      const TokenIds ids = tokenizer.encode(line);
      CHECK(tokenizer.decode(ids) == line);
      CHECK(tokenizer.normalize(line) == line);
      CHECK(tokenizer.encode_as_pieces(line).size() == ids.size());
      CHECK(tokenizer.decode_pieces(tokenizer.encode_as_pieces(line)) == line);
      CHECK(std::count(ids.begin(), ids.end(), tokenizer.unknown_id()) == 0);
    }
  }
}

TEST_CASE("with byte fallback, decoding undoes encoding on any text") {
  for (const TokenizerType type : {TokenizerType::kBpe, TokenizerType::kUnigram}) {
    for (const Normalization normalization :
         {Normalization::kNmtNfkc, Normalization::kNfkc, Normalization::kIdentity}) {
      TokenizerSettings settings = covering_settings(type);
      settings.byte_fallback = true;
      settings.vocabulary_size += 256;
      settings.normalization = normalization;
      const Tokenizer tokenizer = trained(settings);
      RandomSequence random(3);
      for (int round = 0; round < 1000; ++round) {
        const std::string text = random_text(random);
        INFO(name_of(type) << " " << name_of(normalization) << ": '" << text << "'");
        CHECK(tokenizer.decode(tokenizer.encode(text)) == tokenizer.normalize(text));
      }
    }
  }
}

TEST_CASE("with byte fallback and type none, unknown words come back with spaces between them") {
  TokenizerSettings settings = covering_settings(TokenizerType::kNone);
  settings.byte_fallback = true;
  settings.vocabulary_size += 256;
  const Tokenizer tokenizer = trained(settings);
  for (const std::string text : {"the zzz house \u0119", "zzz the", "zzz yyy", "\u0119"}) {
    CHECK(tokenizer.decode(tokenizer.encode(text)) == text);
    CHECK(tokenizer.decode_pieces(tokenizer.encode_as_pieces(text)) == text);
  }
}

TEST_CASE("normalisation is NFKC as ICU has it, where that is chosen, and nothing where not") {
  TokenizerSettings settings = covering_settings(TokenizerType::kBpe);
  settings.normalization = Normalization::kNfkc;
  const Tokenizer nfkc = trained(settings);
  settings.normalization = Normalization::kIdentity;
  const Tokenizer identity = trained(settings);
  const Tokenizer none = trained(covering_settings(TokenizerType::kNone));
  RandomSequence random(4);
  for (int round = 0; round < 1000; ++round) {
    const std::string text = random_compatible_text(random);
    CHECK(nfkc.normalize(text) == nfkc_by_icu(text));
    CHECK(identity.normalize(text) == text);
    CHECK(none.normalize(text) == text);
  }
}

TEST_CASE("white space is normalised: one space between words, none around them") {
  const Tokenizer tokenizer = trained(covering_settings(TokenizerType::kBpe));
  CHECK(tokenizer.normalize("  the \t house\u00A0 und\u3000") == "the house und");
  CHECK(tokenizer.normalize("\uFB01ne \u2460") == "fine 1");
}

TEST_CASE("blank text has no tokens, and no tokens are no text") {
  for (const TokenizerType type : kAllTypes) {
    const Tokenizer tokenizer = trained(covering_settings(type));
    CHECK(tokenizer.encode("").empty());
    CHECK(tokenizer.encode("   ").empty());
    CHECK(tokenizer.decode({}).empty());
    CHECK(tokenizer.normalize(" ").empty());
  }
}

TEST_CASE("lower-casing follows Unicode and keeps the sharp s") {
  TokenizerSettings settings = covering_settings(TokenizerType::kBpe);
  settings.lowercase = true;
  settings.vocabulary_size = 90;
  const Tokenizer tokenizer = trained(settings);
  CHECK(tokenizer.normalize("The ÄRGER, Größe STRAẞE ΛΌΓΟΣ Война") ==
        "the ärger, größe straße λόγος война");
  CHECK(tokenizer.decode(tokenizer.encode("The ÄRGER Größe ΛΌΓΟΣ")) == "the ärger größe λόγος");
}

TEST_CASE("tags are one token everywhere, in every type, and change nothing around them") {
  for (const TokenizerType type : kAllTypes) {
    for (const bool lowercase : {false, true}) {
      INFO(name_of(type) << ", lowercase " << lowercase);
      TokenizerSettings settings = covering_settings(type);
      settings.lowercase = lowercase;
      settings.user_symbols = {"<2de>", "<2FR>", "[a,b]"};
      settings.vocabulary_size = tagged_size(type);
      const Tokenizer tokenizer = trained(settings);
      TokenIds tags;
      for (const std::string& tag : settings.user_symbols) {
        tags.push_back(tokenizer.encode(tag).back());
        TokenIds ids = tokenizer.encode(tag + " the house");
        CHECK(std::count(ids.begin(), ids.end(), tags.back()) == 1);
        CHECK(tokenizer.decode(ids) == tokenizer.normalize(tag + " the house"));
      }
      std::sort(tags.begin(), tags.end());
      CHECK(tags == TokenIds{2, 3, 4});
      CHECK(tokenizer.user_symbols() ==
            std::vector<std::string>{"<2de>", lowercase ? "<2fr>" : "<2FR>", "[a,b]"});
    }
  }
}

TEST_CASE("end of sentence is 0, unknown 1, padding the last id, and text makes none of them") {
  for (const TokenizerType type : kAllTypes) {
    const TokenizerSettings settings = covering_settings(type);
    const Tokenizer tokenizer = trained(settings);
    CHECK(tokenizer.eos_id() == 0);
    CHECK(tokenizer.unknown_id() == 1);
    CHECK(tokenizer.pad_id() == settings.vocabulary_size - 1);
    const std::string text = "the </s> <unk> <pad> house";
    for (const int32_t id : tokenizer.encode(text)) CHECK((id > 0 && id < tokenizer.pad_id()));
    CHECK(tokenizer.encode("\U0001F409") != TokenIds{});
    CHECK(tokenizer.encode("\U0001F409").back() == tokenizer.unknown_id());
  }
}

TEST_CASE("decoding passes over end of sentence and padding, and refuses ids that do not exist") {
  const Tokenizer tokenizer = trained(covering_settings(TokenizerType::kUnigram));
  TokenIds ids = tokenizer.encode("the house");
  ids.insert(ids.begin(), tokenizer.pad_id());
  ids.insert(ids.begin() + 2, tokenizer.eos_id());
  ids.push_back(tokenizer.eos_id());
  ids.push_back(tokenizer.pad_id());
  CHECK(tokenizer.decode(ids) == "the house");
  CHECK_THROWS_WITH(tokenizer.decode({-1}), ContainsSubstring("-1"));
  const auto num_tokens = static_cast<int32_t>(tokenizer.vocabulary_size());
  CHECK_THROWS_AS(tokenizer.decode({num_tokens}), std::invalid_argument);
}

TEST_CASE("a tokenizer may be used by several threads at once") {
  const Tokenizer tokenizer = trained(covering_settings(TokenizerType::kUnigram));
  const std::vector<std::string> lines = example_lines(300, 5);
  std::vector<TokenIds> expected;
  for (const std::string& line : lines) expected.push_back(tokenizer.encode(line));
  std::atomic<size_t> num_wrong = 0;
  const auto encode_all = [&] {
    for (size_t i = 0; i < lines.size(); ++i) {
      const TokenIds ids = tokenizer.encode(lines[i]);
      num_wrong += ids != expected[i] || tokenizer.decode(ids) != lines[i];
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(encode_all);
  for (std::thread& thread : threads) thread.join();
  CHECK(num_wrong == 0);
}

TEST_CASE("a model that is missing, cut short anywhere or no model is an error that names it") {
  const TemporaryFolder folder;
  TokenizerSettings settings = covering_settings(TokenizerType::kBpe);
  settings.normalization = Normalization::kIdentity;
  train_tokenizer(example_lines(100), settings, folder / "whole");
  const std::string whole = read_file(folder / "whole");
  for (size_t length = 0; length < whole.size(); ++length) {
    written_file(folder / "cut", whole.substr(0, length));
    CHECK_THROWS_WITH(Tokenizer(folder / "cut", false), ContainsSubstring("cut'"));
  }
  written_file(folder / "text", "This is no model, but text.\n");
  CHECK_THROWS_WITH(Tokenizer(folder / "text", false),
                    ContainsSubstring("text': it is damaged or no SentencePiece model"));
  CHECK_THROWS_WITH(Tokenizer(folder / "none", false), ContainsSubstring("No such file"));
  CHECK_THROWS_AS(Tokenizer(folder.path(), false), std::runtime_error);
}

TEST_CASE("a model whose pieces make no table is damaged") {
  const TemporaryFolder folder;
  TokenizerSettings settings = covering_settings(TokenizerType::kUnigram);
  settings.vocabulary_size = 90;
  train_tokenizer(example_lines(100), settings, folder / "whole");
  std::string model = read_file(folder / "whole");
  const size_t at = model.find("\n\001e\025");  // the piece "e"
  REQUIRE(at != std::string::npos);
  model[at + 2] = '\0';
  written_file(folder / "altered", model);
  CHECK_THROWS_WITH(Tokenizer(folder / "altered", false),
                    ContainsSubstring("altered': it is damaged or no SentencePiece model"));
}

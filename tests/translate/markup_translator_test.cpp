#include "translate/markup_translator.h"

#include <stdexcept>
#include <thread>

#include "catch.h"
#include "io/words.h"
#include "markup/tag_scanner.h"
#include "markup/text_tokens.h"
#include "random_fragments.h"
#include "threads/cancellation.h"
#include "tiny_folders.h"
#include "translate/piece_links.h"
#include "translate/plain_translation.h"
#include "translate/terminology.h"
#include "translate/translator.h"

namespace dragoman {
namespace {

SearchSettings with_markup(Markup markup = Markup::kHtml) {
  SearchSettings settings;
  settings.markup = markup;
  settings.beam = 1;
  return settings;
}

TEST_CASE("a translator keeps every tag of every fragment") {
  const Translator translator(tiny_translator());
  RandomFragments random(5);
  std::vector<std::string> lines;
  for (int i = 0; i < 300; ++i) lines.push_back(i % 2 == 0 ? random.whole() : random.broken());
  lines.push_back("");
  const std::vector<std::string> written = translator.translate(lines, with_markup());
  REQUIRE(written.size() == lines.size());
  for (size_t i = 0; i < lines.size(); ++i) {
    INFO(lines[i]);
    if (lines[i].find('\xff') == std::string::npos) CHECK(tags_in(written[i]) == tags_in(lines[i]));
  }
}

TEST_CASE("sentences of a fragment are translated as lines are") {
  const Translator translator(tiny_translator());
  const std::string plain = translator.translate({"abc def"})[0];
  const auto written = translator.translate({"<p>abc def</p>", "<b>abc def</b>"}, with_markup());
  SearchSettings greedy;
  greedy.beam = 1;
  const std::string line = translator.translate({"abc def"}, greedy)[0];
  CHECK(written == std::vector<std::string>{"<p>" + line + "</p>", "<b>" + line + "</b>"});
}

TEST_CASE("terms are looked for in the text between tags, across tags and not in them") {
  const Translator translator(tiny_translator());
  const auto terms = std::make_shared<Terminology>(
      std::vector<std::pair<std::string, std::string>>{{"ab cd", "hg"}, {"href", "fff"}});
  const std::vector<TranslationRequest> requests = {
      {.text = "<p>ef</p><a href=\"ef\">ab <b>cd</b></a>", .terminology = terms}};
  const std::string written =
      translator.translate_n_best(requests, with_markup()).front().front().text;
  std::string plain;
  for (const Piece& piece : scan_tags(written, MarkupSyntax::kHtml)) {
    if (!piece.is_tag()) plain += written.substr(piece.begin, piece.end - piece.begin);
  }
  INFO(written);
  CHECK(plain.find("hg") != std::string::npos);
  CHECK(plain.find("fff") == std::string::npos);
}

TEST_CASE("a term inside a protected part is ignored") {
  const Translator translator(tiny_translator());
  const auto terms = std::make_shared<Terminology>(
      std::vector<std::pair<std::string, std::string>>{{"ab", "hgfeh"}});
  SearchSettings settings = with_markup();
  const auto has_term = [&](const TranslationRequest& request) {
    const auto found = translator.translate_n_best({request}, settings);
    return found.front().front().text.find("hgfeh") != std::string::npos;
  };
  CHECK(has_term({.text = "cd ab", .terminology = terms}));
  CHECK(!has_term({.text = "cd <code>ab</code>", .terminology = terms}));
  CHECK(has_term({.text = "ab ef gh <code>ab</code>", .terminology = terms}));
  settings.markup = Markup::kNone;
  CHECK(!has_term({.text = "cd ab", .terminology = terms, .protected_spans = {{3, 5}}}));
  settings.protect = {"[a-b]+"};
  settings.stand_ins = {"ab"};
  CHECK(!has_term({.text = "cd aa", .terminology = terms}));
}

TEST_CASE("protected parts do not replace required words") {
  const Translator translator(tiny_translator());
  const std::string required = "hgfeh";
  TranslationRequest request;
  if (GENERATE(false, true)) {
    request.phrases = {required};
  } else {
    request.terminology = std::make_shared<Terminology>(
        std::vector<std::pair<std::string, std::string>>{{"ab", required}});
  }
  SearchSettings settings = with_markup(GENERATE(Markup::kNone, Markup::kHtml));
  settings.beam = GENERATE(1, 4);
  settings.protect = {"[0-9]+"};
  for (const std::string line :
       {"12 ab", "ab 34", "cd 12 ab 34 ef", "ab, 8", "12 ab 34 56 78 90"}) {
    request.text = line;
    const std::string text = translator.translate_n_best({request}, settings)[0][0].text;
    INFO(line << " becomes " << text);
    CHECK(text.find(required) != std::string::npos);
    for (const std::string number : {"12", "34", "56", "78", "8", "90"})
      CHECK((text.find(number) == std::string::npos) == (line.find(number) == std::string::npos));
  }
}

TEST_CASE("n-best lists of fragments have the scores of their sentences") {
  const Translator translator(tiny_translator());
  SearchSettings settings = with_markup();
  settings.beam = 4;
  settings.num_best = 3;
  const auto marked = translator.translate_n_best({{"<p>abc</p><p>def</p>"}}, settings);
  settings.markup = Markup::kNone;
  const auto lines = translator.translate_n_best({{"abc"}, {"def"}}, settings);
  REQUIRE(marked[0].size() == 3);
  for (size_t rank = 0; rank < 3; ++rank) {
    CHECK(marked[0][rank].text ==
          "<p>" + lines[0][rank].text + "</p><p>" + lines[1][rank].text + "</p>");
    CHECK(marked[0][rank].score == lines[0][rank].score + lines[1][rank].score);
    CHECK(marked[0][rank].source_tokens.empty());
  }
}

TEST_CASE("links of a fragment count the words of its sentences, as white space separates them") {
  const Translator translator(tiny_translator());
  SearchSettings settings = with_markup();
  settings.alignment = true;
  const auto marked =
      translator.translate_n_best({{"<p>ab\u00a0cd ef</p><p>gh ab</p>"}}, settings)[0][0];
  settings.markup = Markup::kNone;
  const auto lines = translator.translate_n_best({{"ab\u00a0cd ef"}, {"gh ab"}}, settings);
  auto links = lines[0][0].word_alignment;
  const auto words = static_cast<int32_t>(split_words(lines[0][0].text).size());
  for (const AlignmentLink& link : lines[1][0].word_alignment)
    links.push_back({link.source + 2, link.target + words});
  CHECK_FALSE(lines[1][0].word_alignment.empty());
  CHECK(marked.word_alignment == links);
}

TEST_CASE("a translator leaves out the attention, and keeps the links, where these are enough") {
  const Translator translator(tiny_translator());
  SearchSettings settings = with_markup(GENERATE(Markup::kNone, Markup::kHtml));
  settings.alignment = true;
  const std::vector<TranslationRequest> requests = {{"<p>abc</p><p>def</p>"}};
  const auto all = translator.translate_n_best(requests, settings);
  const auto links =
      translator.translate_n_best(requests, settings, nullptr, AlignmentDetail::kLinks);
  CHECK(!all[0][0].attention.empty());
  CHECK(links[0][0].attention.empty());
  CHECK(links[0][0].text == all[0][0].text);
  CHECK(links[0][0].token_alignment == all[0][0].token_alignment);
  CHECK(links[0][0].word_alignment == all[0][0].word_alignment);
}

TEST_CASE("counts of fragments are those of lines") {
  const Translator translator(tiny_translator());
  TranslationCounts counts;
  translator.translate_n_best({{"<p>a</p><p>b</p>"}, {"<b>\xff</b>"}, {"<br>"}}, with_markup(),
                              &counts);
  CHECK(counts.lines == 3);
  CHECK(counts.repaired_lines == std::vector<size_t>{1});
  CHECK(counts.split_lines.empty());
}

TEST_CASE("a translator keeps protected parts, each once") {
  const Translator translator(tiny_translator());
  SearchSettings settings = with_markup(Markup::kNone);
  const auto without = translator.translate({"abc def"}, settings);
  settings.protect = {"default"};
  const std::vector<std::string> lines = {"abc {{x}} def", "%s", "", "abc def",
                                          "https://example.org/ abc %1$s abc %1$s"};
  const std::vector<std::string> written = translator.translate(lines, settings);
  REQUIRE(written.size() == lines.size());
  const auto count = [](const std::string& text, const std::string& part) {
    size_t found = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
      ++found;
    return found;
  };
  CHECK(count(written[0], "{{x}}") == 1);
  CHECK(written[1] == "%s");
  CHECK(written[2].empty());
  CHECK(written[3] == without[0]);
  CHECK(count(written[4], "https://example.org/") == 1);
  CHECK(count(written[4], "%1$s") == 2);
}

TEST_CASE("parts matched by an expression or named by offsets stay, too") {
  const Translator translator(tiny_translator());
  SearchSettings settings = with_markup(Markup::kNone);
  settings.protect = {"[A-Z]{2}-[0-9]+"};
  std::vector<TranslationRequest> requests = {{.text = "abc AB-12 d \xc3\xa4g"}, {.text = "abc"}};
  requests[0].protected_spans = {{12, 15}};
  const auto found = translator.translate_n_best(requests, settings);
  INFO(found[0].front().text);
  CHECK(found[0].front().text.find("AB-12") != std::string::npos);
  CHECK(found[0].front().text.find("\xc3\xa4g") != std::string::npos);
  settings.protect = {};
  CHECK(found[1].front().text == translator.translate({"abc"}, settings)[0]);
  for (const ByteSpan& wrong : {ByteSpan{0, 99}, {2, 2}, {13, 15}, {12, 13}}) {
    requests[0].protected_spans = {wrong};
    CHECK_THROWS_AS(translator.translate_n_best(requests, settings), std::invalid_argument);
  }
  CHECK_THROWS_WITH(translator.translate_n_best({{"ab"}, requests[0]}, {}),
                    ContainsSubstring("text 1: a protected span "));
  requests[0].protected_spans = {{0, 3}, {2, 5}};
  CHECK_THROWS_AS(translator.translate_n_best(requests, settings), std::invalid_argument);
  settings.protect = {"("};
  CHECK_THROWS_AS(translator.check(settings), std::invalid_argument);
  CHECK_THROWS_WITH(translator.translate_n_best({{"ab"}, {"ab"}}, settings),
                    !ContainsSubstring("text 0"));
}

TEST_CASE("translations with markup cannot be watched") {
  const Translator translator(tiny_translator());
  TranslationRequest request{.text = "a"};
  request.watch.on_text = [](const std::string&) {};
  CHECK_THROWS_AS(translator.translate_n_best({request}, with_markup()), std::invalid_argument);
}

TEST_CASE("reading texts with markup, and cutting sentences, can be cancelled") {
  const Translator translator(tiny_translator());
  const Cancellation cancellation([] { return false; });
  std::this_thread::sleep_for(Cancellation::kInterval);
  TranslationRequest request{.text = "a"};
  request.watch.on_text = [](const std::string&) {};  // refused once it is read
  CHECK_THROWS_AS(translator.translate_n_best({request}, with_markup()), Cancelled);
  CHECK_THROWS_AS(cut_sentences("a"), Cancelled);
}

TEST_CASE("links of pieces become links of the tokens that they are parts of") {
  const std::string space = "\xe2\x96\x81";
  const std::string source = "ab, cd.", target = "x yz";
  const auto source_tokens = text_tokens(source), target_tokens = text_tokens(target);
  const std::vector<std::string> source_pieces = {space + "a", "b,", space, "cd", "."};
  const std::vector<std::string> target_pieces = {space + "x" + space + "y", "z"};
  const auto links =
      links_of_pieces({{1, 0}, {3, 1}, {2, 1}}, {source, source_tokens, source_pieces},
                      {target, target_tokens, target_pieces});
  std::vector<std::pair<int32_t, int32_t>> found;
  for (const TokenLink& link : links) found.emplace_back(link.source, link.target);
  CHECK(found == std::vector<std::pair<int32_t, int32_t>>{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 1}});
}

}  // namespace
}  // namespace dragoman

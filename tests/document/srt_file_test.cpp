#include "document/srt_file.h"

#include <stdexcept>

#include "catch.h"
#include "document/text_columns.h"
#include "translate_document.h"

namespace dragoman {
namespace {

const Dictionary kSubtitleWords = {{"the", "die"},         {"man", "Mann"}, {"who", "der"},
                                   {"sleeps", "schlaeft"}, {"and", "und"},  {"Yes", "Ja"}};

std::string subtitles(const std::string& srt) {
  return translate_document(*parse_srt_file(srt, {}), kSubtitleWords).text;
}

/// Subtitles of which each sentence is translated by `translation`.
std::string subtitles_by(const std::string& srt, const std::string& translation) {
  return translate_document(*parse_srt_file(srt, {}),
                            [&](const std::string&) {
                              return PlainTranslation{translation, {}};
                            })
      .text;
}

std::vector<std::string> texts_of_subtitles(const std::string& srt) {
  std::vector<std::string> texts;
  const auto document = parse_srt_file(srt, {});
  for (const DocumentSegment& segment : document->segments()) texts.push_back(segment.text);
  return texts;
}

std::string cue(int number, const std::string& text) {
  const std::string second = "00:00:0" + std::to_string(number);
  return std::to_string(number) + "\n" + second + ",000 --> " + second + ",900 X1:5\n" + text +
         "\n\n";
}

TEST_CASE("texts of subtitles are translated, and numbers and times stay") {
  CHECK(subtitles(cue(1, "Yes.") + cue(2, "the man")) == cue(1, "Ja.") + cue(2, "die Mann"));
  CHECK(subtitles("\xef\xbb\xbf"
                  "1\r\n00:00:01,000 --> 00:00:02,000\r\nYes\r\n") ==
        "\xef\xbb\xbf"
        "1\r\n00:00:01,000 --> 00:00:02,000\r\nJa\r\n");
  CHECK(subtitles("00:01 --> 00:02\nYes\n2\n00:03 --> 00:04\nYes") ==
        "00:01 --> 00:02\nJa\n2\n00:03 --> 00:04\nJa");
}

TEST_CASE("lines end as before where the last one has no end") {
  const std::string times = "00:00:01,000 --> 00:00:02,000\r\n";
  CHECK(subtitles(times + "the man and the man and the man and the man") ==
        times + "die Mann und die Mann\r\nund die Mann und die Mann");
}

TEST_CASE("lines of a cue are one text, in as many lines") {
  CHECK(subtitles(cue(1, "Yes the man\nwho sleeps.")) == cue(1, "Ja die Mann\nder schlaeft."));
}

TEST_CASE("lines of a cue are at most 42 columns wide where the words allow it") {
  const std::string uneven = cue(1, "A man in a blue shirt is standing on a\nladder.");
  CHECK(subtitles_by(uneven, "Ein Mann in einem blauen Hemd steht auf einer Leiter.") ==
        cue(1, "Ein Mann in einem blauen\nHemd steht auf einer Leiter."));
  CHECK(subtitles_by(uneven, "Ein Mann steht auf der Leiter.") ==
        cue(1, "Ein Mann steht auf der\nLeiter."));
  const std::string six(6, 'x'), thirty(30, 'y'), fifty(50, 'z');
  CHECK(subtitles_by(cue(1, "one"), thirty + " " + six + six + " " + thirty) ==
        cue(1, thirty + "\n" + six + six + "\n" + thirty));
  CHECK(subtitles_by(cue(1, "one"), fifty) == cue(1, fifty));
  CHECK(subtitles_by(cue(1, "one"), fifty + " " + six) == cue(1, fifty + "\n" + six));
}

TEST_CASE("speakers are translated each by itself") {
  CHECK(subtitles(cue(1, "- Yes.\n- the man\nwho sleeps")) ==
        cue(1, "- Ja.\n- die Mann\nder schlaeft"));
}

TEST_CASE("a speaker's dash may stand behind tags") {
  CHECK(subtitles(cue(1, "<i>- Yes.</i>\n<i>- the man</i>")) ==
        cue(1, "<i>- Ja.</i>\n<i>- die Mann</i>"));
  CHECK(subtitles(cue(1, "- <i>Yes.</i>\n- the man")) == cue(1, "- <i>Ja.</i>\n- die Mann"));
  CHECK(subtitles(cue(1, "{\\an8}- Yes.\n- the man")) == cue(1, "{\\an8}- Ja.\n- die Mann"));
}

TEST_CASE("text behind a blank line of a cue is translated by itself") {
  const std::string times = "1\n00:00:01,000 --> 00:00:02,000\n";
  CHECK(subtitles(times + "the man\n\nwho sleeps\n \n\n- Yes\n\n" + cue(2, "\nYes.")) ==
        times + "die Mann\n\nder schlaeft\n \n\n- Ja\n\n" + cue(2, "\nJa."));
}

TEST_CASE("numbers above a blank line and names of cues are no text") {
  const std::string first = "1\n\n00:00:01,000 --> 00:00:02,000\n\n";
  const std::string second = "\n\n2\n\n00:00:03,000 --> 00:00:04,000\n\n";
  CHECK(texts_of_subtitles(first + "the man" + second + "sleeps.") ==
        std::vector<std::string>{"the man sleeps."});
  const std::string times = "00:01.000 --> 00:02.000\n", named = "\n\nthe man\n" + times;
  CHECK(subtitles(times + "Yes." + named + "Yes." + named + "Yes.") ==
        times + "Ja." + named + "Ja." + named + "Ja.");
  const std::string two = times + "\nthe\nman\n" + times;
  const auto one_word = [](const std::string&) { return PlainTranslation{"x", {}}; };
  CHECK(translate_document(*parse_srt_file(two, {}), one_word).text == two);
}

TEST_CASE("the columns of a speaker's dash count, too") {
  const std::string source = cue(1, "- Yes\n- Yes");
  const std::string forty = std::string(30, 'x') + " " + std::string(9, 'y');
  const auto translated = translate_document(*parse_srt_file(source, {}), [&](const std::string&) {
    return PlainTranslation{forty + " z", {}};
  });
  const std::string lines = std::string(30, 'x') + "\n" + std::string(9, 'y') + " z";
  CHECK(translated.text == cue(1, "- " + lines + "\n- " + lines));
}

TEST_CASE("the tags of WebVTT may name classes") {
  CHECK(subtitles(cue(1, "<v.loud Bob>the <c.yellow.bg_blue>man</c> sleeps")) ==
        cue(1, "<v.loud Bob>die <c.yellow.bg_blue>Mann</c> schlaeft"));
}

TEST_CASE("tags stay around the same words") {
  CHECK(subtitles(cue(1, "{\\an8}<i>the man</i> & <b>who</b> < and\n<i>sleeps</i>")) ==
        cue(1, "{\\an8}<i>die Mann</i> & <b>der</b> < und\n<i>schlaeft</i>"));
}

TEST_CASE("a sentence over several cues is translated as a whole") {
  std::vector<std::string> sentences;
  const auto document = parse_srt_file(
      cue(1, "the man who") + cue(2, "sleeps and") + cue(3, "sleeps.") + cue(4, "Yes."), {});
  const auto written = translate_document(*document, [&](const std::string& sentence) {
    sentences.push_back(sentence);
    return translate_words(sentence, kSubtitleWords);
  });
  CHECK(sentences == std::vector<std::string>{"the man who sleeps and sleeps.", "Yes."});
  CHECK(written.text ==
        cue(1, "die Mann der") + cue(2, "schlaeft und") + cue(3, "schlaeft.") + cue(4, "Ja."));
}

TEST_CASE("sentences go on in the next cue in any script") {
  using Texts = std::vector<std::string>;
  CHECK(texts_of_subtitles(cue(1, "Он вышел и пошёл") + cue(2, "в школу, где ждали") +
                           cue(3, "друзья.") + cue(4, "Да.")) ==
        Texts{"Он вышел и пошёл в школу, где ждали друзья.", "Да."});
  for (const std::string comma : {"，", "、", "､", "،"})
    CHECK(texts_of_subtitles(cue(1, "去了学校" + comma) + cue(2, "见了老师。")).size() == 1);
  // Without marks nothing tells whether they do.
  CHECK(texts_of_subtitles(cue(1, "去了学校") + cue(2, "见了老师")).size() == 2);
}

TEST_CASE("lines of Chinese and Japanese are joined without a space") {
  using Texts = std::vector<std::string>;
  CHECK(texts_of_subtitles(cue(1, "我昨天去了\n学校，") + cue(2, "见了老师。")) ==
        Texts{"我昨天去了学校，见了老师。"});
  CHECK(texts_of_subtitles(cue(1, "나는 어제\n학교에 갔다.")) == Texts{"나는 어제 학교에 갔다."});
}

TEST_CASE("subtitles without letters stay as they are") {
  CHECK(texts_of_subtitles(cue(1, "♪ ♪") + cue(2, "…") + cue(3, "2024")).empty());
}

TEST_CASE("each cue has text if a sentence's translation has few words") {
  const std::string three = cue(1, "the man who sleeps for ever") + cue(2, "and") + cue(3, "ever");
  CHECK(subtitles_by(three, "aa bb cc") == cue(1, "aa") + cue(2, "bb") + cue(3, "cc"));
  CHECK(subtitles_by(three, "aa bb") == cue(1, "aa") + cue(2, "bb") + cue(3, "bb"));
  CHECK(subtitles_by(three, "aa") == cue(1, "aa") + cue(2, "aa") + cue(3, "aa"));
  CHECK(subtitles_by(cue(1, "the man who") + cue(2, "sleeps\n- 1"), "aa") ==
        cue(1, "aa") + cue(2, "aa\n- 1"));
  CHECK(subtitles_by("00:01 --> 00:02\nthe man\n00:03 --> 00:04\nwho\n00:05 --> 00:06\n1", "aa") ==
        "00:01 --> 00:02\naa\n00:03 --> 00:04\naa\n00:05 --> 00:06\n1");
}

TEST_CASE("a translation cannot make a line of times") {
  const auto document = parse_srt_file(cue(1, "Yes"), {});
  const auto written = translate_document(*document, [](const std::string&) {
    return PlainTranslation{"0:1 ---> 0:2", {}};
  });
  CHECK(written.text.find("-->", written.text.find("X1:5")) == std::string::npos);
}

TEST_CASE("text is shared out by width, at spaces and between words without spaces") {
  using Cut = std::vector<std::string>;
  CHECK(share_out("aa bb cc dd", {1, 1}, {}) == Cut{"aa bb", "cc dd"});
  CHECK(share_out("aa bb cc dd", {3, 1}, {}) == Cut{"aa bb cc", "dd"});
  CHECK(share_out("aa", {1, 1, 1}, {}) == Cut{"aa", "", ""});
  CHECK(share_out("\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad", {1, 1}, {}) ==
        Cut{"\xe4\xb8\xad\xe4\xb8\xad", "\xe4\xb8\xad\xe4\xb8\xad"});
  // I like to go to school.
  CHECK(share_out("ฉันชอบไปโรงเรียน", {1, 1}, {}) == Cut{"ฉันชอบไป", "โรงเรียน"});
  CHECK(wrap_text("ฉันชอบไปโรงเรียน", 8, {}) == Cut{"ฉันชอบไป", "โรงเรียน"});
  CHECK(wrap_text("aa bb cc", 5, {}) == Cut{"aa bb", "cc"});
  CHECK(wrap_text("aaaaaaaa bb", 5, {}) == Cut{"aaaaaaaa", "bb"});
}

TEST_CASE("text that is no subtitle is refused, and an empty file stays empty") {
  CHECK(subtitles("").empty());
  CHECK(subtitles("\n\n") == "\n\n");
  CHECK_THROWS_AS(subtitles("Hello"), std::invalid_argument);
  CHECK_THROWS_AS(subtitles("1\n00:01 --> 00:02\n\xff\n"), std::invalid_argument);
  CHECK_THROWS_WITH(subtitles("1\r00:01 --> 00:02\rYes\r\r2\r00:03 --> 00:04\rYes\r"),
                    "line 1: lines end with CR alone: convert them, as with `tr '\\r' '\\n'`");
  CHECK(subtitles("1\r\r\n00:01 --> 00:02\r\r\nYes\r\r\n") ==
        "1\r\r\n00:01 --> 00:02\r\r\nJa\r\r\n");
}

}  // namespace
}  // namespace dragoman

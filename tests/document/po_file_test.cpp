#include "document/po_file.h"

#include <algorithm>
#include <stdexcept>

#include "catch.h"
#include "document/po_reader.h"
#include "document/po_string.h"
#include "markup/text_tokens.h"
#include "translate_document.h"

namespace dragoman {
namespace {

const Dictionary kGerman = {{"one", "ein"},      {"file", "Datei"},   {"files", "Dateien"},
                            {"Open", "Oeffnen"}, {"the", "die"},      {"Save", "Sichern"},
                            {"of", "von"},       {"Quit", "Beenden"}, {"red", "rot"}};

std::string header(const std::string& plural = "nplurals=2; plural=(n != 1);") {
  return "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n"
         "\"Plural-Forms: " +
         plural + "\\n\"\n\n";
}

TranslatedDocument german(const std::string& po, const DocumentOptions& options = {}) {
  return translate_document(*parse_po_file(po, options), kGerman);
}

/// The translation of the only entry, `entry`, whose first string is empty.
std::string german_string(const std::string& entry) {
  const auto found = german(header() + entry);
  const auto entries = read_po(found.text);
  return entries.back().translations.front().value;
}

/// A translator that turns two words around, links and all.
PlainTranslation turned_around(const std::string& plain) {
  PlainTranslation translation = translate_words(plain, {});
  const auto tokens = text_tokens(plain);
  std::string text;
  for (size_t i = tokens.size(); i-- > 0;)
    text += std::string(tokens[i].of(plain)) + (i > 0 ? " " : "");
  translation.text = text;
  for (TokenLink& link : translation.links)
    link.target = static_cast<int32_t>(tokens.size()) - 1 - link.source;
  return translation;
}

TEST_CASE("entries without a translation get one, and all else stays") {
  const std::string before = header() +
                             "# by hand\n#: a.c:1\nmsgid \"Save\"\nmsgstr \"Speichern\"\n\n"
                             "#, fuzzy\nmsgid \"Quit\"\nmsgstr \"Ende\"\n\n"
                             "#. note\nmsgctxt \"menu\"\nmsgid \"Open the file\"\nmsgstr ";
  const std::string after = "\n\n#~ msgid \"old\"\n#~ msgstr \"\"\n";
  CHECK(german(before + "\"\"" + after).text == before + "\"Oeffnen die Datei\"" + after);
}

/// Finds a part of texts.
FindSpans finder_of(const std::string& part) {
  return [part](std::string_view text) { return occurrences(text, part); };
}

TEST_CASE("parts protected by name stay in messages, too") {
  const auto string_of = [](const std::string& message, const std::string& part) {
    const auto po = german(header() + message + "msgstr \"\"\n", {.kept_spans = finder_of(part)});
    return read_po(po.text).back().translations.front().value;
  };
  const std::string open = "#, c-format\nmsgid \"Open the file %s of %d\"\n";
  CHECK(string_of(open, "the file") == "Oeffnen the file %s von %d");
  CHECK(string_of(open, "the file %s of") == "Oeffnen the file %s of %d");
  CHECK(string_of(open, "file %") == "Oeffnen die Datei %s von %d");  // it would part a directive
  CHECK(string_of("msgid \"Save & <b>Quit</b>\"\n", "Quit") == "Sichern & <b>Quit</b>");
  CHECK(string_of("msgid \"Quit\"\n", "Quit") == "Quit");
  CHECK(string_of("msgid \"Save &amp; <b>Quit</b>\"\n", "amp") == "Sichern &amp; <b>Beenden</b>");
  CHECK(string_of("msgid \"Save &amp; Quit\"\n", "amp; Quit") == "Sichern &amp; Quit");
}

TEST_CASE("an accelerator is not put into a part protected by name") {
  const std::string po = header() + "msgid \"_file Foo\"\nmsgstr \"\"\n";
  const auto string_with = [&](const DocumentOptions& options) {
    return read_po(german(po, options).text).back().translations.front().value;
  };
  CHECK(string_with({}) == "Datei _Foo");
  CHECK(string_with({.kept_spans = finder_of("Foo")}) == "_Datei Foo");
}

TEST_CASE("what looks like an accelerator in a directive, a placeholder or an address stays") {
  const auto string_of = [](const std::string& menu, const std::string& message) {
    const auto po =
        german(header() + "msgid \"" + menu + "\"\nmsgstr \"\"\n\n" + message + "\nmsgstr \"\"\n");
    CHECK(po.notes.empty());
    return read_po(po.text).back().translations.front().value;
  };
  CHECK(string_of("_Quit", "#, python-format\nmsgid \"Open %(num_f)d files\"") ==
        "Oeffnen %(num_f)d Dateien");
  CHECK(string_of("_Quit", "#, python-brace-format\nmsgid \"_Open {the_f}\"") ==
        "_Oeffnen {the_f}");
  CHECK(string_of("&Quit", "msgid \"Open https://example.org/?a=1&b=2\"") ==
        "Oeffnen https://example.org/?a=1&b=2");
  CHECK(string_of("~Quit", "#, lisp-format\nmsgid \"Open ~A files\"") == "Oeffnen ~A Dateien");
}

TEST_CASE("flags on several lines are written on the first") {
  CHECK(german(header() + "#, c-format\n#: a\n#, fuzzy\nmsgid \"Quit\"\nmsgstr \"Ende\"\n",
               {.entries = EntryChoice::kUnfinished})
            .text == header() + "#, c-format\n#: a\nmsgid \"Quit\"\nmsgstr \"Beenden\"\n");
}

TEST_CASE("entries that are marked as unfinished are translated if that is asked for") {
  const std::string po = header() + "#, fuzzy, c-format\nmsgid \"Quit\"\nmsgstr \"Ende\"\n";
  CHECK(german(po).text == po);
  CHECK(german(po, {.entries = EntryChoice::kUnfinished}).text ==
        header() + "#, c-format\nmsgid \"Quit\"\nmsgstr \"Beenden\"\n");
  const std::string done = header() + "msgid \"Quit\"\nmsgstr \"Ende\"\n";
  CHECK(german(done, {.entries = EntryChoice::kUnfinished}).text == done);
  CHECK(german(done, {.entries = EntryChoice::kAll}).text ==
        header() + "msgid \"Quit\"\nmsgstr \"Beenden\"\n");
}

TEST_CASE("translations to be reviewed are fuzzy") {
  const DocumentOptions options{.marks_review = true};
  CHECK(german(header() + "#: a\nmsgid \"Quit\"\nmsgstr \"\"\n", options).text ==
        header() + "#: a\n#, fuzzy\nmsgid \"Quit\"\nmsgstr \"Beenden\"\n");
  CHECK(german(header() + "#, c-format\nmsgid \"Quit\"\nmsgstr \"\"\n", options).text ==
        header() + "#, fuzzy, c-format\nmsgid \"Quit\"\nmsgstr \"Beenden\"\n");
}

TEST_CASE("each plural form is made of the text for its numbers") {
  const std::string entry =
      "#, c-format\nmsgid \"one file\"\nmsgid_plural \"%d files\"\n"
      "msgstr[0] \"\"\nmsgstr[1] \"\"\nmsgstr[2] \"\"\n";
  const auto strings = [&](const std::string& plural) {
    std::vector<std::string> found;
    const auto entries = read_po(german(header(plural) + entry).text);
    for (const PoString& string : entries[1].translations) found.push_back(string.value);
    return found;
  };
  using Strings = std::vector<std::string>;
  CHECK(strings("nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;") ==
        Strings{"ein Datei", "%d Dateien", "%d Dateien"});
  // 21 has the form of 1, too: a text without the number would be wrong.
  CHECK(strings("nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 ? 1 : 2);") ==
        Strings{"%d Dateien", "%d Dateien", "%d Dateien"});
  CHECK(strings("nplurals=1; plural=0;") == Strings{"%d Dateien", "%d Dateien", "%d Dateien"});
}

TEST_CASE("line breaks, columns and options of commands stay") {
  CHECK(german_string("msgid \"\\nOpen\\n  -h, --help\\tSave the file\\n\"\nmsgstr \"\"\n") ==
        "\nOeffnen\n  -h, --help\tSichern die Datei\n");
  CHECK(german_string("msgid \"--open=FILE, -o[=FILE]   the file\"\nmsgstr \"\"\n") ==
        "--open=FILE, -o[=FILE]   die Datei");
  CHECK(german_string("msgid \"%s: \\\"%d\\\"\\n\"\nmsgstr \"\"\n") == "%s: \"%d\"\n");
}

TEST_CASE("wrapped lines are one text, which is wrapped again") {
  const std::string line = "the red file of the red file of the red file of the red";
  const std::string found = german_string("msgid \"\"\n\"" + line + "\\n\"\n\"" + line +
                                          "\\n\"\n\"file.\\n\"\nmsgstr \"\"\n");
  std::string joined = found;
  std::replace(joined.begin(), joined.end(), '\n', ' ');
  CHECK(joined.find("von die rot die rot") != std::string::npos);
  CHECK(found.ends_with("Datei.\n"));
  for (size_t begin = 0; begin < found.size(); begin = found.find('\n', begin) + 1)
    CHECK(found.find('\n', begin) - begin <= line.size());
}

TEST_CASE("format directives that change places get numbers, or nothing is translated") {
  const auto turn = [](const std::string& flag) {
    return translate_document(
        *parse_po_file(header() + "#, " + flag + "\nmsgid \"%s of %s\"\nmsgstr \"\"\n", {}),
        turned_around);
  };
  const auto numbered = turn("c-format");
  CHECK(read_po(numbered.text).back().translations[0].value == "%2$s of %1$s");
  CHECK(numbered.notes.empty());
  const auto left = turn("python-format");
  CHECK(read_po(left.text).back().translations[0].value.empty());
  REQUIRE(left.notes.size() == 1);
  CHECK(left.notes[0].line == 7);
}

TEST_CASE("directives in tags may not change places unnoticed") {
  const std::string entry = "msgid \"<a href='%s'>x</a> %s\"\nmsgstr \"\"\n";
  const auto turn = [&](const std::string& flag) {
    return translate_document(*parse_po_file(header() + "#, " + flag + "\n" + entry, {}),
                              turned_around)
        .text;
  };
  CHECK(read_po(turn("c-format")).back().translations[0].value == "%2$s <a href='%1$s'>x</a>");
  CHECK(read_po(turn("python-format")).back().translations[0].value.empty());
}

TEST_CASE("a translation that has a format directive by chance is not written") {
  const auto found = translate_document(
      *parse_po_file(header() + "#, c-format\nmsgid \"half\"\nmsgstr \"\"\n", {}),
      [](const std::string&) {
        return PlainTranslation{"50 % der", {}};
      });
  CHECK(read_po(found.text).back().translations[0].value.empty());
  CHECK(found.notes.size() == 1);
}

TEST_CASE("tags and references of messages stay") {
  CHECK(german_string("msgid \"<b>Open</b> & the <a href=\\\"x\\\">file</a>\"\nmsgstr \"\"\n") ==
        "<b>Oeffnen</b> & die <a href=\"x\">Datei</a>");
  CHECK(german_string("msgid \"<b>Open</b> &amp; the file\"\nmsgstr \"\"\n") ==
        "<b>Oeffnen</b> &amp; die Datei");
  CHECK(german_string("#, c-format\nmsgid \"%<PRIu64> files\"\nmsgstr \"\"\n") ==
        "%<PRIu64> Dateien");
}

TEST_CASE("a line break, a tab or spaces in a tag cut nothing") {
  const auto found = [](const std::string& text) {
    return german_string("msgid \"" + text + "\"\nmsgstr \"\"\n");
  };
  CHECK(found("the <a\\n  href='the' title='red\\tfile   of'>file</a> of\\nred\\tfile\\n") ==
        "die <a\n  href='the' title='red\tfile   of'>Datei</a> von\nrot\tDatei\n");
  CHECK(found("the <!-- red\\nfile --> file\\n") == "die <!-- red\nfile --> Datei\n");
  const std::string line = "the red file of the red file of the red file";
  CHECK(found(line + " <a\\nhref='the'>file</a> of\\nfile.").find("<a\nhref='the'>Datei</a>") !=
        std::string::npos);
  // These are not tags of several lines.
  CHECK(found("<file\\nred <b>file</b>") == "<file\nrot <b>Datei</b>");
  CHECK(found("<file\\nred") == "<file\nrot");
  CHECK(found("<!-- red\\n<b>file</b>") == "<!-- red\n<b>Datei</b>");
}

TEST_CASE("accelerators stand before their letter, or before the first one") {
  const auto menu = [](const std::string& text) {
    return german_string("msgid \"_Open\"\nmsgstr \"x\"\n\nmsgid \"" + text + "\"\nmsgstr \"\"\n");
  };
  CHECK(menu("_Quit") == "_Beenden");
  CHECK(menu("_Save") == "_Sichern");
  CHECK(menu("the _red file") == "die _rot Datei");
  CHECK(menu("Open file_name") == "Oeffnen file_name");
}

TEST_CASE("messages without letters are not translated") {
  const auto count = [](const std::string& message) {
    const auto document = parse_po_file(header() + "msgid \"" + message + "\"\nmsgstr \"\"\n", {});
    return document->segments().size();
  };
  for (const std::string message : {"…", "— 5", "©", "✓"}) CHECK(count(message) == 0);
  CHECK(count("是") == 1);
}

TEST_CASE("strings are written as gettext writes them") {
  CHECK(quote_po("a \"b\"\t\\\n", 7, "\n") == "\"a \\\"b\\\"\\t\\\\\\n\"");
  CHECK(quote_po("a\nb", 7, "\n") == "\"\"\n\"a\\n\"\n\"b\"");
  const std::string word = "abcdefghi ";
  std::string text;
  for (int i = 0; i < 10; ++i) text += word;
  std::string seven;
  for (int i = 0; i < 7; ++i) seven += word;
  CHECK(quote_po(text, 7, "\n") == "\"\"\n\"" + seven + "\"\n\"" + word + word + word + "\"");
  for (const std::string value : {"a\"b\\c\td\a\b\f\v\r\n", "plain", "", "\xc3\xa4"}) {
    const std::string quoted = quote_po(value, 0, "\n");
    CHECK(unescape_po(quoted.substr(1, quoted.size() - 2)) == value);
  }
  CHECK(unescape_po("\\x41\\101\\q\\") == "AA\\q\\");
}

TEST_CASE("line ends and byte order marks stay") {
  const std::string po = "\xef\xbb\xbfmsgid \"Quit\"\r\nmsgstr \"\"\r\n";
  CHECK(german(po).text == "\xef\xbb\xbfmsgid \"Quit\"\r\nmsgstr \"Beenden\"\r\n");
  CHECK(german("msgid \"Quit\"\nmsgstr \"\"").text == "msgid \"Quit\"\nmsgstr \"Beenden\"");
  const std::string files = "files files files files files files files ";
  CHECK(german("msgid \"" + files + files + "\"\r\nmsgstr \"\"").text ==
        "msgid \"" + files + files + "\"\r\nmsgstr \"\"\r\n\"" +
            "Dateien Dateien Dateien Dateien Dateien Dateien Dateien Dateien Dateien \"\r\n\"" +
            "Dateien Dateien Dateien Dateien Dateien \"");
  CHECK(german("").text.empty());
}

TEST_CASE("text that is not PO is refused with its line") {
  const auto fails = [](const std::string& po, const std::string& what) {
    try {
      parse_po_file(po, {});
      FAIL_CHECK("no error for " + po);
    } catch (const std::invalid_argument& error) {
      CHECK(std::string(error.what()).starts_with(what));
    }
  };
  fails("msgid \"a\"\n", "line 2: ");
  fails("msgid \"a\nmsgstr \"\"\n", "line 1: ");
  fails("\n\"a\"\n", "line 2: ");
  fails("msgid \"a\"\nmsgstr \"\"\nfoo \"b\"\n", "line 3: ");
  fails("msgid \"a\"\nmsgstr[0] \"\"\n", "line 2: ");
  fails("\n\xff\n", "line 2: invalid UTF-8");
  fails("msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=ISO-8859-1\\n\"\n",
        "line 1: the document says that its charset is ISO-8859-1");
  fails("msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=CHARSET\\n\"\n", "line 1: ");
}

}  // namespace
}  // namespace dragoman

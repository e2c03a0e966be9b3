#include <string>
#include <vector>

#include "catch.h"
#include "document/po_file.h"
#include "document/po_reader.h"
#include "translate_document.h"

namespace dragoman {
namespace {

const Dictionary kEntryWords = {{"one", "ein"},   {"dog", "Hund"}, {"dogs", "Hunde"},
                                {"See", "Siehe"}, {"and", "und"},  {"red", "rot"}};

std::string po_with(const std::string& plural, const std::string& entry) {
  return "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n"
         "\"Plural-Forms: " +
         plural + "\\n\"\n\n" + entry;
}

std::string po_with(const std::string& entry) { return po_with("nplurals=2; plural=n!=1;", entry); }

TranslatedDocument translated_po(const std::string& po, const DocumentOptions& options = {}) {
  return translate_document(*parse_po_file(po, options), kEntryWords);
}

/// The translations of the last entry.
std::vector<std::string> last_strings(const TranslatedDocument& document) {
  std::vector<std::string> strings;
  const auto entries = read_po(document.text);
  for (const PoString& string : entries.back().translations) strings.push_back(string.value);
  return strings;
}

/// Translates messages into their words in the opposite order.
TranslatedDocument backwards(const std::string& po) {
  return translate_document(*parse_po_file(po, {}), mirrored);
}

using PoStrings = std::vector<std::string>;

}  // namespace

TEST_CASE("a part protected by name may have tags in it") {
  const auto string_of = [](const std::string& message, const std::string& part) {
    const DocumentOptions options{
        .kept_spans = [part](std::string_view text) { return occurrences(text, part); }};
    const std::string entry = "msgid \"" + message + "\"\nmsgstr \"\"\n";
    return last_strings(translated_po(po_with(entry), options)).front();
  };
  CHECK(string_of("See :ref:`dog <dog>` and red", ":ref:`dog <dog>`") ==
        "Siehe :ref:`dog <dog>` und rot");
  CHECK(string_of("See <b>dog</b> and <i>red</i>", "<b>dog</b>") ==
        "Siehe <b>dog</b> und <i>rot</i>");
  CHECK(string_of("See <b>dog</b> and", "dog</b> and") == "Siehe <b>dog</b> and");
  CHECK(string_of("See <b>dog</b>", "See <b") == "Siehe <b>Hund</b>");
}

TEST_CASE("flags of a format count on lines with #=, too, which stay") {
  const std::string entry = "#, fuzzy\n#= c-format, no-wrap\nmsgid \"%s and %d\"\nmsgstr \"\"\n";
  const std::string clean = "#= c-format, no-wrap\nmsgid \"%s and %d\"\nmsgstr ";
  CHECK(backwards(po_with(entry)).text == po_with(clean + "\"%2$d and %1$s\"\n"));
}

TEST_CASE("directives are not numbered if some are on a line without letters") {
  const std::string flag = "#, c-format\n";
  const std::string entry = po_with(flag + "msgid \"%d:\\n\\n%s and %d\"\nmsgstr \"\"\n");
  const TranslatedDocument document = backwards(entry);
  CHECK(document.text == entry);
  CHECK(document.notes.size() == 1);
}

TEST_CASE("a message without a format does not change the order of directives") {
  const std::string entry = po_with("msgid \"%s and %d\"\nmsgstr \"\"\n");
  const TranslatedDocument document = backwards(entry);
  CHECK(document.text == entry);
  CHECK(document.notes.size() == 1);
}

TEST_CASE("the form for 1, 21 and 31 has the number where only the plural text has it") {
  const std::string slavic = "nplurals=2; plural=n%10!=1;";
  const std::string one = "msgid \"one dog\"\nmsgid_plural \"%{n} dogs\"\n";
  const std::string strings = "msgstr[0] \"\"\nmsgstr[1] \"\"\n";
  CHECK(last_strings(translated_po(po_with(slavic, one + strings))) ==
        PoStrings{"%{n} Hunde", "%{n} Hunde"});
  CHECK(last_strings(translated_po(po_with(one + strings))) == PoStrings{"ein Hund", "%{n} Hunde"});
  const std::string each = "msgid \"{n} dog\"\nmsgid_plural \"{n} dogs\"\n";
  CHECK(last_strings(translated_po(po_with(slavic, each + strings))) ==
        PoStrings{"{n} Hund", "{n} Hunde"});
}

TEST_CASE("an entry that is fuzzy no longer has no old source") {
  const std::string old = "#| msgid \"\"\n#| \"old\"\n";
  const std::string entry = "msgid \"red\"\nmsgstr ";
  CHECK(translated_po(po_with("#, fuzzy\n" + old + entry + "\"alt\"\n"),
                      {.entries = EntryChoice::kUnfinished})
            .text == po_with(entry + "\"rot\"\n"));
  CHECK(translated_po(po_with("#, fuzzy\n" + old + entry + "\"alt\"\n"),
                      {.entries = EntryChoice::kUnfinished, .marks_review = true})
            .text == po_with("#, fuzzy\n" + old + entry + "\"rot\"\n"));
}

TEST_CASE("an ICU message stays untranslated, with a note") {
  const std::string entry = po_with("msgid \"{n, plural, one {dog} other {dogs}}\"\nmsgstr \"\"\n");
  const TranslatedDocument document = translated_po(entry);
  CHECK(document.text == entry);
  REQUIRE(document.notes.size() == 1);
  CHECK(document.notes[0].line == 6);
}

TEST_CASE("a message with very many columns takes time linear in its length") {
  std::string cells;
  for (int i = 0; i < 100000; ++i) cells += "1\\t";
  const auto strings =
      last_strings(translated_po(po_with("msgid \"" + cells + "dog\"\nmsgstr \"\"\n")));
  CHECK(strings.front().ends_with("1\t1\tHund"));
}

}  // namespace dragoman

#include <memory>
#include <stdexcept>
#include <string>

#include "catch.h"
#include "document/html_page.h"
#include "document/po_file.h"
#include "document/srt_file.h"
#include "document/xliff_file.h"

namespace dragoman {
namespace {

using ParseDocument = std::unique_ptr<Document> (*)(std::string_view, const DocumentOptions&);

/// The error for a document that cannot be read.
std::string error_of(ParseDocument parse, const std::string& bytes) {
  try {
    parse(bytes, {});
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

std::string utf16_little(const std::string& ascii) {
  std::string bytes;
  for (const char c : ascii) bytes += {c, '\0'};
  return bytes;
}

std::string utf16_big(const std::string& ascii) {
  std::string bytes;
  for (const char c : ascii) bytes += {'\0', c};
  return bytes;
}

}  // namespace

TEST_CASE("documents in UTF-16 are refused with the command that converts them") {
  for (ParseDocument parse :
       {&parse_html_page, &parse_po_file, &parse_srt_file, &parse_xliff_file}) {
    CHECK(error_of(parse, "\xff\xfe" + utf16_little("1\n00:")) ==
          "the document is UTF-16: convert it, as by `iconv -f UTF-16 -t UTF-8 FILE >NEW`");
    CHECK_THAT(error_of(parse, "\xfe\xff" + utf16_big("<p>")),
               ContainsSubstring("iconv -f UTF-16 -t"));
    CHECK_THAT(error_of(parse, utf16_little("msgid")), ContainsSubstring("iconv -f UTF-16LE -t"));
    CHECK_THAT(error_of(parse, utf16_big("msgid")), ContainsSubstring("iconv -f UTF-16BE -t"));
  }
}

TEST_CASE("documents that declare another charset are refused with the command for it") {
  CHECK(error_of(parse_html_page, "\n<meta charset=ISO-8859-1><p>\xe9") ==
        "line 2: the document says that its charset is ISO-8859-1, but must be UTF-8: convert it, "
        "as by `iconv -f ISO-8859-1 -t UTF-8 FILE >NEW`, and write UTF-8 in this line");
  CHECK_THAT(error_of(parse_xliff_file, "<?xml version=\"1.0\" encoding=\"cp1252\"?><xliff>\xe9"),
             ContainsSubstring("iconv -f cp1252 -t"));
  CHECK(error_of(parse_xliff_file, "<?xml version='1.0' encoding=\"x; rm -rf ~\"?><xliff/>") ==
        "line 1: the document says that its charset is `x; rm -rf ~`, but must be UTF-8: convert "
        "it, as by `iconv -f CHARSET -t UTF-8 FILE >NEW`, and write UTF-8 in this line");
  const std::string header =
      "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=Shift_JIS\\n\"\n";
  const std::string what =
      "the document says that its charset is Shift_JIS, but must be UTF-8: convert it, as by "
      "`msgconv -t UTF-8 FILE -o NEW`";
  // The second byte of a letter in Shift JIS may be a backslash.
  CHECK(error_of(parse_po_file, header + "\nmsgid \"\x95\\\"\nmsgstr \"\"\n") == "line 3: " + what);
  CHECK(error_of(parse_po_file, header) == "line 1: " + what);
}

TEST_CASE("documents that are not UTF-8 and say no charset are refused with their line") {
  for (ParseDocument parse : {&parse_html_page, &parse_po_file, &parse_srt_file, &parse_xliff_file})
    CHECK(
        error_of(parse, "a\ncaf\xe9\n") ==
        "line 2: invalid UTF-8: convert the document, as by `iconv -f LATIN1 -t UTF-8 FILE >NEW`");
}

}  // namespace dragoman

#include "document/format_directives.h"

#include "catch.h"
#include "document/accelerator.h"
#include "document/kept_parts.h"
#include "document/plural_forms.h"

namespace dragoman {
namespace {

using Parts = std::vector<std::string>;

Parts parts_of(const std::string& text, const std::vector<ByteSpan>& spans) {
  Parts parts;
  for (const ByteSpan& span : spans) parts.emplace_back(span.of(text));
  return parts;
}

Parts directives(const std::string& text, const std::string& flag) {
  return parts_of(text, format_directives(text, directive_style(flag)));
}

TEST_CASE("directives of each kind of format are found") {
  CHECK(directives("%s %1$-5.3lf%% %*d %<PRIu64>x %Zd %m %5c 100 % sure", "c-format") ==
        Parts{"%s", "%1$-5.3lf", "%%", "%*d", "%<PRIu64>", "%Zd", "%m", "%5c", "% s"});
  CHECK(directives("%(name)s %d %", "python-format") == Parts{"%(name)s", "%d"});
  CHECK(directives("%{a} %<b>s %c", "ruby-format") == Parts{"%{a}", "%<b>s", "%c"});
  CHECK(directives("{} {0} {a:{w}} {{ }", "python-brace-format") ==
        Parts{"{}", "{0}", "{a:{w}}", "{{"});
  CHECK(directives("%1 %L2 %n %s", "qt-format") == Parts{"%1", "%L2", "%n"});
  CHECK(directives("%1%2%L3%n %4%", "qt-format") == Parts{"%1", "%2", "%L3", "%n", "%4%"});
  CHECK(directives("%|1$s| %1%%2% %s %|", "boost-format") == Parts{"%|1$s|", "%1%", "%2%", "%s"});
  CHECK(directives("$a ${b} $", "sh-format") == Parts{"$a", "${b}"});
  CHECK(directives("~a ~10,2f ~", "scheme-format") == Parts{"~a", "~10,2f"});
  CHECK(directives("{0}''s", "java-format") == Parts{"{0}", "'", "'"});
  CHECK(directives("%qs %<a%>", "gcc-internal-format") == Parts{"%qs", "%<", "%>"});
  for (const std::string flag : {"no-c-format", "possible-c-format", "fuzzy", "wrap"})
    CHECK(directives("%s", flag).empty());
}

TEST_CASE("directives without names and numbers depend on their order") {
  for (const std::string directive : {"%s", "%5d", "%*d", "%<PRId64>"})
    CHECK(depends_on_order(directive, DirectiveStyle::kPercent));
  for (const std::string directive : {"%1$s", "%(a)s", "%{a}", "%%", "%m", "%1%", "%|1$s|"})
    CHECK(!depends_on_order(directive, DirectiveStyle::kPercent));
  CHECK(with_number("%-5s", 2) == "%2$-5s");
  CHECK(with_number("%*d", 1).empty());
}

TEST_CASE("options of commands and names in programs are kept, and other words are not") {
  const std::string text = "Use -h, --help or [--file=FILE] --color[=WHEN], not -word or pre-fix -";
  CHECK(parts_of(text, kept_parts(text, DirectiveStyle::kNone, {})) ==
        Parts{"-h", "--help", "--file=FILE", "--color[=WHEN]"});
  const std::string names = "Call open(), a_b or _c_d, not _File, x_ or (this)";
  CHECK(parts_of(names, kept_parts(names, DirectiveStyle::kNone, {})) ==
        Parts{"open()", "a_b", "_c_d"});
}

TEST_CASE("accelerators are told from names") {
  CHECK(find_accelerator("_File", '_', {})->key == 'F');
  CHECK(find_accelerator("E&xit", '&', {})->key == 'x');
  CHECK(find_accelerator("Save ~As...", '~', {})->key == 'A');
  for (const std::string text : {"file_name", "a_b_c", "_", "AT&T", "&amp; x", "a & b"})
    CHECK(!find_accelerator(text, text.find('&') == std::string::npos ? '_' : '&', {}));
  CHECK(!find_accelerator("{a_b}", '_', {{0, 5}}));
  CHECK(find_accelerator("{a_b} _File", '_', {{0, 5}})->at == 6);
  CHECK(with_accelerator("Beenden", {'_', 'Q'}, {}) == "_Beenden");
  CHECK(with_accelerator("Als Datei", {'_', 'D'}, {}) == "Als _Datei");
  CHECK(with_accelerator("Ende", {'&', 'd'}, {}) == "En&de");
  CHECK(with_accelerator("<b>Ab</b>", {'&', 'b'}, {{0, 3}, {5, 9}}) == "<b>A&b</b>");
  CHECK(with_accelerator("\xe6\x96\x87\xe4\xbb\xb6...", {'_', 'f'}, {}) ==
        "\xe6\x96\x87\xe4\xbb\xb6(_F)...");
}

TEST_CASE("formulas of plurals are those of C") {
  const PluralForms slavic(
      "Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && "
      "(n%100<10 || n%100>=20) ? 1 : 2);\n");
  CHECK(slavic.num_forms() == 3);
  CHECK(slavic.form_of_one() == 0);
  CHECK(!slavic.one_is_alone());
  const PluralForms arabic("nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : 3;");
  CHECK(arabic.form_of_one() == 1);
  CHECK(arabic.one_is_alone());
  CHECK(!PluralForms("nplurals=2; plural=n>1;").one_is_alone());
  CHECK(PluralForms("Plural-Forms: nplurals=1; plural=0\nLanguage: ja\n").num_forms() == 1);
  CHECK(PluralForms("nplurals=3;plural=n==1?1:2").form_of_one() == 1);
  CHECK(PluralForms("nplurals=2; plural=!(n!=1) == 0;").form_of_one() == 0);
  for (const std::string wrong :
       {"", "nplurals=2;", "nplurals=x; plural=n;", "nplurals=2; plural=n/0;",
        "nplurals=2; plural=(n;", "nplurals=2; plural=7;", "nplurals=0; plural=0;"}) {
    CHECK(PluralForms(wrong).num_forms() == 2);
    CHECK(PluralForms(wrong).form_of_one() == 0);
  }
  CHECK(PluralForms("nplurals=3; plural=n!=1" + std::string(1000, ' ')).num_forms() == 2);
}

}  // namespace
}  // namespace dragoman

#include "io/settings_file.h"

#include "catch.h"
#include "io/json_depth.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {

TEST_CASE("settings file: comments are allowed, at the start too") {
  const TemporaryFolder folder;
  const std::string path = written_file(
      folder / "s", "// one\n{ // two\n  \"a\": \"x // no comment\" /* three */\n}\n// four");
  CHECK(parse_settings_file(path) == nlohmann::ordered_json{{"a", "x // no comment"}});
}

TEST_CASE("settings file: an error names file, line and column on one line") {
  const TemporaryFolder folder;
  const auto message = [&](const std::string& content) {
    const std::string path = written_file(folder / "s", content);
    try {
      parse_settings_file(path);
    } catch (const std::invalid_argument& error) {
      const std::string text = error.what();
      REQUIRE(text.starts_with(path));
      CHECK(text.find('\n') == std::string::npos);
      return text.substr(path.size());
    }
    return std::string("no error");
  };
  CHECK_THAT(message("{\n  \"a\": 1,\n  \"b\" 2\n}\n"), ContainsSubstring(":3:7: syntax error"));
  CHECK_THAT(message("x"), ContainsSubstring(":1:1: syntax error"));
  CHECK_THAT(message(""), ContainsSubstring(":1:1: syntax error"));
  CHECK_THAT(message("{\"a\": \"x\ny\"}"), ContainsSubstring(": syntax error"));
  CHECK_THAT(message(std::string("{\n\"a\": 1}\0{", 12)),
             ContainsSubstring(":2:8: a NUL byte is in it"));
  CHECK_THAT(message("{\n\"a\": 1e999}"), ContainsSubstring(":2:"));
  CHECK_THAT(message("{\n\"a\": 1e999}"), ContainsSubstring("number overflow parsing '1e999'"));
  CHECK_THAT(message("{\"a\": {\"b\": 1},\n \"c\": {\"b\": 1,\n  \"b\": 2}}"),
             ContainsSubstring(":3:5: key \"b\" is there twice"));
  const std::string opened(kDeepestJson, '['), closed(kDeepestJson, ']');
  CHECK_THAT(message("{\n\"a\": " + opened + closed + "}"),
             ContainsSubstring(":2:37: objects and lists nest deeper than 32 levels"));
  CHECK(message(opened + closed) == "no error");
  CHECK(message("{\"a\": {\"b\": 1}, \"b\": [{\"b\": 1}, {\"b\": 2}]}") == "no error");
}

TEST_CASE("settings file: a file that is missing or a folder is said to be") {
  const TemporaryFolder folder;
  const std::string none = folder / "none.json";
  CHECK_THROWS_AS(parse_settings_file(none), std::runtime_error);
  CHECK_THROWS_WITH(parse_settings_file(none), ContainsSubstring(none));
  CHECK_THROWS_WITH(parse_settings_file(folder.path()),
                    ContainsSubstring(folder.path() + " is a folder"));
}

}  // namespace dragoman

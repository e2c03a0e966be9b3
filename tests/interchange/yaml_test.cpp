#include "interchange/yaml.h"

#include "catch.h"

namespace dragoman {

using Json = nlohmann::ordered_json;

TEST_CASE("YAML becomes the JSON that it says") {
  const Json json = parse_yaml(
      "type: transformer\ndim-vocabs:\n  - 10\n  - 20\nright-left: false\npre: \"\"\nrate: 0.5\n"
      "letters: n\nquoted: \"12\"\nlist: []\nnothing: ~\n",
      "x.yml");
  CHECK(json == Json{{"type", "transformer"},
                     {"dim-vocabs", {10, 20}},
                     {"right-left", false},
                     {"pre", ""},
                     {"rate", 0.5},
                     {"letters", "n"},
                     {"quoted", "12"},
                     {"list", Json::array()},
                     {"nothing", nullptr}});
}

TEST_CASE("keys of YAML are texts, whatever they look like") {
  const Json json =
      parse_yaml("\"</s>\": 0\n<unk>: 1\n12: 2\ntrue: 3\n\"~\": 4\n▁Haus: 5\n\"\\\"\": 6\n", "v");
  CHECK(json ==
        Json{{"</s>", 0}, {"<unk>", 1}, {"12", 2}, {"true", 3}, {"~", 4}, {"▁Haus", 5}, {"\"", 6}});
}

TEST_CASE("keys of YAML that look like nulls are their letters") {
  CHECK((parse_yaml("\xEF\xBB\xBF▁é: 0\nnull: 1\nNull: 2\nNULL: 3\n~: 4\n", "v") ==
         Json{{"▁é", 0}, {"null", 1}, {"Null", 2}, {"NULL", 3}, {"~", 4}}));
}

// PyYAML writes these escapes unless allow_unicode is set.
TEST_CASE("the escapes of U+0085 and U+00A0 are these characters") {
  const std::string text = R"("\_x\N": "\_"
"é\_": 1)";
  CHECK((parse_yaml(text, "v") == Json{{"\xC2\xA0x\xC2\x85", "\xC2\xA0"}, {"é\xC2\xA0", 1}}));
}

TEST_CASE("invalid YAML is refused with its place") {
  CHECK_THROWS_WITH(parse_yaml("a: 1\nb: [1, 2\n", "x.yml"), ContainsSubstring("x.yml:"));
  CHECK_THROWS_WITH(parse_yaml(std::string(200, '[') + std::string(200, ']'), "x.yml"),
                    ContainsSubstring("nested"));
  CHECK_THROWS_WITH(parse_yaml("a\xff: 1\n", "x.yml"), ContainsSubstring("not valid UTF-8"));
}

TEST_CASE("aliases of YAML are followed, unless they multiply") {
  CHECK((parse_yaml("a: &x [1, 2]\nb: *x\n", "x.yml")["b"] == Json{1, 2}));
  std::string text = "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n";
  for (int i = 1; i < 10; ++i) {
    const std::string from = "*a" + std::to_string(i - 1), to = "a" + std::to_string(i);
    text += to + ": &" + to + " [" + from;
    for (int j = 1; j < 10; ++j) text += ", " + from;
    text += "]\n";
  }
  CHECK_THROWS_WITH(parse_yaml(text, "x.yml"), ContainsSubstring("aliases"));
}

}  // namespace dragoman

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

TEST_CASE("invalid YAML is refused with its place") {
  CHECK_THROWS_WITH(parse_yaml("a: 1\nb: [1, 2\n", "x.yml"), ContainsSubstring("x.yml:"));
  CHECK_THROWS_WITH(parse_yaml(std::string(200, '[') + std::string(200, ']'), "x.yml"),
                    ContainsSubstring("nested"));
}

}  // namespace dragoman

#include "io/settings.h"

#include <limits>
#include <locale>

#include "catch.h"
#include "io/settings_check.h"
#include "io/settings_describe.h"
#include "io/settings_file.h"
#include "io/settings_read.h"
#include "io/settings_set.h"
#include "io/settings_write.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {
namespace {

using nlohmann::ordered_json;

enum class Colour { kRed, kBlue };
constexpr auto enum_names(Colour) {
  return std::array{std::pair{Colour::kRed, "red"}, std::pair{Colour::kBlue, "blue"}};
}

#define TEST_LEAF(FIELD)                               \
  FIELD(std::string, file, "", any_value(), "A file.") \
  FIELD(double, weight, 1.0, at_least(0), "How much of it.")
struct Leaf {
  DRAGOMAN_FIELDS(TEST_LEAF)
};

#define TEST_BRANCH(FIELD)                                                \
  FIELD(bool, shared, true, any_value(), "Whether it is shared.")         \
  FIELD(int64_t, size, 8, between(1, 1000), "How many.")                  \
  FIELD(double, dropout, 0.1, between(0, 0.9), "How many fall out.")      \
  FIELD(Colour, colour, Colour::kRed, any_value(), "What it looks like.") \
  FIELD(std::vector<std::string>, tags, {}, any_value(), "Names.")        \
  FIELD(std::vector<Leaf>, leaves, {}, any_value(), "What hangs on it.")  \
  FIELD(Leaf, best, {}, any_value(), "The best leaf.")
struct Branch {
  DRAGOMAN_FIELDS(TEST_BRANCH)
};

#define TEST_TREE(FIELD)                                  \
  FIELD(int64_t, format, 1, between(1, 1), "The format.") \
  FIELD(Branch, branch, {}, any_value(), "The one branch.")
struct Tree {
  DRAGOMAN_FIELDS(TEST_TREE)
};

Tree read(const std::string& json) {
  Tree tree;
  read_settings(ordered_json::parse(json), tree, {"tree.json"});
  return tree;
}

Tree with(std::initializer_list<std::string> assignments) {
  Tree tree;
  for (const std::string& assignment : assignments) set_setting(tree, assignment);
  return tree;
}

}  // namespace

TEST_CASE("settings: values are read by type, and what is absent keeps its default") {
  const Tree tree = read(R"({"branch": {"shared": false, "size": 12, "dropout": 0, "colour": "blue",
      "tags": ["<2de>", "<2fr>"], "leaves": [{"file": "a"}, {"weight": 2}]}})");
  CHECK(tree.format == 1);
  CHECK_FALSE(tree.branch.shared);
  CHECK(tree.branch.size == 12);
  CHECK(tree.branch.dropout == 0.0);
  CHECK(tree.branch.colour == Colour::kBlue);
  CHECK(tree.branch.tags == std::vector<std::string>{"<2de>", "<2fr>"});
  REQUIRE(tree.branch.leaves.size() == 2);
  CHECK(tree.branch.leaves[0].file == "a");
  CHECK(tree.branch.leaves[0].weight == 1.0);
  CHECK(tree.branch.leaves[1].weight == 2.0);
  CHECK(tree.branch.best.file.empty());
}

TEST_CASE("settings: an integer may be written 1e3, but never rounds") {
  CHECK(read(R"({"branch": {"size": 1e3}})").branch.size == 1000);
  CHECK(read(R"({"branch": {"size": 3.0}})").branch.size == 3);
  CHECK_THROWS_WITH(read(R"({"branch": {"size": 1.5}})"),
                    "branch.size is 1.5, but must be an integer between 1 and 1000 (tree.json)");
  CHECK_THROWS_WITH(read(R"({"branch": {"size": 1e30}})"), ContainsSubstring("must be an integer"));
  CHECK_THROWS_WITH(read(R"({"branch": {"size": 18446744073709551615}})"),
                    ContainsSubstring("must be an integer between 1 and 1000 ("));
}

TEST_CASE("settings: an integer that does not fit is refused with the largest one") {
  int64_t field = 0;
  const auto largest = ContainsSubstring("of at least 0 and at most 9223372036854775807");
  read_value(ordered_json(INT64_MAX), field, at_least(0), {});
  CHECK(field == INT64_MAX);
  CHECK_THROWS_WITH(read_value(ordered_json(uint64_t{1} << 63), field, at_least(0), {}), largest);
  CHECK_THROWS_WITH(read_value(ordered_json(1e30), field, at_least(0), {}), largest);
  CHECK_THROWS_WITH(read_value(ordered_json(-1), field, at_least(0), {}),
                    ContainsSubstring("must be an integer of at least 0"));
}

TEST_CASE("settings: a number out of range is refused with the range, whose ends are allowed") {
  CHECK(read(R"({"branch": {"size": 1, "dropout": 0.9}})").branch.dropout == 0.9);
  CHECK(read(R"({"branch": {"size": 1000}})").branch.size == 1000);
  CHECK_THROWS_WITH(read(R"({"branch": {"size": 0}})"),
                    "branch.size is 0, but must be an integer between 1 and 1000 (tree.json)");
  CHECK_THROWS_WITH(read(R"({"branch": {"dropout": 0.91}})"),
                    "branch.dropout is 0.91, but must be a number between 0 and 0.9 (tree.json)");
  CHECK_THROWS_WITH(read(R"({"branch": {"leaves": [{}, {"weight": -1}]}})"),
                    "branch.leaves.1.weight is -1, but must be a number of at least 0 (tree.json)");
  CHECK_THROWS_WITH(read(R"({"format": 2})"), "format is 2, but must be 1 (tree.json)");
}

TEST_CASE("settings: a value of the wrong type is refused with its full key") {
  CHECK_THROWS_WITH(read(R"({"branch": {"shared": 1}})"),
                    "branch.shared is 1, but must be true or false (tree.json)");
  CHECK_THROWS_WITH(read(R"({"branch": {"size": "12"}})"),
                    ContainsSubstring(R"(branch.size is "12", but must be an integer)"));
  CHECK_THROWS_WITH(read(R"({"branch": {"size": true}})"),
                    ContainsSubstring("branch.size is true"));
  CHECK_THROWS_WITH(read(R"({"branch": {"dropout": null}})"),
                    ContainsSubstring("branch.dropout is null, but must be a number"));
  CHECK_THROWS_WITH(read(R"({"branch": {"tags": 1}})"),
                    "branch.tags is 1, but must be a list (tree.json)");
  CHECK_THROWS_WITH(read(R"({"branch": {"tags": ["a", 2]}})"),
                    "branch.tags.1 is 2, but must be text (tree.json)");
  CHECK_THROWS_WITH(read(R"({"branch": [1]})"), "branch is [1], but must be an object (tree.json)");
  CHECK_THROWS_WITH(read("[]"), "the configuration is [], but must be an object (tree.json)");
}

TEST_CASE("settings: an unknown name of an enum is refused with the names that there are") {
  CHECK_THROWS_WITH(read(R"({"branch": {"colour": "green"}})"),
                    "branch.colour is \"green\", but must be one of red, blue (tree.json)");
  CHECK_THROWS_WITH(read(R"({"branch": {"colour": 0}})"), ContainsSubstring("one of red, blue"));
}

TEST_CASE("settings: an unknown key is refused at every depth, with the key that was meant") {
  CHECK_THROWS_WITH(read(R"({"brunch": {}})"),
                    "unknown key `brunch` (tree.json), did you mean `branch`?");
  CHECK_THROWS_WITH(read(R"({"branch": {"dropuot": 0}})"),
                    "unknown key `dropuot` in branch (tree.json), did you mean `dropout`?");
  CHECK_THROWS_WITH(read(R"({"branch": {"leaves": [{"fiel": "a"}]}})"),
                    "unknown key `fiel` in branch.leaves.0 (tree.json), did you mean `file`?");
  CHECK_THROWS_WITH(read(R"({"branch": {"best": {"zzz": 1}}})"),
                    "unknown key `zzz` in branch.best (tree.json); known keys: file, weight");
  CHECK_THROWS_WITH(read(R"({"z\nz": 1})"), ContainsSubstring(R"(key `z\u000az` (tree.json))"));
}

TEST_CASE("settings: ignored sections are passed over, mistyped ones are not") {
  const auto json = ordered_json::parse(R"({"branch": {"size": 3}, "train": {"any": "thing"}})");
  Tree tree;
  read_settings(json, tree, {"tree.json", "", {"train"}});
  CHECK(tree.branch.size == 3);
  CHECK_THROWS_WITH(read_settings(json, tree, {"tree.json"}), ContainsSubstring("`train`"));
  CHECK_THROWS_WITH(
      read_settings(ordered_json::parse(R"({"trian": {}})"), tree, {"tree.json", "", {"train"}}),
      ContainsSubstring("unknown key `trian` (tree.json), did you mean `train`?"));
  CHECK_THROWS_WITH(read_settings(ordered_json::parse(R"({"branch": {"train": {}}})"), tree,
                                  {"tree.json", "", {"train"}}),
                    ContainsSubstring("unknown key `train` in branch"));
}

TEST_CASE("settings: what is written is read back the same") {
  const Tree tree = with({"branch.shared=false", "branch.size=77", "branch.dropout=0.3",
                          "branch.colour=blue", "branch.tags=[\"a \\\"b\\\"\"]",
                          "branch.leaves.0.file=x // y", "branch.best.weight=1e-7"});
  const ordered_json written = write_settings(tree);
  Tree again;
  read_settings(written, again, {"tree.json"});
  CHECK(write_settings(again) == written);
  CHECK(again.branch.tags == tree.branch.tags);
  CHECK(again.branch.best.weight == 1e-7);
  CHECK(written["branch"]["colour"] == "blue");

  const TemporaryFolder folder;
  CHECK(parse_settings_file(written_file(folder / "s", annotate_settings(tree))) == written);
}

TEST_CASE("--set: the type of the field decides how the text is read") {
  const Tree tree = with({"branch.shared=false", "branch.size=1e2", "branch.dropout=.5",
                          "branch.colour=blue", "branch.best.file=17"});
  CHECK_FALSE(tree.branch.shared);
  CHECK(tree.branch.size == 100);
  CHECK(tree.branch.dropout == 0.5);
  CHECK(tree.branch.colour == Colour::kBlue);
  CHECK(tree.branch.best.file == "17");
  CHECK(with({"branch.best.file=a=b \"c\""}).branch.best.file == "a=b \"c\"");
  CHECK(with({"branch.best.file=x", "branch.best.file="}).branch.best.file.empty());
}

TEST_CASE("--set: a list or an object is JSON and replaces what was there") {
  const Tree tree =
      with({"branch.tags=[\"old\"]", "branch.tags=[\"a\", \"b\"]", "branch.best.weight=5",
            "branch.best={\"file\": \"f\"}", "branch.leaves=[{\"file\": \"l\"}]"});
  CHECK(tree.branch.tags == std::vector<std::string>{"a", "b"});
  CHECK(tree.branch.best.file == "f");
  CHECK(tree.branch.best.weight == 1.0);
  REQUIRE(tree.branch.leaves.size() == 1);
  CHECK(tree.branch.leaves[0].file == "l");
}

TEST_CASE("--set: an index names an element, and the one behind the last appends") {
  const Tree tree = with({"branch.leaves.0.file=a", "branch.leaves.1.file=b",
                          "branch.leaves.0.weight=3", "branch.tags.0=<2de>"});
  REQUIRE(tree.branch.leaves.size() == 2);
  CHECK(tree.branch.leaves[0].file == "a");
  CHECK(tree.branch.leaves[0].weight == 3.0);
  CHECK(tree.branch.leaves[1].file == "b");
  CHECK(tree.branch.tags == std::vector<std::string>{"<2de>"});
  CHECK_THROWS_WITH(
      with({"branch.leaves.1.file=a"}),
      "branch.leaves is a list of 0: `1` must be an index from 0 to 0, where the last "
      "appends (--set)");
  CHECK_THROWS_WITH(with({"branch.leaves.x.file=a"}), ContainsSubstring("`x` must be an index"));
  CHECK_THROWS_WITH(with({"branch.leaves.-1.file=a"}), ContainsSubstring("`-1` must be an index"));
}

TEST_CASE("--set: a wrong value is refused and changes nothing") {
  CHECK_THROWS_WITH(with({"branch.size=many"}),
                    "branch.size is \"many\", but must be an integer between 1 and 1000 (--set)");
  CHECK_THROWS_WITH(with({"branch.shared=yes"}), ContainsSubstring("true or false (--set)"));
  CHECK_THROWS_WITH(with({"branch.colour=green"}), ContainsSubstring("one of red, blue (--set)"));
  CHECK_THROWS_WITH(with({"branch.tags=1"}), ContainsSubstring("must be a list"));
  CHECK(with({"branch.tags=a"}).branch.tags == std::vector<std::string>{"a"});
  CHECK_THROWS_WITH(with({"branch.szie=3"}),
                    "unknown key `szie` in branch (--set), did you mean `size`?");
  CHECK_THROWS_WITH(with({"branch.size.x=3"}), ContainsSubstring("has no key `x`"));
  CHECK_THROWS_WITH(with({"branch..size=3"}), ContainsSubstring("unknown key `` in branch"));
  CHECK_THROWS_WITH(with({"branch.size"}), ContainsSubstring("takes KEY=VALUE"));
  CHECK_THROWS_WITH(with({"=3"}), ContainsSubstring("takes KEY=VALUE"));
  CHECK_THROWS_WITH(with({"branch.best.file=\xff"}), ContainsSubstring("UTF-8"));

  Tree tree = with({"branch.leaves.0.file=a"});
  CHECK_THROWS(set_setting(tree, "branch.leaves.1.weight=-1"));
  CHECK_THROWS(set_setting(tree, "branch.best={\"file\": \"f\", \"weight\": -1}"));
  CHECK(tree.branch.leaves.size() == 1);
  CHECK(tree.branch.best.file.empty());
}

TEST_CASE("settings: the reference shows every key with its default, what is allowed and help") {
  const std::string reference = describe_settings(Tree{});
  CHECK_THAT(reference, ContainsSubstring("format = 1  (1)\n    The format.\n"));
  CHECK_THAT(reference, ContainsSubstring("\nbranch: The one branch.\n"));
  CHECK_THAT(reference, ContainsSubstring("branch.size = 8  (an integer between 1 and 1000)\n"));
  CHECK_THAT(reference, ContainsSubstring("branch.colour = \"red\"  (one of red, blue)\n"));
  CHECK_THAT(reference, ContainsSubstring("branch.leaves = []  (a list)\n"));
  CHECK_THAT(reference,
             ContainsSubstring("branch.leaves.N.weight = 1.0  (a number of at least 0)\n"));
  CHECK_THAT(reference, ContainsSubstring("branch.best.file = \"\"  (text)\n    A file.\n"));
}

TEST_CASE("values that a program sets are checked as those of a file") {
  const auto error = [](auto change) -> std::string {
    Tree tree;
    change(tree.branch);
    try {
      check_settings(tree);
    } catch (const std::invalid_argument& refused) {
      return refused.what();
    }
    return "";
  };
  CHECK(error([](Branch&) {}).empty());
  CHECK(error([](Branch& branch) { branch.size = 0; }) ==
        "branch.size is 0, but must be an integer between 1 and 1000");
  CHECK(error([](Branch& branch) { branch.dropout = std::numeric_limits<double>::quiet_NaN(); }) ==
        "branch.dropout is nan, but must be a number between 0 and 0.9");
  CHECK(error([](Branch& branch) { branch.colour = static_cast<Colour>(2); }) ==
        "branch.colour is 2, but must be one of red, blue");
  CHECK(error([](Branch& branch) {
          branch.leaves = {{}, {.weight = -1}};
        }) == "branch.leaves.1.weight is -1.0, but must be a number of at least 0");
}

TEST_CASE("ranges are described alike in all locales") {
  struct Points : std::numpunct<char> {
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  const std::locale before = std::locale::global(std::locale(std::locale(), new Points));
  const std::string described = describe_numbers("an integer", between(1, 1000));
  std::locale::global(before);
  CHECK(described == "an integer between 1 and 1000");
}

}  // namespace dragoman

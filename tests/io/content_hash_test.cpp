#include "io/content_hash.h"

#include <set>

#include "catch.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {
namespace {

uint64_t hash_of(const std::vector<std::string>& parts) {
  ContentHash hash;
  for (const std::string& part : parts) hash.add(part);
  return hash.value();
}

}  // namespace

TEST_CASE("other content, and the same in other parts, has another hash") {
  std::set<uint64_t> hashes{hash_of({}), hash_of({""}), hash_of({"", ""})};
  const std::string text = "a sentence of some length.";
  for (size_t i = 0; i <= text.size(); ++i)
    hashes.insert(hash_of({text.substr(0, i), text.substr(i)}));
  for (size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = '#';
    hashes.insert(hash_of({changed}));
  }
  CHECK(hashes.size() == 3 + 27 + 26);
  CHECK(hash_of({text, "b"}) == hash_of({text, "b"}));
}

TEST_CASE("the hash of a file is one of its content") {
  const TemporaryFolder folder;
  const auto hash = [](const std::string& path) {
    ContentHash content;
    content.add_file(path);
    return content.value();
  };
  const std::string large(3'000'000, 'x');
  const std::string first = written_file(folder / "1", large),
                    second = written_file(folder / "2", large),
                    third = written_file(folder / "3", large + "y");
  CHECK(hash(first) == hash(second));
  CHECK(hash(first) != hash(third));
  CHECK_THROWS_WITH(hash("/dev/null"), ContainsSubstring("has to be read more than once"));
  CHECK_THROWS_WITH(hash(folder / "none"), ContainsSubstring("none"));
  CHECK(hash_text(255) == "00000000000000ff");
}

}  // namespace dragoman

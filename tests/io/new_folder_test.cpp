#include "io/new_folder.h"

#include "catch.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {

TEST_CASE("a new folder is there when it is whole, and not before") {
  const TemporaryFolder place;
  const std::string name = place / GENERATE("new", "new/", "a/b/new");
  NewFolder folder(name);
  written_file(folder.path() / "file", "text");
  CHECK_FALSE(std::filesystem::exists(name));
  folder.commit();
  CHECK(std::filesystem::exists(std::filesystem::path(name) / "file"));
}

TEST_CASE("a new folder that fails leaves nothing") {
  const TemporaryFolder place;
  { NewFolder folder(place / "new"); }
  CHECK(place.num_entries() == 0);
}

TEST_CASE("two processes do not make one folder: the second is refused, and takes nothing away") {
  const TemporaryFolder place;
  NewFolder first(place / "new");
  written_file(first.path() / "file", "text");
  CHECK_THROWS_WITH(NewFolder(place / "new"), ContainsSubstring("another process is writing it"));
  CHECK_THROWS_WITH(NewFolder(place / "new/"), ContainsSubstring("another process is writing it"));
  first.commit();
  CHECK(std::filesystem::exists(place / "new/file"));
  CHECK(place.num_entries() == 1);
}

TEST_CASE("what a killed process left of a folder is not in the new one") {
  const TemporaryFolder place;
  std::filesystem::create_directories(place / "new.dragoman-part/deep");
  NewFolder folder(place / "new");
  CHECK(std::filesystem::is_empty(folder.path()));
  folder.commit();
  CHECK(place.num_entries() == 1);
}

TEST_CASE("a new folder whose name another program took is an error, and leaves nothing") {
  const TemporaryFolder place;
  {
    NewFolder folder(place / "new");
    written_file(place / "new", "text");
    CHECK_THROWS_WITH(folder.commit(),
                      ContainsSubstring("cannot make the folder '" + place / "new" + "': ") &&
                          ContainsSubstring("; name another folder"));
  }
  CHECK(place.num_entries() == 1);
}

TEST_CASE("a folder or file that is there already is not touched") {
  const TemporaryFolder place;
  written_file(place / "file", "text");
  CHECK_THROWS_AS(NewFolder(place / "file"), std::invalid_argument);
  CHECK_THROWS_AS(NewFolder(place.path()), std::invalid_argument);
  CHECK_THROWS_WITH(NewFolder(""), ContainsSubstring("name a new folder"));
  CHECK(place.num_entries() == 1);
}

}  // namespace dragoman

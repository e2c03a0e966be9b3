#include "io/mapped_file.h"

#include <fstream>
#include <string>

#include "catch.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {

// FUSE with direct_io maps no others. Mounting needs rights that tests do not have.
TEST_CASE("files are mapped as private") {
  const TemporaryFolder folder;
  const std::string path = written_file(folder / "file", "text");
  const MappedFile file(path, MappedFile::Access::kInOrder);
  CHECK(file.bytes() == "text");
  std::ifstream maps("/proc/self/maps");
  std::string kind;
  for (std::string line; std::getline(maps, line);)
    if (line.ends_with(path)) kind = line.substr(line.find(' ') + 1, 4);
  CHECK(kind == "r--p");
}

}  // namespace dragoman

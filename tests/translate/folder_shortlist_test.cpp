#include "translate/folder_shortlist.h"

#include "catch.h"
#include "temporary_folder.h"

namespace dragoman {

TEST_CASE("a folder without a shortlist says how to make one") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(load_shortlist(FolderPaths(folder.path()), {}, {}),
                    ContainsSubstring("dragoman shortlist " + folder.path()));
}

}  // namespace dragoman

#include "app/text_training.h"

#include <filesystem>

#include "catch.h"
#include "io/atomic_file.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {

TEST_CASE("text of a folder that another process trains in stays as it is") {
  const TemporaryFolder folder;
  TextTraining text;
  std::string lines;
  for (int i = 0; i < 200; ++i) lines += std::to_string(i) + "\n";
  text.source = written_file(folder / "train.en", lines);
  text.target = written_file(folder / "train.de", lines);
  RunRequest request;
  request.folder = folder / "run";
  std::filesystem::create_directory(request.folder);
  const FolderLock lock(request.folder);
  CHECK_THROWS_WITH(prepare_text_training(text, 1, request, make_null_logger()),
                    ContainsSubstring("in use by another process"));
  CHECK(!std::filesystem::exists(request.folder + "/text"));
}

}  // namespace dragoman

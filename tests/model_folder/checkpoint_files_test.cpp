#include "model_folder/checkpoint_files.h"

#include <filesystem>

#include "architecture/weights_file.h"
#include "catch.h"
#include "model_folder/average.h"
#include "random_weights.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {

TEST_CASE("checkpoints are found by their names, in the order of their updates") {
  const TemporaryFolder folder;
  const FolderPaths paths(folder.path());
  CHECK_FALSE(has_checkpoint(paths));
  CHECK(checkpoint_weights(paths).empty());
  std::filesystem::create_directory(paths.checkpoints());
  for (const char* name :
       {"update-00000012.model.safetensors", "update-00000003.model.safetensors",
        "update-123456789.model.safetensors", "update-00000007.best.safetensors",
        "update-5.model.safetensors", "update-00000004.model.safetensors.part", "notes.txt"})
    written_file(paths.checkpoints() + "/" + name, "");
  CHECK((checkpoint_updates(paths, "model") == std::vector<int64_t>{3, 12, 123456789}));
  CHECK((checkpoint_updates(paths, "best") == std::vector<int64_t>{7}));
  CHECK(checkpoint_weights(paths).front() == checkpoint_file(paths, 3, "model"));
  CHECK_FALSE(has_checkpoint(paths));
  CHECK_FALSE(newest_checkpoint(paths));
  written_file(checkpoint_file(paths, 12, "interim-training"), "");
  CHECK(has_checkpoint(paths));
  CHECK(newest_checkpoint(paths) == 12);
  written_file(checkpoint_file(paths, 20, "training"), "");
  CHECK(newest_checkpoint(paths) == 20);
}

TEST_CASE("the average of weights is the mean of each number") {
  const TemporaryFolder folder;
  const std::vector<std::string> files{folder / "a", folder / "b", folder / "c"};
  for (size_t i = 0; i < files.size(); ++i) {
    const auto number = static_cast<float>(i * i);
    write_weights(files[i],
                  {{"first", Weight({2}, std::vector<float>{number, 1})},
                   {"second", Weight({1, 1}, std::vector<float>{-number})}},
                  {});
  }
  const auto means = by_name(average_weights(files));
  REQUIRE(means.size() == 2);
  CHECK((numbers_of(means.at("first")) == std::vector<float>{5.0F / 3, 1}));
  CHECK((means.at("second").shape() == std::vector<int64_t>{1, 1}));
  CHECK((numbers_of(means.at("second")) == std::vector<float>{-5.0F / 3}));

  write_weights(folder / "other", {{"first", Weight({1}, std::vector<float>{1})}}, {});
  CHECK_THROWS_WITH(average_weights({files[0], folder / "other"}), ContainsSubstring("needs [2]"));
  CHECK_THROWS_WITH(average_weights({folder / "other", files[0]}), ContainsSubstring("shape [2]"));
  CHECK_THROWS_AS(average_weights({}), std::invalid_argument);
}

}  // namespace dragoman

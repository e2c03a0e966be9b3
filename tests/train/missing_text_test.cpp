#include <filesystem>

#include "io/file_not_found.h"
#include "small_runs.h"

namespace dragoman {

TEST_CASE("a run whose text is missing changes nothing in its folder") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  DataSettings settings;
  write_corpora(folder, settings);
  std::filesystem::create_directory(run);
  prepare_data(settings, TokenizerType::kChar, run, alone());
  std::filesystem::remove(folder / GENERATE("train.tsv", "valid.tsv"));
  CHECK_THROWS_AS(prepare_data(settings, TokenizerType::kChar, run, alone()), FileNotFound);
  CHECK(std::filesystem::exists(run + "/tokenizer.model"));
  CHECK(!std::filesystem::exists(run + "/tokenizer.model.old"));
}

}  // namespace dragoman

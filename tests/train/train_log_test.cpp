#include "train/train_log.h"

#include <cmath>
#include <filesystem>

#include "captured_stderr.h"
#include "catch.h"
#include "file_size_limit.h"
#include "io/atomic_file.h"
#include "temporary_folder.h"

namespace dragoman {

TEST_CASE("the log escapes control characters of samples") {
  const TemporaryFolder folder;
  const LogOptions options{.num_samples = 2, .sample_texts = {{"a\x1b[31m", "b\x07"}}};
  const std::string said = captured_stderr([&] {
    TrainLog log(folder.path(), options, make_stderr_logger());
    log.validated(1, 1, {.samples = {"c\x1b", "ü\x07"}}, false);
  });
  CHECK(said.find_first_of("\x1b\x07") == std::string::npos);
  CHECK_THAT(said, ContainsSubstring("source       a\\u001b[31m"));
  CHECK_THAT(said, ContainsSubstring("reference    b\\u0007"));
  CHECK_THAT(said, ContainsSubstring("translation  c\\u001b"));
  CHECK_THAT(said, ContainsSubstring("  ü\\u0007"));
}

TEST_CASE("the log shows the time left as soon as the last update is known") {
  const TemporaryFolder folder;
  const auto said_of = [&](int64_t last_update) {
    return captured_stderr([&] {
      TrainLog log(folder.path(), {.has_end = true}, make_stderr_logger());
      log.report({.update = 1, .epoch = 1, .last_update = last_update});
    });
  };
  CHECK_THAT(said_of(0), ContainsSubstring("update 1 epoch 1") && !ContainsSubstring(" left"));
  CHECK_THAT(said_of(1), ContainsSubstring(" 0:00:00 left"));
}

TEST_CASE("a loss that is no number is null for programs, and no 0 in the table") {
  const TemporaryFolder folder;
  ReportStream reports(folder / "reports", make_null_logger());
  TrainLog log(folder.path(), {.reports = &reports}, make_null_logger());
  log.report({.update = 5, .epoch = 1, .loss = NAN, .gradient_norm = NAN, .skipped = 1});
  CHECK_THAT(read_file(folder / "reports"),
             ContainsSubstring("\"loss\":null") && ContainsSubstring("\"gradient_norm\":null"));
  CHECK_THAT(read_file(folder / "train.tsv"), ContainsSubstring("\n5\t1\tnan\t"));
}

TEST_CASE("after an event that the disk does not take, events go on in another file") {
  const TemporaryFolder folder;
  TrainLog log(folder.path(), {.tensorboard = true}, make_null_logger());
  const auto num_files = [&] {
    const std::filesystem::directory_iterator files(folder / "tensorboard");
    return std::distance(begin(files), end(files));
  };
  {
    const FileSizeLimit full(1);
    for (const int64_t update : {1, 2, 3}) log.report({.update = update});
  }
  CHECK(num_files() == 1);
  log.report({.update = 4});
  CHECK(num_files() == 2);
}

}  // namespace dragoman

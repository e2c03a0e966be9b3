#include "model_folder/former_keys.h"

#include "catch.h"
#include "model_folder/config.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {

TEST_CASE("how an earlier version divided updates is read as what it comes to") {
  const TemporaryFolder folder;
  const auto load_train = [&](const std::string& train,
                              const std::vector<std::string>& overrides = {}) {
    return load_config(written_file(folder / "config.json", R"({"train": )" + train + "}"),
                       overrides)
        .train;
  };
  const auto check = [&](const TrainSettings& train, int64_t update_tokens, int64_t parts) {
    CHECK(train.update_tokens == update_tokens);
    CHECK(train.parts == parts);
  };
  check(load_train(R"({"batch_tokens": 2000})"), 2000, 1);
  check(load_train(R"({"accumulate": 3})"), 3 * 4096, 3);
  check(load_train(R"({"batch_tokens": 1000, "accumulate": 2, "replicas": 4})"), 2000, 8);
  check(load_train(R"({"batch_tokens": 1000})", {"train.accumulate=2"}), 2000, 2);
  check(load_train("{}", {"train.batch_tokens=1000", "train.replicas=2"}), 1000, 2);
  check(load_train("{}", {"train.batch_tokens=1000", "train.parts=5"}), 1000, 5);
  CHECK_THROWS_WITH(load_train(R"({"batch_tokens": 1000, "parts": 2})"),
                    ContainsSubstring("train.batch_tokens is a setting of an earlier version, but "
                                      "train.parts is set as well"));
  CHECK_THROWS_WITH(load_train(R"({"update_tokens": 1000})", {"train.replicas=2"}),
                    ContainsSubstring("train.replicas is a setting of an earlier version"));
  CHECK_THROWS_WITH(load_train(R"({"accumulate": 0})"),
                    ContainsSubstring("train.accumulate is 0, but must be"));
  CHECK_THROWS_WITH(load_train(R"({"accumulate": 60000, "replicas": 1000})"),
                    ContainsSubstring("train.parts is 60000000, but must be"));
}

}  // namespace dragoman

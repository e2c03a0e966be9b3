#include "demo_config.h"

namespace dragoman {

TEST_CASE("shares of text in other case are refused where they make no sense") {
  check_refused({"data.augment.upper=0.6", "data.augment.title=0.5"}, "more than 1");
  check_refused({"data.augment.upper=-0.1"}, "data.augment.upper is -0.1");
  check_refused({"data.augment.lower=0.1", "tokenizer.lowercase=true"},
                "tokenizer.lowercase is true");
  check_refused({"data.augment.title=0.1", "data.layout=stream",
                 "model.architecture=language-model", "tokenizer.keep_whitespace=true",
                 "data.train=[{\"target\": \"a.txt\"}]", "data.valid={\"target\": \"b.txt\"}"},
                "leave out data.augment");
}

}  // namespace dragoman

#include "demo_config.h"

namespace dragoman {

TEST_CASE("placeholders are refused where no model could learn them") {
  check_refused({"data.placeholders=1.5"}, "data.placeholders is 1.5");
  check_refused({"data.placeholders=0.1", "tokenizer.type=none"}, "choose another type");
  check_refused({"data.placeholders=0.1", "model.architecture=language-model",
                 "data.train=[{\"target\": \"a.txt\"}]", "data.valid={\"target\": \"b.txt\"}"},
                "a language model does not translate");
  CHECK(load_demo({"data.placeholders=0.1"}).data.placeholders == 0.1);
}

}  // namespace dragoman

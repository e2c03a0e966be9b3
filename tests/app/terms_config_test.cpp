#include "demo_config.h"

namespace dragoman {

TEST_CASE("terms in training text are refused where they make no sense") {
  const std::string rate = "data.terms.rate=0.3", aligned = "data.train.0.alignment=auto";
  const auto refused = [&](Assignments overrides, const std::string& message) {
    overrides.insert(overrides.begin(), rate);
    check_refused(overrides, message);
  };
  CHECK(load_demo({rate, aligned}).model.alignment_heads == 0);
  refused({}, "has an alignment to find terms by");
  refused({aligned, "data.terms.rate=1.1"}, "data.terms.rate is 1.1");
  refused({aligned, "data.terms.most=0"}, "data.terms.most is 0");
  refused({aligned, "data.terms.lemmas=-"}, "data.terms.lemmas is -");
  refused({aligned, "tokenizer.shared=false"}, "tokenizer.shared is false");
  refused({"model.architecture=language-model", "data.train=[{\"target\": \"a.txt\"}]",
           "data.valid={\"target\": \"b.txt\"}"},
          "leave data.terms out");
  refused({aligned, "data.terms.rate=0"}, "nothing would be guided by it");
}

}  // namespace dragoman

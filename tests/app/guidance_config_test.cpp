#include "demo_config.h"

namespace dragoman {
namespace {

const std::string kFound = "data.train.0.alignment=auto";

}  // namespace

TEST_CASE("config: alignments go with heads that they guide, and heads with alignments") {
  check_refused({"data.train.0.alignment=a"}, "model.alignment_heads is 0, so that nothing would");
  check_refused({"model.alignment_heads=1"}, "no corpus of data.train has an alignment");
  check_refused({"model.alignment_layer=2"}, "but model.alignment_heads is 0");
  check_refused({"model.alignment_step=following"}, "but model.alignment_heads is 0");
  CHECK_NOTHROW(load_demo({kFound, "model.alignment_heads=1"}));
  CHECK_NOTHROW(load_demo({"data.train=[]", "data.valid={}", "model.alignment_heads=1"}));
  CHECK_NOTHROW(load_demo({kFound, "model.alignment_heads=1", "data.train.1.tsv=more.tsv"}));
  // The folder tells which heads there are.
  CHECK_NOTHROW(load_demo({kFound, "train.from=run"}));
  CHECK_NOTHROW(load_demo({"model.alignment_heads=1", "train.from=run"}));
}

TEST_CASE("config: guided heads are heads of a layer of a translator") {
  check_refused({kFound, "model.alignment_heads=5"}, "is 5, but model.heads is 4");
  check_refused({kFound, "model.alignment_heads=1", "model.alignment_layer=3"},
                "model.alignment_layer is 3, but the decoder has 2 layers");
  CHECK_NOTHROW(load_demo({kFound, "model.alignment_heads=4", "model.alignment_layer=2",
                           "train.r_drop=5", "model.dropout=0.1", "data.bpe_dropout=0.1"}));
  const std::string language_model = "model.architecture=language-model";
  check_refused({language_model, "data.train=[{\"target\": \"a\"}]",
                 "data.valid={\"target\": \"b\"}", "model.alignment_heads=1"},
                "no source to align with");
  check_refused({language_model, "data.train=[{\"target\": \"a\", \"alignment\": \"auto\"}]",
                 "data.valid={\"target\": \"b\"}"},
                "data.train.0.alignment is set (auto), but a language model");
}

TEST_CASE("config: links are of training text, and text that is aligned here is in files") {
  const std::string heads = "model.alignment_heads=1";
  check_refused({kFound, heads, "data.valid.alignment=auto"}, "validation needs no alignment");
  check_refused({"data.train.0.alignment=-", heads}, "data.train.0.alignment is - (stdin)");
  const auto of_stdin = [](const std::string& alignment) {
    return "data.train=[{\"tsv\": \"-\", \"alignment\": \"" + alignment + "\"}]";
  };
  check_refused({of_stdin("auto"), "tokenizer.model=m", heads},
                "text from stdin cannot be aligned before training");
  CHECK_NOTHROW(load_demo({of_stdin("links"), "tokenizer.model=m", heads}));
}

}  // namespace dragoman

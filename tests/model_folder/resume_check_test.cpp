#include "model_folder/resume_check.h"

#include <stdexcept>

#include "captured_stderr.h"
#include "catch.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {
namespace {

using Overrides = std::vector<std::string>;

/// A folder with copies of tokenizers, whose run goes on with changed settings.
class ChangedRun {
 public:
  /// Returns the error, or nothing if the run goes on.
  std::string refusal(const Overrides& before, const Overrides& now, bool force = false) const {
    const Config begun = config(before), changed = config(now);
    try {
      check_resumable(folder_.path(), begun, changed, force, make_null_logger());
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  }

  std::string log(const Overrides& before, const Overrides& now) const {
    return captured_stderr([&] {
      check_resumable(folder_.path(), config(before), config(now), true, make_stderr_logger());
    });
  }

  std::string write(const std::string& name, const std::string& text) const {
    return written_file(folder_ / name, text);
  }
  std::string path(const std::string& name) const { return folder_ / name; }

 private:
  Config config(const Overrides& overrides) const {
    return load_config(write("begun.json", R"({"data": {"source_language": "tr", "train":
        [{"tsv": "a"}, {"tsv": "b"}]}, "train": {"keep": "last"}})"),
                       overrides);
  }

  TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("a resumed run may change what changes neither its text nor its weights") {
  const ChangedRun run;
  CHECK(run.refusal({}, {}).empty());
  CHECK(run.log({}, {}).empty());
  CHECK(run.refusal({}, {"train.report_every=7", "data.train.1.tsv=c"}).empty());
  CHECK_THAT(run.refusal({}, {"data.train.1.weight=2"}),
             ContainsSubstring("data.train.1.weight was 1.0, is 2.0"));
  CHECK_THAT(run.refusal({}, {"data.train=[{\"tsv\": \"a\"}]"}),
             ContainsSubstring("data.train was "));
  CHECK(run.refusal({}, {"train.seed=7"}, /*force=*/true).empty());
}

TEST_CASE("where text depends on the languages, they stay, and the rest may change") {
  const ChangedRun run;
  const Overrides before{"data.augment.upper=0.1"};
  for (const std::string side : {"source", "target"}) {
    const std::string change = "data." + side + "_language=en";
    CHECK(run.refusal({}, {change}).empty());
    CHECK_THAT(run.refusal(before, {before[0], change}),
               ContainsSubstring("data." + side + "_language was"));
  }
  CHECK(run.refusal(before, {before[0], "train.report_every=7"}).empty());
  Overrides terms{"data.train.0.alignment=auto", "data.train.1.alignment=auto",
                  "data.terms.rate=0.5"};
  const Overrides begun = terms;
  terms.push_back("data.source_language=en");
  CHECK(run.refusal(begun, terms).empty());  // terms without lemmas are the same in any language
}

TEST_CASE("a rate that falls to an end keeps it") {
  const Overrides before{"train.schedule=cosine", "train.warmup=5", "train.updates=50"};
  Overrides now = before;
  now.push_back("train.final_rate=1e-6");
  CHECK_THAT(ChangedRun().refusal(before, now), ContainsSubstring("train.final_rate was"));
}

TEST_CASE("settings that tensors must fit do not change, even by force") {
  const std::string change = GENERATE("model.width=64", "tokenizer.vocabulary_size=99",
                                      "train.moving_average=0.9", R"(train.freeze=["encoder"])");
  CHECK_THAT(ChangedRun().refusal({}, {change}, /*force=*/true),
             ContainsSubstring("its checkpoints do not fit this"));
}

TEST_CASE("tokenizers may have other names, if they are those of the run") {
  const ChangedRun run;
  const std::string same = run.write("same", "x"), other = run.write("other", "y");
  const auto settings = [](const std::string& model, const std::string& target_model) {
    return Overrides{"model.shared_embeddings=target", "tokenizer.shared=false",
                     "tokenizer.model=" + model, "tokenizer.target_model=" + target_model};
  };
  const auto change = [&](const std::string& model, const std::string& target_model) {
    return run.refusal(settings("a", "b"), settings(model, target_model));
  };
  CHECK_THAT(change(same, "b"), ContainsSubstring("tokenizer.model was"));  // there is no copy
  run.write("tokenizer.source.model", "x");
  run.write("tokenizer.target.model", "y");
  CHECK(change(same, other).empty());
  CHECK_THAT(change(other, "b"), ContainsSubstring("tokenizer.model was"));
  CHECK_THAT(change("a", same), ContainsSubstring("tokenizer.target_model was"));
  CHECK_THAT(change("a", run.path("none")), ContainsSubstring("tokenizer.target_model was"));
  Overrides seed = settings(same, other);
  seed.push_back("train.seed=7");
  CHECK_THAT(run.refusal(settings(same, other), seed), ContainsSubstring("train.seed was"));
}

TEST_CASE("a tokenizer may be taken from another folder, if it is that of the run") {
  const ChangedRun run;
  run.write("tokenizer.model", "x");
  const TemporaryFolder same, other;
  for (const TemporaryFolder* folder : {&same, &other}) written_file(*folder / "config.json", "{}");
  written_file(same / "tokenizer.model", "x");
  written_file(other / "tokenizer.model", "y");
  const std::string from_same = "tokenizer.from=" + same.path(),
                    from_other = "tokenizer.from=" + other.path();
  CHECK(run.refusal({from_other}, {from_same}).empty());
  CHECK_THAT(run.refusal({from_same}, {from_other}), ContainsSubstring("tokenizer.from was"));
  CHECK_THAT(run.refusal({from_same}, {}), ContainsSubstring("tokenizer.from was"));
  CHECK_THAT(run.refusal({from_same}, {from_same, "train.seed=7"}),
             ContainsSubstring("train.seed was"));
}

}  // namespace dragoman

#include "model_folder/run_plan.h"

#include <filesystem>

#include "begun_run.h"
#include "captured_stderr.h"
#include "catch.h"
#include "io/atomic_file.h"
#include "io/settings_write.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {

TEST_CASE("a model without checkpoints is not replaced by a run that begins anew") {
  const BegunRun run;
  CHECK(!run.resume().has_checkpoint);  // killed before its first checkpoint
  run.write("model.safetensors");
  CHECK_THROWS_WITH(run.resume(), ContainsSubstring("no checkpoints") &&
                                      ContainsSubstring("--out ANOTHER --set train.from="));
  run.write("checkpoints/update-00000002.interim-training.safetensors");
  CHECK(run.resume().has_checkpoint);
}

TEST_CASE("a run does not begin in a folder with the model or checkpoints of one without config") {
  const BegunRun run;
  run.remove("config.json");
  CHECK_NOTHROW(run.begin());
  const std::string left =
      GENERATE("model.safetensors", "checkpoints/update-00000002.interim-training.safetensors");
  run.write(left);
  CHECK_THROWS_WITH(run.begin(),
                    ContainsSubstring("but no config.json, which says how they were trained: "
                                      "restore it, or name another --out"));
}

TEST_CASE("a run that stopped before its first checkpoint begins anew with any configuration") {
  const BegunRun run;
  CHECK(run.resume().begins_anew);  // the text may have changed
  const std::vector<std::string> change{"model.width=64", "train.fit_memory=2"};
  const RunPlan plan = run.resume(change);
  CHECK(plan.begins_anew);
  CHECK(plan.config.train.fit_memory == 2);
  CHECK(!run.go_on().begins_anew);
  CHECK_THROWS_WITH(run.go_on(change), ContainsSubstring("its checkpoints do not fit"));
}

TEST_CASE("a language model of a stream warns of positions that its blocks do not reach") {
  const BegunRun run;
  const auto log = [&](const std::string& context, const std::string& layout) {
    return run.log_of_beginning({"data.train.0.tsv=", "data.train.0.target=a",
                                 "model.architecture=language-model", "data.layout=" + layout,
                                 "tokenizer.keep_whitespace=true", "data.max_length=32",
                                 "model.max_length=" + context});
  };
  CHECK_THAT(log("64", "stream"),
             ContainsSubstring("data.max_length=32 tokens: later positions are not trained"));
  CHECK_THAT(log("32", "stream"), !ContainsSubstring("positions"));
  CHECK_THAT(log("64", "lines"), !ContainsSubstring("positions"));
}

TEST_CASE("a run by the paper's schedule warns of a rate that is a peak of the others") {
  const BegunRun run;
  const std::string paper = "train.schedule=paper";
  CHECK_THAT(run.log_of_beginning({paper}),
             ContainsSubstring("train.learning_rate, which is 0.0005; for the paper's rate, add "
                               "--set train.learning_rate=1"));
  CHECK_THAT(run.log_of_beginning({paper, "train.learning_rate=0.5"}),
             !ContainsSubstring("paper's rate"));
  CHECK_THAT(run.log_of_beginning({}), !ContainsSubstring("paper's rate"));
  CHECK_THAT(run.log_of_force({paper}), !ContainsSubstring("paper's rate"));  // it has begun
}

TEST_CASE("a warm-up that would fall is refused where a run begins, but runs that have it go on") {
  const std::string falls = "train.initial_rate=0.1";
  const BegunRun run({falls});
  CHECK_THROWS_WITH(run.resume(),
                    ContainsSubstring("train.initial_rate is 0.1, more than train.learning_rate "
                                      "(0.0005), so that the rate would fall"));
  CHECK_NOTHROW(run.resume({"train.learning_rate=0.1"}));
  CHECK_NOTHROW(run.resume({"train.schedule=constant", "train.warmup=1"}));
  CHECK_NOTHROW(run.resume({"train.schedule=paper"}));
  CHECK_NOTHROW(BegunRun().resume({"train.learning_rate=1e-8"}));
  CHECK_NOTHROW(run.go_on());
}

TEST_CASE("only a run with checkpoints keeps the products of a version without own ones") {
  const BegunRun run;
  auto config = nlohmann::ordered_json::parse(read_file(run.folder() + "/config.json"));
  config["train"].erase("products");
  run.write("config.json", config.dump());
  CHECK(run.resume().config.train.products == TrainProducts::kAuto);
  CHECK(run.go_on().config.train.products == TrainProducts::kLibtorch);
}

TEST_CASE("a run on stdin begins anew until it has a checkpoint, and then says how to go on") {
  const BegunRun run({"data.train=[{\"tsv\": \"-\"}]", "tokenizer.model=a"});
  CHECK(run.resume().begins_anew);
  const std::string advice = "in a new run, by --out ANOTHER";
  CHECK_THROWS_WITH(run.go_on(), ContainsSubstring("read from stdin") &&
                                     ContainsSubstring(advice) && !ContainsSubstring("train.from"));
  run.write("model.safetensors");
  CHECK_THROWS_WITH(run.go_on(), ContainsSubstring(advice + " --set train.from="));
}

TEST_CASE("a run that stopped before its first checkpoint may begin from another model") {
  const TemporaryFolder folder;
  written_file(folder / "config.json", R"({"model": {"width": 64}})");
  const BegunRun run;
  const RunPlan plan = run.resume({"train.from=" + folder.path()});
  CHECK(plan.begins_anew);
  CHECK(plan.config.model.width == 64);
}

TEST_CASE("a run from another model refuses a third model, as any run does") {
  const TemporaryFolder folder;
  written_file(folder / "config.json", "{}");
  const BegunRun run({"train.from=" + folder.path()});
  CHECK_NOTHROW(run.go_on());
  CHECK_THROWS_WITH(run.go_on({"model.width=64"}), ContainsSubstring("model.width was 512, is 64"));
  CHECK_THROWS_WITH(run.go_on({"tokenizer.lowercase=true"}),
                    ContainsSubstring("tokenizer.lowercase was false, is true"));
}

TEST_CASE("languages may change in a resumed run unless its text depends on them") {
  const std::vector<std::string> change{"data.source_language=en"};
  CHECK_NOTHROW(BegunRun().go_on(change));
  CHECK_NOTHROW(BegunRun({"data.augment.upper=0.1"}).go_on());
  const std::string says = "data.source_language was \"tr\", is \"en\"";
  CHECK_THROWS_WITH(BegunRun({"data.augment.upper=0.1"}).go_on(change), ContainsSubstring(says));
  const std::vector<std::string> lemmas{"data.train.0.alignment=auto", "data.terms.rate=0.5",
                                        "data.terms.lemmas=a"};
  CHECK_THROWS_WITH(BegunRun(lemmas).go_on(change), ContainsSubstring(says));
}

TEST_CASE("the last update may change in a resumed run unless the rate falls until it") {
  const std::vector<std::string> change{"train.updates=60"};
  CHECK_NOTHROW(BegunRun().go_on(change));
  const BegunRun run({"train.schedule=cosine", "train.warmup=5", "train.updates=50"});
  CHECK_THROWS_WITH(run.go_on(change),
                    ContainsSubstring("train.updates was 50, is 60 (in ") &&
                        ContainsSubstring("): train.schedule is cosine, whose rate falls until "
                                          "train.updates, so the run would be that of neither "
                                          "configuration"));
  CHECK_THROWS_WITH(run.go_on({"train.seed=7"}), !ContainsSubstring("cosine"));
}

TEST_CASE("a changed setting is compared with the settings that the run was last continued with") {
  const BegunRun run;
  const auto advice = ContainsSubstring("resume with `dragoman train " + run.folder() +
                                        "`, as it was last continued, or ");
  CHECK_THROWS_WITH(run.go_on({"train.seed=7"}), advice);
  CHECK_THROWS_WITH(run.go_on({"model.width=64"}), advice);
  CHECK_THAT(run.log_of_force({"train.seed=7"}),
             ContainsSubstring("changed since the run was last continued: train.seed was 1, is 7"));
}

TEST_CASE("a run that has its parts says that a limit of memory comes too late") {
  const std::string warning = "train.fit_memory is too late: the run keeps its number of parts";
  CHECK_THAT(BegunRun().log_of_force({"train.fit_memory=4"}), ContainsSubstring(warning));
  const BegunRun run({"train.fit_memory=4"});
  CHECK_THAT(run.log_of_force({"train.fit_memory=2"}), ContainsSubstring(warning));
  CHECK_THAT(run.log_of_force({"train.seed=7"}), !ContainsSubstring(warning));
  CHECK_THAT(run.log_of_force({"train.fit_memory=0"}), !ContainsSubstring(warning));
}

TEST_CASE("a run with an end of the rate that had no effect goes on without it") {
  const BegunRun run;
  Config begun = read_run_config(run.folder());
  begun.train.final_rate = 1e-5;
  run.write("config.json", write_settings(begun).dump());
  CHECK_THROWS_WITH(run.go_on(), ContainsSubstring("train.final_rate is 1e-05"));
  CHECK_NOTHROW(run.go_on({"train.final_rate=0"}));
}

TEST_CASE("a run continues when the folder that its tokenizer was taken from has gone") {
  const TemporaryFolder folder;
  const std::string config =
      written_file(folder / "config.json", R"({"tokenizer": {"vocabulary_size": 77}})");
  const BegunRun run({"tokenizer.from=" + folder.path()});
  std::filesystem::remove(config);
  CHECK(run.go_on().config.tokenizer.vocabulary_size == 77);
  CHECK_THROWS_WITH(run.go_on({"tokenizer.from=" + folder / "other"}),
                    ContainsSubstring("tokenizer.from was"));
}

TEST_CASE("a run continues with the same tokenizer at another path") {
  const TemporaryFolder folder;
  const std::string same = written_file(folder / "same.model", "x");
  const std::string other = written_file(folder / "other.model", "y");
  const BegunRun run({"tokenizer.model=gone.model"});
  run.write("tokenizer.model");  // "x"
  CHECK(run.go_on({"tokenizer.model=" + same}).config.tokenizer.model == same);
  CHECK_THROWS_WITH(run.go_on({"tokenizer.model=" + other}),
                    ContainsSubstring("tokenizer.model was"));
}

TEST_CASE("a run says which settings of its configuration train.from replaces") {
  const TemporaryFolder folder;
  written_file(folder / "config.json",
               R"({"model": {"width": 64}, "tokenizer": {"vocabulary_size": 77}})");
  RunRequest request;
  request.config = written_file(folder / "begun.json", kBegun);
  request.folder = folder / "run";
  request.overrides = {"train.from=" + folder.path(), "model.width=32", "model.dropout=0.5",
                       "tokenizer.vocabulary_size=77"};
  Config config;
  const std::string said =
      captured_stderr([&] { config = plan_run(request, make_stderr_logger()).config; });
  CHECK_THAT(said, ContainsSubstring("those of train.from=" + folder.path() +
                                     ", without model.width=32\n"));
  CHECK(config.model.width == 64);
  CHECK(config.model.dropout == 0.5);
  CHECK(config.tokenizer.vocabulary_size == 77);
  request.overrides = {"train.from=" + folder.path()};
  CHECK(captured_stderr([&] { plan_run(request, make_stderr_logger()); }).empty());
}

TEST_CASE("a language model cannot begin from a translator") {
  const TemporaryFolder folder;
  written_file(folder / "config.json", "{}");
  RunRequest request;
  request.config = written_file(folder / "begun.json", R"({"data": {"train": [{"target": "a"}]},
    "model": {"architecture": "language-model"}, "train": {"keep": "last"}})");
  request.folder = folder / "run";
  request.overrides = {"train.from=" + folder.path()};
  CHECK_THROWS_WITH(plan_run(request, make_null_logger()),
                    ContainsSubstring("train.from is " + folder.path() + ", a translator, but"));
}

TEST_CASE("a run says that a model with placeholders would forget them") {
  const TemporaryFolder folder;
  written_file(folder / "config.json", R"({"data": {"placeholders": 0.1}})");
  RunRequest request;
  request.config = written_file(folder / "begun.json", kBegun);
  request.folder = folder / "run";
  request.overrides = {"train.from=" + folder.path()};
  CHECK_THAT(captured_stderr([&] { plan_run(request, make_stderr_logger()); }),
             ContainsSubstring("data.placeholders is 0, but train.from=" + folder.path() +
                               " was trained with 0.1: ") &&
                 ContainsSubstring("--set data.placeholders=0.1\n"));
  request.overrides.push_back("data.placeholders=0.2");
  CHECK(captured_stderr([&] { plan_run(request, make_stderr_logger()); }).empty());
}

}  // namespace dragoman

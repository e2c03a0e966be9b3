#include <filesystem>

#include "catch.h"
#include "program.h"

namespace dragoman {

TEST_CASE("raw text in, trained translator, translations and their score out") {
  const TinyRun& tiny = TinyRun::get();
  succeeded(tiny.training());
  CHECK(tiny.training().out.empty());
  for (const char* file : {"config.json", "tokenizer.model", "model.safetensors", "train.tsv",
                           "valid.tsv", "checkpoints"}) {
    CHECK(std::filesystem::exists(tiny.run() + "/" + file));
  }

  const TemporaryFolder folder;
  const Outcome translated =
      succeeded(run_program("translate " + tiny_run() + " --input '" + tiny.corpus("test.en") +
                            "' --output '" + folder / "out.de" + "'"));
  CHECK_THAT(translated.err, ContainsSubstring("target tokens/s"));
  CHECK(count_lines(content_of(folder / "out.de")) ==
        count_lines(content_of(tiny.corpus("test.en"))));

  const Outcome by_model =
      run_program("evaluate " + tiny_run() + " --source '" + tiny.corpus("test.en") +
                  "' --reference '" + tiny.corpus("test.de") + "' --width 6");
  const Outcome by_file =
      run_program("evaluate --hypothesis '" + folder / "out.de" + "' --reference '" +
                  tiny.corpus("test.de") + "' --width 6 --format text");
  CHECK(by_model.status == 0);
  CHECK(by_model.out == by_file.out);
  CHECK_THAT(by_file.out,
             ContainsSubstring("BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:"));
}

TEST_CASE("greedy search is a beam of one, and --set changes settings of the search alone") {
  const TinyRun& tiny = TinyRun::get();
  const std::string command =
      "translate " + tiny_run() + " --input '" + tiny.corpus("test.en") + "' ";
  const Outcome one = run_program(command + "--beam 1"),
                set = run_program(command + "--set search.beam=1");
  CHECK(one.out == set.out);
  CHECK(run_program(command + "--set model.width=64").status == 2);
}

TEST_CASE("a packed folder translates alike and holds nothing else") {
  const TinyRun& tiny = TinyRun::get();
  const TemporaryFolder folder;
  CHECK(run_program("pack " + tiny_run() + " --out '" + folder / "packed" + "'").status == 0);
  size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder / "packed"))
    ++files;
  CHECK(files == 3);
  const std::string input = " --input '" + tiny.corpus("test.en") + "'";
  CHECK(run_program("translate '" + folder / "packed" + "'" + input).out ==
        run_program("translate " + tiny_run() + input).out);
}

TEST_CASE("a folder packed for int8 translates as its origin does in int8, byte for byte") {
  const TinyRun& tiny = TinyRun::get();
  const TemporaryFolder folder;
  const std::string packed = folder / "packed";
  succeeded(run_program("pack " + tiny_run() + " --out '" + packed + "' --precision int8"));
  const std::string options = " --num-best 3 --beam 3 --input '" + tiny.corpus("test.en") + "'";
  const Outcome translated = run_program("translate '" + packed + "'" + options);
  CHECK(translated.out ==
        run_program("translate " + tiny_run() + " --precision int8" + options).out);
  CHECK(translated.out ==
        run_program("translate '" + packed + "' --precision int8 --workers 2 --threads 1" + options)
            .out);
  CHECK_THAT(run_program("info '" + packed + "'").out, ContainsSubstring("weights: packed\tint8"));
}

TEST_CASE("commands that cannot use a folder packed for int8 say so, and leave nothing behind") {
  const TinyRun& tiny = TinyRun::get();
  const TemporaryFolder folder;
  const std::string packed = quoted(folder / "packed"), out = " --out " + quoted(folder / "out");
  const std::string run = tiny_run(), from = " --set train.from=" + packed;
  succeeded(run_program("pack " + run + " --precision int8 --out " + packed));
  check_error(run_program("translate " + packed + " --precision fp32 </dev/null"), 2,
              "packed for int8; name the folder that it was packed from");
  check_error(run_program("translate " + packed + " --device cuda </dev/null"), 2,
              "name the folder that it was packed from, and --precision bf16");
  check_error(run_program("translate " + run + " --precision int8 --device cuda:3 </dev/null"), 2,
              "--device cuda:3: only CPUs compute int8; use --precision bf16");
  check_error(run_program("export " + packed + " --format huggingface" + out), 1,
              "is packed for int8");
  check_error(run_program("pack " + packed + out), 1, "is packed for int8");
  check_error(run_program("train '" + tiny.config() + "'" + from + out), 2, "is packed for int8");
  check_error(run_program("train " + packed), 2, "is packed for int8; name the one of the folder");
  check_error(run_program("train " + packed + "/config.json" + out), 2, "is packed for int8");
  check_error(run_program("average " + packed), 2, "average those of the folder");
  check_error(run_program("pack " + run + " --precision bf16" + out), 2, "--precision bf16");
  check_error(run_bash("ulimit -f 100; trap '' XFSZ; \"$dragoman\" pack " + run +
                       " --precision int8" + out),
              1, "cannot write");
  for (const auto& entry : std::filesystem::directory_iterator(folder / "."))
    CHECK(entry.path().filename() == "packed");
}

TEST_CASE("a packed folder with other weights is neither packed nor exported") {
  const TinyRun& tiny = TinyRun::get();
  const TemporaryFolder folder;
  const std::string packed = quoted(folder / "packed"), out = " --out " + quoted(folder / "out");
  succeeded(run_program("pack " + tiny_run() + " --precision int8 --out " + packed));
  const std::string int8 = weights_of(folder / "packed");
  write_text(folder / "packed/model.safetensors", weights_of(tiny.run()));
  for (const std::string options : {"", " --precision int8"})
    check_error(run_program("pack " + packed + out + options), 1, "config.json says format 2");
  check_error(run_program("export " + packed + " --format huggingface" + out), 1,
              "config.json says format 2");
  CHECK_FALSE(std::filesystem::exists(folder / "out"));

  const std::string run = tiny.copy_to(folder);
  write_text(run + "/model.safetensors", int8);
  check_error(run_program("translate " + quoted(run) + " </dev/null"), 1,
              "in a folder whose config.json says format 2");
}

TEST_CASE("checkpoints of another model are not averaged") {
  const TemporaryFolder folder;
  const std::string run = TinyRun::get().copy_to(folder);
  const std::string before = weights_of(run);
  std::string config = content_of(run + "/config.json");
  const std::string width = "\"feed_forward\": 64";
  config.replace(config.find(width), width.size(), "\"feed_forward\": 32");
  write_text(run + "/config.json", config);
  check_error(run_program("average " + quoted(run)), 1, "but the model needs [32, 32]");
  CHECK(weights_of(run) == before);
}

TEST_CASE("a run with checkpoints and without weights says how to make weights") {
  const TemporaryFolder folder;
  const std::string run = TinyRun::get().copy_to(folder);
  std::filesystem::remove(run + "/model.safetensors");
  const std::string make = "average " + run + " --last 1";
  check_error(run_program("translate " + quoted(run) + " </dev/null"), 1,
              "has no model.safetensors, but checkpoints; make it by `dragoman " + make + "`");
  CHECK(run_program(make).status == 0);
  CHECK(run_program("translate " + quoted(run) + " </dev/null").status == 0);
}

TEST_CASE("average makes the mean of the last checkpoints the weights") {
  const TinyRun& tiny = TinyRun::get();
  const TemporaryFolder folder;
  const std::string run = tiny.copy_to(folder);
  const std::string before = weights_of(run);
  CHECK(run_program("average '" + run + "' --last 2").status == 0);
  const std::string average = weights_of(run);
  CHECK(average != before);
  CHECK(run_program("train '" + run + "'").status == 0);  // nothing is left to train
  CHECK(weights_of(run) == average);
  CHECK(run_program("train '" + run + "' --set train.keep=average").status == 0);
  CHECK(weights_of(run) != average);
  succeeded(run_program("translate '" + run + "' --input '" + tiny.corpus("test.en") + "'"));
  check_error(run_program("average '" + run + "' --last 3"), 2,
              "has only 2 checkpoints: average these by --last 2, or keep more");
  std::filesystem::remove(run + "/checkpoints/update-00000008.model.safetensors");
  check_error(run_program("average '" + run + "' --last 3"), 2,
              "has only 1 checkpoint: average these by --last 1, or keep more in training, by a "
              "larger train.keep_checkpoints");
}

TEST_CASE("info tells parameters, vocabulary and state of a folder and of a configuration") {
  const TinyRun& tiny = TinyRun::get();
  const Outcome folder = run_program("info " + tiny_run());
  CHECK_THAT(folder.out, ContainsSubstring("vocabulary\tsource 300, target 300"));
  CHECK_THAT(folder.out, ContainsSubstring("newest checkpoint"));
  const Outcome config = run_program("info '" + tiny.config() + "'");
  CHECK_THAT(folder.out, ContainsSubstring(config.out.substr(config.out.find("parameters\t"))));
}

TEST_CASE("info describes the model that a configuration would train") {
  const TinyRun& tiny = TinyRun::get();
  const TemporaryFolder folder;
  const auto info = [&](const std::string& config) {
    write_text(folder / "c.json", config);
    return run_program("info '" + folder / "c.json" + "'").out;
  };
  const std::string from = R"({"train": {"from": ")" + tiny.run() + "\"}}";
  CHECK_THAT(run_program("info '" + tiny.config() + "'").out,
             Catch::Matchers::EndsWith(info(from)));
  CHECK(info(R"({"train": {"from": "none"}})") ==
        "model\tthat of train.from=none, which is not here\n");
  CHECK_THAT(info(R"({"tokenizer": {"from": ")" + tiny.run() + "\"}}"),
             ContainsSubstring("vocabulary\tsource 300, target 300\n"));
  const std::string characters =
      info(R"({"tokenizer": {"type": "char", "keep_whitespace": true}})");
  CHECK_THAT(characters, ContainsSubstring("vocabulary\tat most source 8000, target 8000\n"));
  CHECK_THAT(characters, ContainsSubstring("\nparameters\tat most "));
}

TEST_CASE("config prints the model of train.from, or says that it is not here") {
  const TinyRun& tiny = TinyRun::get();
  const TemporaryFolder folder;
  const auto config = [&](const std::string& from) {
    write_text(folder / "c.json",
               R"({"data": {"max_length": 60}, "model": {"width": 256}, "train": {"from": ")" +
                   from + "\"}}");
    return run_program("config '" + folder / "c.json" + "'").out;
  };
  const std::string adopted = config(tiny.run());
  CHECK_THAT(adopted, ContainsSubstring("\"width\": 32,") && !ContainsSubstring("is not here"));
  CHECK_THAT(adopted, ContainsSubstring("\"vocabulary_size\": 300,"));
  const std::string missing = config("none");
  CHECK_THAT(missing, Catch::Matchers::StartsWith("// model and tokenizer will be those of "
                                                  "train.from=none, which is not here\n{\n"));
  write_text(folder / "again.json", missing);
  CHECK(run_program("config '" + folder / "again.json" + "'").out == missing);
}

TEST_CASE("the configuration in a model folder is a configuration again") {
  const TinyRun& tiny = TinyRun::get();
  const TemporaryFolder folder;
  CHECK(run_program("config '" + tiny.run() + "/config.json'").status == 0);
  succeeded(run_program("train '" + tiny.run() + "/config.json' --out '" + folder / "again" + "'"));
  CHECK(weights_of(folder / "again") == weights_of(tiny.run()));
}

TEST_CASE(
    "a run interrupted by a signal says how to go on, and then ends as the uninterrupted run did") {
  const TemporaryFolder folder;
  const std::string train = "\"$dragoman\" " + train_tiny(folder / "run");
  const Outcome stopped =
      run_bash(train + " --set train.updates=100000 & pid=$!\n" +
               wait_for(folder / kFirstCheckpoint) + "kill -TERM $pid; wait $pid");
  CHECK(stopped.status == 143);
  CHECK_THAT(stopped.err,
             ContainsSubstring("continue with `dragoman train " + folder / "run" + "`"));
  const std::string saved = run_program("info '" + folder / "run" + "'").out;
  const std::string key = "training is saved at update\t";
  REQUIRE_THAT(saved, ContainsSubstring(key));
  const std::string update = saved.substr(saved.find(key) + key.size());
  CHECK_THAT(stopped.err, ContainsSubstring("stopped by a signal at update " +
                                            update.substr(0, update.find('\n')) + ","));
  CHECK(run_bash(train).status == 2);
  const Outcome resumed = run_bash(
      train + " --resume --set train.updates=100000 & pid=$!\n sleep 0.1; kill -9 $pid; wait $pid");
  CHECK(resumed.status == 137);
  CHECK(run_bash(train + " --resume").status == 0);
}

TEST_CASE("a killed run that is resumed has the weights of one that was not") {
  const TinyRun& tiny = TinyRun::get();
  const TemporaryFolder folder;
  const std::string train = "\"$dragoman\" " + train_tiny(folder / "run", "--resume");
  run_bash(train + " & pid=$!\n" + wait_for(folder / kFirstCheckpoint) + "kill -9 $pid; wait $pid");
  CHECK(run_bash(train).status == 0);
  CHECK(weights_of(folder / "run") == weights_of(tiny.run()));
  CHECK(content_of(folder / "run/valid.tsv") == content_of(tiny.run() + "/valid.tsv"));
}

TEST_CASE("a run killed at twenty moments, saving included, ends as the uninterrupted one") {
  const TinyRun& tiny = TinyRun::get();
  const TemporaryFolder folder;
  const std::string train =
      "\"$dragoman\" train '" + tiny.config() +
      "' --set train.updates=200 --set train.validate_every=40 --set train.keep=average-best"
      " --set train.keep_best=2 --set train.report_every=7 --set data.bpe_dropout=0.1"
      " --set data.source_word_dropout=0.1 --set data.target_word_dropout=0.1"
      " --set data.train.0.weight=1.3 --set model.attention_dropout=0.1 --resume --out ";
  CHECK(run_bash(train + "'" + folder / "straight" + "'").status == 0);
  // It saves after every update, so that many of the kills come while it does.
  const std::string disturbed = train + "'" + folder / "run" + "' --set train.save_minutes=1e-6";
  const std::string files = "$(ls '" + folder / "run/checkpoints" + "')";
  const Outcome kills = run_bash("RANDOM=7\nfor i in {1..20}; do\nbefore=\"" + files + "\"\n" +
                                 disturbed + " & pid=$!\nwhile kill -0 $pid && [ \"" + files +
                                 "\" = \"$before\" ]; do sleep 0.02; done\n" +
                                 "sleep 0.0$((RANDOM % 5))$((RANDOM % 10)); kill -9 $pid; wait "
                                 "$pid; echo $?\ndone 2>&1 | grep -cx 137");
  CHECK(std::stoi(kills.out) >= 5);  // a very fast machine is done before the twentieth
  const Outcome last = succeeded(run_bash(disturbed));
  CHECK_THAT(last.err, ContainsSubstring("going on from update"));
  for (const char* file :
       {"/model.safetensors", "/valid.tsv", "/checkpoints/update-00000200.training.safetensors"}) {
    CHECK(content_of(folder / "run" + file) == content_of(folder / "straight" + file));
  }
  // All columns but the last two, speed and memory.
  const auto rows = [&folder](const char* run) {
    return run_bash("cut -f 1-7 '" + folder / run + "/train.tsv'").out;
  };
  CHECK(count_lines(rows("straight")) == 30);
  CHECK(rows("run") == rows("straight"));
}

}  // namespace dragoman

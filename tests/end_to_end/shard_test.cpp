#include "catch.h"
#include "program.h"

namespace dragoman {
namespace {

const std::string kShardGuide = DRAGOMAN_SOURCE_DIR "/docs/translating.md";

/// Eleven lines, some of which are blank, invalid, too long for the model, or there twice.
std::string some_lines() {
  std::string text = "The dog sleeps.\n\nI see the house.\nThe \xff dog.\n";
  for (int i = 0; i < 60; ++i) text += "The dog sees the house. ";
  return text +
         "\nThe dog sleeps.\nThe small cat sees the dog.\nI see the house.\nA cat.\n"
         "The dog sleeps.\nI see the small dog.";
}

/// A folder with lines, what belongs to them, and a link my-model to the tiny run.
class ShardFiles {
 public:
  ShardFiles() {
    std::filesystem::create_directory_symlink(TinyRun::get().run(), folder_ / "my-model");
    write_text(folder_ / "in", some_lines());
    const Outcome outcome = succeeded(run(R"(awk '{ print NR % 3 ? "" : "Der" }' in >prefix
awk '{ print NR % 4 ? "" : "Hund\tder" }' in >phrases
printf 'dog\tHund\n' >terms
gzip -k in
"$dragoman" translate my-model --input in >target
"$dragoman" translate my-model --input in --num-best 2 >list
paste in target >pairs)"));
  }

  Outcome run(const std::string& commands) const {
    return run_bash("cd " + quoted(folder_.path()) + " || exit\n" + commands);
  }

  /// Checks that what the command writes of all shards into files named $out.*, put together, is
  /// what it writes of the whole.
  void check(const std::string& command) const {
    const Outcome outcome = run("command=" + quoted("\"$dragoman\" " + command) + R"(
rm -f whole.* part*
out=whole; eval "$command" || exit
for count in 1 3 16; do
  for number in $(seq $count); do
    out=part$number; eval "$command --shard $number/$count" || exit
  done
  for file in whole.*; do
    for number in $(seq $count); do cat part$number.${file#whole.}; done | cmp - $file || exit
    echo compared
  done
done)");
    INFO(command << "\n" << outcome.err);
    CHECK(outcome.status == 0);
    CHECK(count_lines(outcome.out) >= 3);
  }

 private:
  TemporaryFolder folder_;
};

/// The blocks of language sh of the guide.
std::vector<std::string> shard_examples() {
  std::vector<std::string> examples;
  std::istringstream text(content_of(kShardGuide));
  bool inside = false;
  for (std::string line; std::getline(text, line);) {
    if (line == "```sh") examples.emplace_back();
    inside = line.starts_with("```") ? line == "```sh" : inside;
    if (inside && line != "```sh") examples.back() += line + "\n";
  }
  return examples;
}

/// A program named dragoman on the path; where GNU parallel is not installed, xargs in its place.
const std::string kPrograms = R"(mkdir bin
printf '#!/bin/bash\nexec %q "$@"\n' "$dragoman" >bin/dragoman
chmod +x bin/dragoman
PATH=$PWD/bin:$PATH
if [[ $(parallel --version 2>&1) != GNU* ]]; then
  parallel() {
    local words=()
    while [[ $1 != ::: ]]; do words+=("$1"); shift; done
    printf '%s\n' "${@:2}" | xargs -P 2 -I{} "${words[@]}"
  }
fi
)";

}  // namespace

TEST_CASE("translations of shards, put together, are those of the whole in every format") {
  const ShardFiles files;
  files.check("translate my-model --input in --output $out.txt");
  files.check("translate my-model --input in.gz --num-best 2 >$out.list");
  files.check("translate my-model --input in --format json --alignment --samples 2 >$out.json");
  files.check(
      "translate my-model --input in --prefix prefix --constraints phrases --terminology terms "
      ">$out.txt");
}

TEST_CASE("scores of shards, put together, are those of the whole in every format") {
  const ShardFiles files;
  files.check("score my-model --source in.gz --target target >$out.txt");
  files.check("score my-model --source in --target target --format json --output $out.json");
  files.check("score my-model --source in --target list --n-best --feature again >$out.list");
}

TEST_CASE("pairs that shards keep and drop are those of the whole, duplicates too") {
  const ShardFiles files;
  files.check("filter --tsv pairs --duplicates --kept $out.kept --dropped $out.dropped");
  files.check(
      "filter --source in --target target --duplicates --max-words 40 --scores "
      "--translation-model my-model --min-score 0.001 --dropped $out.dropped >$out.kept");
}

TEST_CASE("messages about a shard have the file's line numbers and the shard's counts") {
  const ShardFiles files;
  const Outcome second = files.run("\"$dragoman\" translate my-model --input in --shard 2/3");
  CHECK_THAT(second.err, ContainsSubstring("in:4: invalid UTF-8") &&
                             ContainsSubstring("in:5: longer than the model takes") &&
                             ContainsSubstring("translated 4 lines, "));
  const Outcome kept = files.run("\"$dragoman\" filter --tsv pairs --shard 1/3 --duplicates");
  CHECK_THAT(kept.err, ContainsSubstring("kept 2 of 3 pairs; dropped: 1 empty"));
}

TEST_CASE("a shard without lines gives an empty output") {
  const ShardFiles files;
  const Outcome outcome = succeeded(files.run(
      "\"$dragoman\" translate my-model --input in --shard 1/16 --output empty && cat empty"));
  INFO(outcome.err);
  CHECK(outcome.out.empty());
}

TEST_CASE("wrong shards, and inputs that have none, are told in one line") {
  const ShardFiles files;
  for (const std::string shard : {"0/3", "4/3", "x", "1/0", "1", "1/2/3", "-1/3", "1/9999999999"})
    check_error(files.run("\"$dragoman\" filter --tsv pairs --shard " + shard), 2,
                "--shard " + shard + ": write I/N");
  for (const std::string command :
       {"translate my-model <in", "translate my-model --input <(cat in)",
        "score my-model --source in <target", "score my-model --source in --n-best <list",
        "filter --tsv - <pairs"})
    check_error(files.run("\"$dragoman\" " + command + " --shard 1/2"), 2,
                "can be read only once; write the text to a file");
}

TEST_CASE("the guide's commands for Slurm and GNU parallel give the translation of the whole") {
  const ShardFiles files;
  const std::vector<std::string> examples = shard_examples();
  REQUIRE(examples.size() == 2);
  const Outcome outcome = succeeded(
      files.run(kPrograms + "ln -s in big.en\ncat >job.sh <<'END'\n" + examples[0] +
                "END\nfor task in {1..16}; do SLURM_ARRAY_TASK_ID=$task bash job.sh || exit; done\n"
                "cat part{1..16} | cmp - target && rm part* || exit\n" +
                examples[1] + "cmp big.de target && echo same"));
  INFO(outcome.err);
  CHECK(outcome.out == "same\n");
}

}  // namespace dragoman

#include <set>

#include "catch.h"
#include "data/alignment_link.h"
#include "program.h"

namespace dragoman {
namespace {

/// Trains TinyRun's configuration with attention that is guided by `alignment`.
std::string guided(const TemporaryFolder& folder, const std::string& alignment,
                   const std::string& options = "") {
  return train_tiny(folder / "run", "--set model.alignment_heads=1 --set data.train.0.alignment=" +
                                        quoted(alignment) + " " + options);
}

/// Share of the links of a gold standard that are not found, and of found ones that it has not.
double error_rate(const std::string& gold, const std::string& scored) {
  std::istringstream sure_lines(gold), lines(scored);
  size_t common = 0, all = 0;
  for (std::string links, line; std::getline(sure_lines, links);) {
    std::getline(lines, line);
    const auto expected = parse_pharaoh(links, "gold"),
               found = parse_pharaoh(line.substr(line.find("||| ") + 4), "found");
    const std::set<AlignmentLink> sure(expected.begin(), expected.end());
    for (const AlignmentLink& link : found) common += sure.count(link);
    all += sure.size() + found.size();
  }
  return 1 - 2 * static_cast<double>(common) / static_cast<double>(all);
}

}  // namespace

TEST_CASE("guided attention aligns given translations better than plain attention does") {
  const TemporaryFolder folder;
  run_program("corpus --pairs 3000 --seed 3 --alignment --out " + quoted(folder / "c"));
  const auto train = [&](const std::string& run, const std::string& options) {
    succeeded(run_program(train_tiny(
        folder / run,
        "--set data.train.0.source=" + quoted(folder / "c/train.en") +
            " --set data.train.0.target=" + quoted(folder / "c/train.de") +
            " --set tokenizer.vocabulary_size=600 --set model.width=64 --set model.norm=pre"
            " --set model.dropout=0 --set train.updates=300 --set train.learning_rate=1e-2"
            " --set train.warmup=30 --set train.validate_every=1000 --set "
            "train.checkpoint_every=1000 " +
            options)));
  };
  const auto rate = [&](const std::string& run) {
    const Outcome scored = succeeded(
        run_program("score " + quoted(folder / run) + " --alignment --source " +
                    quoted(folder / "c/test.en") + " --target " + quoted(folder / "c/test.de")));
    return error_rate(content_of(folder / "c/test.align"), scored.out);
  };
  train("plain", "");
  train("guided",
        "--set model.alignment_heads=1 --set train.alignment_weight=0.5 "
        "--set data.train.0.alignment=" +
            quoted(folder / "c/train.align"));
  const double plain = rate("plain"), guided = rate("guided");
  INFO(plain << " " << guided);
  CHECK(guided < 0.45);
  CHECK(guided < plain - 0.1);
  succeeded(run_program("pack " + quoted(folder / "guided") + " --precision int8 --out " +
                        quoted(folder / "packed")));
  CHECK(rate("packed") == Approx(guided).margin(0.05));
}

TEST_CASE("training finds the links itself, and goes on with them to the same end") {
  const TemporaryFolder folder;
  succeeded(run_program(guided(folder, "auto", "--set train.updates=8 --threads 1")));
  const std::string weights = weights_of(folder / "run");
  std::filesystem::rename(folder / "run", folder / "straight");
  succeeded(run_program(guided(folder, "auto", "--set train.updates=4 --threads 2")));
  const Outcome resumed =
      succeeded(run_program(guided(folder, "auto", "--set train.updates=8 --resume")));
  CHECK_THAT(resumed.err, !ContainsSubstring("aligning"));
  CHECK(weights_of(folder / "run") == weights);
  check_error(run_program(guided(folder, folder / "other", "--set train.updates=9 --resume")), 1,
              "other");
}

TEST_CASE("a model that was trained without alignments can be guided later") {
  const TemporaryFolder folder;
  const std::string from = "--set train.updates=2 --set train.from=" + TinyRun::get().run();
  succeeded(run_program(guided(folder, "auto", from)));
  CHECK_THAT(content_of(folder / "run/config.json"), ContainsSubstring("\"alignment_heads\": 1"));
  check_error(
      run_program(train_tiny(folder / "other", "--set data.train.0.alignment=auto " + from)), 2,
      "model.alignment_heads is 0");
}

TEST_CASE("export says where other programs do not look at the guided heads") {
  const TemporaryFolder folder;
  const auto exported = [&](const std::string& layer, const std::string& more = "") {
    const std::string options =
        "--set model.decoder_layers=2 --set train.updates=1 --set model.alignment_layer=" + layer +
        more;
    succeeded(run_program(guided(folder, "auto", options)));
    const Outcome outcome =
        succeeded(run_program("export " + quoted(folder / "run") + " --format huggingface --out " +
                              quoted(folder / layer)));
    std::filesystem::remove_all(folder / "run");
    std::filesystem::remove_all(folder / layer);
    return outcome.err;
  };
  CHECK_THAT(exported("1"), ContainsSubstring("model.alignment_layer is 1, which the format"));
  CHECK_THAT(exported("2"), !ContainsSubstring("model.alignment_"));
  CHECK_THAT(exported("2", " --set model.alignment_step=following"),
             ContainsSubstring("model.alignment_step is following, which the format"));
}

TEST_CASE("an alignment that is not the text's is refused, with its line") {
  const TemporaryFolder folder;
  write_text(folder / "short", "0-0\n0-0\n");
  check_error(run_program(guided(folder, folder / "short")), 1, "short:2: the file ends here");
  write_text(folder / "beyond", "0-0\n0-900\n");
  check_error(run_program(guided(folder, folder / "beyond")), 1,
              "beyond:2: there is no link 0-900");
  write_text(folder / "other", "0-0\nthe house\n");
  check_error(run_program(guided(folder, folder / "other")), 1, "other:2: `the` is no link");
  check_error(run_program(guided(folder, folder / "missing")), 1, "missing");
}

}  // namespace dragoman

#include <cmath>
#include <sstream>
#include <vector>

#include "catch.h"
#include "program.h"
#include "test_device.h"

// Training and translating on the device that DRAGOMAN_TEST_DEVICE names, beside the CPU.
namespace dragoman {
namespace {

/// Trains TinyRun's model in `run` on the device.
void train_on_device(const std::string& run, const std::string& options = "") {
  succeeded(run_program(train_tiny(run, "--resume --set train.device=" + test_device() + options)));
}

/// The losses of the last two validations. A run that stopped has one more, where it did.
std::vector<double> losses_of(const std::string& run) {
  std::istringstream table(content_of(run + "/valid.tsv"));
  std::vector<double> losses;
  std::string row;
  std::getline(table, row);
  while (std::getline(table, row)) {
    std::istringstream columns(row);
    double update = 0, epoch = 0, loss = NAN;
    columns >> update >> epoch >> loss;
    losses.push_back(loss);
  }
  REQUIRE(losses.size() >= 2);
  return {losses.end() - 2, losses.end()};
}

void check_losses(const std::string& run, const std::string& reference) {
  const std::vector<double> found = losses_of(run), expected = losses_of(reference);
  for (size_t i = 0; i < 2; ++i) CHECK(found[i] == Approx(expected[i]).epsilon(0.002));
}

/// What the program prints for TinyRun's test text, with the folder that the CPU trained.
std::string output_of(const std::string& command, const std::string& device) {
  return succeeded(run_program(command + " " + tiny_run() + " --device " + device)).out;
}

}  // namespace

TEST_CASE("training on the device has the CPU's losses, also when it is stopped and goes on",
          "[device]") {
  const TemporaryFolder folder;
  train_on_device(folder / "whole");
  check_losses(folder / "whole", TinyRun::get().run());
  train_on_device(folder / "halves", " --set train.updates=4");
  train_on_device(folder / "halves");
  check_losses(folder / "halves", folder / "whole");
}

TEST_CASE("bf16 trains on the device to about the loss of fp32", "[device]") {
  const TemporaryFolder folder;
  train_on_device(folder / "run", " --set train.precision=bf16");
  CHECK(losses_of(folder / "run").back() ==
        Approx(losses_of(TinyRun::get().run()).back()).epsilon(0.02));
}

TEST_CASE("scores on the device are the CPU's", "[device]") {
  const TinyRun& tiny = TinyRun::get();
  const std::string command = "score --format text --source " + quoted(tiny.corpus("test.en")) +
                              " --target " + quoted(tiny.corpus("test.de"));
  std::istringstream found(output_of(command, test_device())), expected(output_of(command, "cpu"));
  double ours = 0, theirs = 0;
  size_t lines = 0;
  for (; expected >> theirs; ++lines) {
    REQUIRE(found >> ours);
    CHECK(ours == Approx(theirs).epsilon(0.002));
  }
  CHECK(lines == count_lines(content_of(tiny.corpus("test.en"))));
}

TEST_CASE("each line becomes a line on the device, and a blank one stays blank", "[device]") {
  const TemporaryFolder folder;
  const std::string sentence = "the old man sees a small dog near the house ";
  std::string text = "\n" + sentence + "\n \n";
  for (int i = 0; i < 40; ++i) text += sentence;  // longer than the model takes
  write_text(folder / "text", text + "\n\n" + sentence);
  for (const char* tokens : {"20", "5000"}) {
    std::istringstream lines(output_of("translate --max-length 20 --input " +
                                           quoted(folder / "text") + " --batch-tokens " + tokens,
                                       test_device()));
    std::vector<bool> blank;
    for (std::string line; std::getline(lines, line);) blank.push_back(line.empty());
    CHECK(blank == std::vector{true, false, true, false, true, false});
  }
}

}  // namespace dragoman

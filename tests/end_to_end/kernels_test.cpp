#include <vector>

#include "catch.h"
#include "io/atomic_file.h"
#include "kernels/kernels.h"
#include "program.h"

namespace dragoman {
namespace {

std::string with_kernels(const std::string& name) {
  return "DRAGOMAN_KERNELS=" + name + " \"$dragoman\" ";
}

/// Translations with the scores of their tokens, in a precision.
std::string translations_by(const std::string& kernels, const std::string& precision) {
  return succeeded(run_bash("printf 'The dog sees a big house.\\nA man sleeps.\\n' | " +
                            with_kernels(kernels) + "translate " + tiny_run() +
                            " --num-best 2 --format json --precision " + precision))
      .out;
}

}  // namespace

TEST_CASE("the version names the kernels that are chosen and those that there are") {
  const Outcome outcome = succeeded(run_bash(with_kernels("portable") + "--version"));
  CHECK_THAT(outcome.out,
             ContainsSubstring("kernels: portable (of " + names_of_available_kernels() + ")"));
}

TEST_CASE("kernels that do not exist are an error, which names those that do") {
  const Outcome outcome = run_bash("echo a | " + with_kernels("quick") + "translate " + tiny_run());
  check_error(outcome, 2, "`quick`");
  CHECK_THAT(outcome.err, ContainsSubstring(names_of_available_kernels()));
}

TEST_CASE("all kernels with FMA give the same bytes in fp32 and int8, scores too") {
  const std::string precision = GENERATE("fp32", "int8");
  std::vector<std::string> seen;
  for (const Kernels* kernels : available_kernels()) {
    const std::string name = kernels->name;
    if (name == "portable") continue;
    seen.push_back(translations_by(name, precision));
    INFO(name);
    CHECK(seen.back() == seen.front());
  }
}

TEST_CASE("training gives the same weights with all kernels that have FMA") {
#if defined(__x86_64__)
  const std::string products;
#else
  const std::string products = "--set train.products=own ";
#endif
  const TemporaryFolder folder;
  const std::string config =
      "train '" + TinyRun::get().config() + "' " + products + "--set train.updates=";
  std::string first;
  for (const Kernels* kernels : available_kernels()) {
    const std::string name = kernels->name, run = folder / name;
    if (name == "portable") continue;
    // Before the last update, other kernels take over; on x86-64 without a warning.
    const std::string train = config, out = " --out '" + run + "'",
                      capability = name == "avx2" ? "ATEN_CPU_CAPABILITY=avx2 " : "";
    CHECK(run_bash(capability + with_kernels(name) + train + "5" + out).status == 0);
    const Outcome resumed = succeeded(
        run_bash(with_kernels(available_kernels().back()->name) + train + "6 --resume" + out));
#if defined(__x86_64__)
    CHECK(resumed.err.find("differ in the last digits") == std::string::npos);
#endif
    const std::string weights = read_file(run + "/model.safetensors");
    INFO(name);
    if (first.empty()) first = weights;
    CHECK(weights == first);
  }
}

TEST_CASE("a run that goes on with other kernels says that its last digits differ") {
  const std::string other = available_kernels().back()->name;
  if (other == "portable") {
    WARN("This processor has one table of kernels only.");
    return;
  }
  const TemporaryFolder folder;
  const std::string train = train_tiny(folder / "run");
  CHECK(run_bash(with_kernels("portable") + train + "--set train.updates=4").status == 0);
  const Outcome resumed =
      succeeded(run_bash(with_kernels(other) + train + "--resume --set train.updates=5"));
  CHECK_THAT(resumed.err, ContainsSubstring("kernels portable") &&
                              ContainsSubstring("differ in the last digits"));
}

TEST_CASE("a run of a version without own products goes on with LibTorch's") {
  const TemporaryFolder folder;
  const auto train = [&](const std::string& run, const std::string& options) {
    return run_program(train_tiny(folder / run, options)).status;
  };
  const std::string libtorch = "--set train.products=libtorch ";
  CHECK(train("whole", libtorch + "--set train.updates=5") == 0);
  CHECK(train("former", libtorch + "--set train.updates=4") == 0);
  const std::string config = folder / "former/config.json";
  std::string text = read_file(config);
  const std::string setting = "\"products\": \"libtorch\",";
  REQUIRE(text.find(setting) != std::string::npos);
  write_file_atomically(config, text.erase(text.find(setting), setting.size()));
  CHECK(train("former", "--resume --set train.updates=5") == 0);
  CHECK(read_file(folder / "former/model.safetensors") ==
        read_file(folder / "whole/model.safetensors"));
}

}  // namespace dragoman

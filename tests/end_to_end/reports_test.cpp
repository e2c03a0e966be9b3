#include <nlohmann/json.hpp>
#include <regex>

#include "catch.h"
#include "program.h"

// What `train --reports` tells a program that started it.
namespace dragoman {
namespace {

using nlohmann::json;

std::string train_reporting(const TemporaryFolder& folder, const std::string& options) {
  return "\"$dragoman\" " + train_tiny(folder / "run", options);
}

/// "report4 checkpoint4 ", of lines of which each must be a JSON object.
std::string kinds_of(const std::string& lines) {
  std::string kinds;
  std::istringstream stream(lines);
  for (std::string line; std::getline(stream, line);) {
    const json event = json::parse(line);
    kinds += event.at("event").get<std::string>() + event.at("update").dump() + " ";
  }
  return kinds;
}

const std::string kWholeRun =
    "report4 checkpoint4 validation6 report8 checkpoint8 report12 validation12 checkpoint12 "
    "end12 ";

}  // namespace

TEST_CASE("reports come on stdout, and change nothing of the run") {
  const TemporaryFolder folder;
  const Outcome outcome = succeeded(run_bash(train_reporting(folder, "--reports -")));
  CHECK(kinds_of(outcome.out) == kWholeRun);
  CHECK(weights_of(folder / "run") == weights_of(TinyRun::get().run()));
}

TEST_CASE("reports go to a file of the run's folder, to which a run that goes on appends") {
  const TemporaryFolder folder;
  const std::string file = folder / "run/reports.jsonl";
  const std::string options = "--reports " + quoted(file) + " ";
  succeeded(run_bash(train_reporting(folder, options + "--set train.updates=8")));
  const std::string first = content_of(file);
  const Outcome resumed = succeeded(run_bash(train_reporting(folder, options + "--resume")));
  CHECK(resumed.out.empty());
  CHECK(content_of(file).starts_with(first));
  CHECK(kinds_of(content_of(file).substr(first.size())) ==
        "report12 validation12 checkpoint12 end12 ");
}

TEST_CASE("a run whose reader leaves ends with status 141, and nothing is lost") {
  const TemporaryFolder folder;
  const std::string processes = GENERATE("", " --processes 2");
  if (!processes.empty() &&
      run_bash(train_reporting(folder, "--set train.updates=1" + processes)).status != 0)
    return;
  const Outcome outcome =
      run_bash(train_reporting(folder, "--resume --set train.updates=100000 --reports - 2>'" +
                                           folder / "err" + "'" + processes) +
               " | head -n 1; echo ${PIPESTATUS[0]}");
  const std::string said = content_of(folder / "err");
  INFO(said);
  CHECK(outcome.out.ends_with("\n141\n"));
  std::smatch stop;
  REQUIRE(
      std::regex_search(said, stop, std::regex("nobody reads the reports at (.*), everything")));
  CHECK_THAT(said, !ContainsSubstring("error"));
  const Outcome resumed =
      succeeded(run_bash(train_reporting(folder, "--resume --set train.updates=1")));
  CHECK_THAT(resumed.err, ContainsSubstring("going on from " + stop[1].str() + " of "));
}

TEST_CASE("several processes report once, on the stdout of the command that started them") {
  const TemporaryFolder folder;
  const Outcome outcome = run_bash(train_reporting(folder, "--processes 2 --reports -"));
  if (outcome.err.find("c10d") != std::string::npos) return;
  INFO(outcome.err);
  CHECK(outcome.status == 0);
  CHECK(kinds_of(outcome.out) == kWholeRun);
}

TEST_CASE("a disk without room for reports costs a warning, and a wrong path an error") {
  const TemporaryFolder folder;
  const Outcome full = succeeded(run_bash(train_reporting(folder, "--reports /dev/full")));
  const size_t first = full.err.find("warning: cannot write reports to '/dev/full'");
  CHECK(first != std::string::npos);
  CHECK(full.err.find("cannot write reports", first + 20) == std::string::npos);
  check_error(
      run_bash(train_reporting(folder, "--resume --reports '" + folder / "none/reports" + "'")), 1,
      "cannot write reports to");
}

}  // namespace dragoman

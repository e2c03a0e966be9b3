#include <nlohmann/json.hpp>
#include <regex>

#include "catch.h"
#include "program.h"
#include "running_service.h"
#include "tiny_language_models.h"

namespace dragoman {
namespace {

using nlohmann::json;

const std::string kGuide = DRAGOMAN_SOURCE_DIR "/docs/serving.md";

/// The arguments for a translator and a language model, by the names that the guide uses.
std::string guide_models() {
  return quoted("my-model=" + TinyRun::get().run()) + " " +
         quoted("german=" + TinyLanguageModels::get().lines()) + " --run " + tiny_run();
}

/// A command of the guide, and the answer that stands below it, if any.
struct Example {
  std::string command;
  std::string answer;
};

/// The guide's blocks of language sh, each with the block of language json that follows it.
std::vector<Example> guide_examples() {
  std::vector<Example> examples;
  std::istringstream text(content_of(kGuide));
  std::string none, *block = &none;
  for (std::string line; std::getline(text, line);) {
    if (line == "```sh") {
      block = &examples.emplace_back().command;
    } else if (line == "```json") {
      block = &examples.back().answer;
    } else if (line.starts_with("```")) {
      block = &none;
    } else {
      *block += line + "\n";
    }
  }
  return examples;
}

/// Runs each example's command on the service's port, writes its answer into a file of `folder`
/// named by its number, and curl's status as a line.
std::string as_script(const std::vector<Example>& examples, const TemporaryFolder& folder) {
  std::string script =
      "curl() { ask \"$@\"; }\ndragoman() { \"$dragoman\" \"$@\" --port $port; }\n";
  for (size_t i = 0; i < examples.size(); ++i) {
    const std::string place = folder / std::to_string(i);
    write_text(place + ".sh", examples[i].command);
    script += "source <(sed \"s|http://127.0.0.1:8080|$url|\" " + quoted(place + ".sh") + ") >" +
              quoted(place) + "; echo $?\n";
  }
  return script;
}

/// Where `actual` lacks what `documented` has, or has something of another type; else nothing.
std::string difference(const json& documented, const json& actual, const std::string& path) {
  if (documented.is_number() && actual.is_number()) return "";
  if (documented.type() != actual.type())
    return path + " is of type " + actual.type_name() + ", not " + documented.type_name();
  if (documented.is_array() && !documented.empty() && !actual.empty())
    return difference(documented[0], actual[0], path + "[0]");
  if (!documented.is_object()) return "";
  for (const auto& [key, value] : documented.items()) {
    if (!actual.contains(key)) return path + "." + key + " is not there";
    const std::string deeper = difference(value, actual[key], path + "." + key);
    if (!deeper.empty()) return deeper;
  }
  return "";
}

/// curl's status is 22 for an answer whose status is an error's.
void check_example(const Example& example, const std::string& status, const std::string& answer) {
  INFO(example.command << "\n" << answer);
  CHECK(status == (example.answer.starts_with("{\"error\"") ? "22" : "0"));
  if (example.answer.empty()) return;
  const json actual = json::parse(answer, nullptr, false);
  CHECK(difference(json::parse(example.answer), actual, "answer") == "");
}

}  // namespace

TEST_CASE("the guide's examples give what the guide says") {
  const TemporaryFolder folder;
  const std::vector<Example> examples = guide_examples();
  REQUIRE(examples.size() > 10);
  const Outcome outcome = succeeded(with_service(guide_models(), as_script(examples, folder)));
  std::istringstream statuses(outcome.out);
  std::string status;
  for (size_t i = 0; i < examples.size(); ++i) {
    std::getline(statuses, status);
    check_example(examples[i], status, content_of(folder / std::to_string(i)));
  }
}

TEST_CASE("the guide names every option of the command") {
  const std::string help = run_program("serve --help").out, guide = content_of(kGuide);
  const std::regex option("--[a-z][a-z-]+");
  std::vector<std::string> names;
  for (std::sregex_iterator found(help.begin(), help.end(), option), end; found != end; ++found)
    names.push_back(found->str());
  CHECK(names.size() > 15);
  for (const std::string& name : names) {
    if (name != "--help") CHECK_THAT(guide, ContainsSubstring("`" + name + "`"));
  }
}

}  // namespace dragoman

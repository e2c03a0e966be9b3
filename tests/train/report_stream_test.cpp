#include "train/report_stream.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "captured_stderr.h"
#include "file_size_limit.h"
#include "io/atomic_file.h"
#include "model_folder/checkpoint_files.h"
#include "small_runs.h"

namespace dragoman {
namespace {

using Json = nlohmann::ordered_json;

std::vector<Json> events_of(const std::string& path) {
  std::vector<Json> events;
  for (const std::string& line : read_lines(path)) events.push_back(Json::parse(line));
  return events;
}

std::vector<std::string> keys_of(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& item : object.items()) keys.push_back(item.key());
  return keys;
}

/// What is between the tabs of the first line.
std::vector<std::string> columns_of(const std::string& table) {
  std::istringstream line(read_lines(table).front());
  std::vector<std::string> columns = {"event"};
  for (std::string column; std::getline(line, column, '\t');) columns.push_back(column);
  return columns;
}

/// Those of a validation: before each sample its source and reference.
std::vector<std::string> keys_of_validation(const std::string& table) {
  std::vector<std::string> keys;
  for (const std::string& column : columns_of(table)) {
    if (column.starts_with("sample_")) {
      const std::string number = column.substr(column.find('_'));
      keys.insert(keys.end(), {"source" + number, "reference" + number});
    }
    keys.push_back(column);
  }
  return keys;
}

/// Trains with reports; on_gradient as for make_trainer().
int train_with(ReportStream& reports, const TrainingData& data, const std::string& run,
               const TrainSettings& settings, const GradientHook& on_gradient = nullptr) {
  const Transformer model = small_model(data);
  if (on_gradient) named_weights(*model).front().second.register_hook(on_gradient);
  Trainer trainer({.model = model,
                   .data = data,
                   .paths = FolderPaths(run),
                   .search = {},
                   .lowercase = false,
                   .workers = 1,
                   .log = make_null_logger(),
                   .exchange = alone(),
                   .reports = &reports},
                  settings);
  trainer.resume();
  return trainer.run();
}

}  // namespace

TEST_CASE("reports are whole lines of JSON at once, appended to what is there") {
  const TemporaryFolder folder;
  const std::string path = written_file(folder / "reports", "{}\n");
  ReportStream stream(path, make_null_logger());
  stream.write("report", {{"update", 1}, {"loss", INFINITY}, {"text", "a\nb \xff \"ü\""}});
  CHECK(read_file(path) ==
        "{}\n{\"event\":\"report\",\"update\":1,\"loss\":null,\"text\":\"a\\nb \xef\xbf\xbd "
        "\\\"ü\\\"\"}\n");
  CHECK(stream.has_reader());
}

TEST_CASE("reports that the disk does not take are written with the next, after one warning") {
  const TemporaryFolder folder;
  const std::string path = folder / "reports";
  const std::string said = captured_stderr([&] {
    ReportStream stream(path, make_stderr_logger());
    {
      const FileSizeLimit full(10);
      for (const int update : {1, 2, 3}) stream.write("report", {{"update", update}});
    }
    stream.write("report", {{"update", 4}});
    CHECK(stream.has_reader());
  });
  CHECK_THAT(said, ContainsSubstring("cannot write reports to '" + path + "'"));
  CHECK(std::count(said.begin(), said.end(), '\n') == 1);
  const auto events = events_of(path);
  REQUIRE(events.size() == 4);
  for (size_t i = 0; i < 4; ++i) CHECK(events[i]["update"] == i + 1);
}

TEST_CASE("a report that an earlier process did not complete is cut off") {
  const TemporaryFolder folder;
  const std::string path = folder / "reports";
  const auto num_cut = GENERATE(1, 5, 19);  // of the 30 bytes of a line
  {
    ReportStream stream(path, make_null_logger());
    stream.write("report", {{"update", 1}});
    const FileSizeLimit full(2 * std::filesystem::file_size(path) - num_cut);
    stream.write("report", {{"update", 2}});
  }
  REQUIRE(!read_file(path).ends_with('\n'));
  ReportStream(path, make_null_logger()).write("report", {{"update", 3}});
  const auto events = events_of(path);
  REQUIRE(events.size() == 2);
  CHECK(events[0]["update"] == 1);
  CHECK(events[1]["update"] == 3);
}

TEST_CASE("a last line that is no report is not cut off, and gets an end") {
  const TemporaryFolder folder;
  const std::string path = written_file(folder / "notes", R"({"learning_rate": 1})");
  ReportStream(path, make_null_logger()).write("end", {{"update", 3}});
  CHECK(read_file(path) ==
        "{\"learning_rate\": 1}\n"
        "{\"event\":\"end\",\"update\":3}\n");
}

TEST_CASE("a reader that has left is noticed, also before anything is written") {
  Pipe pipe;
  ReportStream stream("/dev/fd/" + std::to_string(pipe.ends[1]), make_null_logger());
  CHECK(stream.has_reader());
  ::close(std::exchange(pipe.ends[0], -1));
  SECTION("before") {}
  SECTION("by writing") { CHECK_NOTHROW(stream.write("report", {{"update", 1}})); }
  CHECK_FALSE(stream.has_reader());
  CHECK_NOTHROW(stream.write("report", {{"update", 2}}));
}

TEST_CASE("what reports cannot be written to is an error") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(ReportStream(folder / "none/reports", make_null_logger()),
                    ContainsSubstring("cannot write reports to"));
  CHECK_THROWS_AS(ReportStream(folder.path(), make_null_logger()), std::runtime_error);
}

TEST_CASE("a run reports its rows by the names of their columns, checkpoints and the end") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  TrainSettings settings = train_settings(8);
  settings.samples = 2;
  ReportStream reports(folder / "reports", make_null_logger());
  CHECK(train_with(reports, data, folder / "run", settings) == 0);
  std::string kinds;
  for (const Json& event : events_of(folder / "reports")) {
    const std::string kind = event["event"];
    kinds += kind + event["update"].dump() + " ";
    if (kind == "report") CHECK(keys_of(event) == columns_of(folder / "run/train.tsv"));
    if (kind == "validation") CHECK(keys_of(event) == keys_of_validation(folder / "run/valid.tsv"));
    if (kind == "checkpoint") CHECK(event["interim"] == false);
    if (kind == "end") CHECK(event["signal"] == 0);
  }
  CHECK(
      kinds ==
      "report3 checkpoint3 validation4 report6 checkpoint6 validation8 report8 checkpoint8 end8 ");
}

TEST_CASE("a run that a signal stops reports what it saved, and the signal") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  ReportStream reports(folder / "reports", make_null_logger());
  const auto stop = [](const torch::Tensor& gradient) {
    if (StopSignal::received() == 0) std::raise(SIGTERM);
    return gradient;
  };
  CHECK(train_with(reports, data, folder / "run", train_settings(8), stop) == SIGTERM);
  const auto events = events_of(folder / "reports");
  REQUIRE(events.size() == 2);
  CHECK(events[0] == Json{{"event", "checkpoint"}, {"update", 1}, {"interim", true}});
  CHECK(events[1] == Json{{"event", "end"}, {"update", 1}, {"signal", SIGTERM}});
}

TEST_CASE("a run whose reader leaves is saved and stops, and goes on to the same end") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder);
  const std::string run = folder / "run";
  Pipe pipe;
  ReportStream reports("/dev/fd/" + std::to_string(pipe.ends[1]), make_null_logger());
  int num_parts = 0;
  const auto leave = [&](const torch::Tensor& gradient) {
    if (++num_parts == 9) ::close(std::exchange(pipe.ends[0], -1));  // in update 5
    return gradient;
  };
  CHECK(train_with(reports, data, run, train_settings(8), leave) == SIGPIPE);
  CHECK(checkpoint_updates(FolderPaths(run), "interim-training") == std::vector<int64_t>{5});
  ReportStream others(folder / "reports", make_null_logger());
  CHECK(train_with(others, data, run, train_settings(8)) == 0);
  make_trainer(data, folder / "straight", train_settings(8)).run();
  check_same_run(run, folder / "straight");
}

}  // namespace dragoman

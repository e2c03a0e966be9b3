#include "serve/training_route.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "running_service.h"
#include "temporary_folder.h"
#include "written_file.h"

using namespace dragoman;

namespace {

/// Returns the number of open connections, with the one that asks.
int open_connections(const RunningService& running) {
  const std::string metrics = running.get("/metrics").body, name = "\ndragoman_connections ";
  return std::stoi(metrics.substr(metrics.find(name) + name.size()));
}

}  // namespace

TEST_CASE("a training run is followed as its tables grow") {
  const TemporaryFolder run;
  written_file(run / "config.json", R"({"train": {"updates": 500}})");
  written_file(run / "train.tsv", "update\tloss\trate\n10\t2.5\t1e-3\n20\tnan\tinf\n30\t1.");
  written_file(run / "valid.tsv", "update\tbleu\tsample_1\n20\t12.5\t7\n");
  written_file(run / "samples.tsv", "source\treference\nSeven.\tSieben.\n");
  ServiceSettings settings = quick_settings();
  settings.run = run.path();
  const RunningService running(settings);
  const Json all = json_of(running.get("/v1/training"));
  CHECK(all["train"] == Json::parse(R"({"columns": ["update", "loss", "rate"],
      "rows": [[10, 2.5, 0.001], [20, null, null]]})"));
  CHECK(all["valid"]["rows"] == Json::parse(R"([[20, 12.5, "7"]])"));
  CHECK(all["samples"] == Json::parse(R"([{"source": "Seven.", "reference": "Sieben."}])"));
  CHECK(all["updates"] == 500);
  CHECK(all["running"] == true);
  const Json later = json_of(running.get("/v1/training?after=10"));
  CHECK(later["train"]["rows"].size() == 1);
  CHECK(json_of(running.get("/v1/training?after=20"))["valid"]["rows"].empty());
  check_error(running.get("/v1/training?after=x"), 400, "bad_request");
  check_error(RunningService().get("/v1/training"), 404, "not_found");
}

TEST_CASE("a run that has not written yet has empty tables") {
  const TemporaryFolder run;
  const Json json = training_json(run.path(), -1);
  CHECK(json["train"] == Json::parse(R"({"columns": [], "rows": []})"));
  CHECK(json["samples"].empty());
  CHECK(json["updates"] == 0);
  CHECK(json["running"] == false);
}

TEST_CASE("of a long table 5,000 rows are returned, drawn evenly, with the last one") {
  const TemporaryFolder run;
  std::string table = "update\tloss\n";
  for (int i = 1; i <= 20'001; ++i) table += std::to_string(i) + "\t0.5\n";
  written_file(run / "train.tsv", table);
  const Json rows = training_json(run.path(), 1)["train"]["rows"];
  REQUIRE(rows.size() == 5000);
  for (size_t i = 0; i < rows.size(); ++i) CHECK(rows[i] == Json({4 * i + 5, 0.5}));
  CHECK(training_json(run.path(), 15'001)["train"]["rows"].size() == 5000);
  CHECK(training_json(run.path(), 15'001)["train"]["rows"][0][0] == 15'002);
}

TEST_CASE("clients that follow a run leave threads for other requests") {
  const TemporaryFolder run;
  const std::string pipe = run / "train.tsv";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);  // whoever reads it waits
  ServiceSettings settings = quick_settings();
  settings.run = run.path();
  const RunningService running(settings);
  std::atomic<int> num_answered = 0;
  std::vector<std::thread> clients;
  for (int i = 0; i < 8; ++i) {
    clients.emplace_back([&] {
      if (running.client().Get("/v1/training")) ++num_answered;
    });
  }
  int writer = -1;
  CHECK(eventually([&] {
    if (writer < 0) writer = open(pipe.c_str(), O_WRONLY | O_NONBLOCK);
    return writer >= 0;  // once somebody reads
  }));
  httplib::Client client = running.client();
  client.set_read_timeout(std::chrono::seconds(10));
  CHECK(eventually([&] { return open_connections(running) > 8; }));
  CHECK(client.Get("/healthz"));
  CHECK(num_answered == 0);
  std::filesystem::rename(written_file(run / "new", "update\n1\n"), pipe);
  close(writer);
  for (std::thread& thread : clients) thread.join();
  CHECK(num_answered == 8);
}

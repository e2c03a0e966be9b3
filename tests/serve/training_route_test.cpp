#include "serve/training_route.h"

#include "running_service.h"
#include "temporary_folder.h"
#include "written_file.h"

using namespace dragoman;

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

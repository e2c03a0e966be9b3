#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "captured_stderr.h"
#include "io/settings_write.h"
#include "model_folder/run_plan.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {

inline constexpr const char* kBegun =
    R"({"data": {"source_language": "tr", "train": [{"tsv": "a"}]}, "train": {"keep": "last"}})";

/// A run that was begun with a configuration changed by `overrides`.
class BegunRun {
 public:
  explicit BegunRun(const std::vector<std::string>& overrides = {}) {
    std::filesystem::create_directories(folder_ / "run/checkpoints");
    written_file(folder_ / "begun.json", kBegun);
    const Config config = load_config(folder_ / "begun.json", overrides);
    written_file(folder_ / "run/config.json", write_settings(config).dump());
  }

  std::string folder() const { return folder_ / "run"; }

  void write(const std::string& name, const std::string& text = "x") const {
    written_file(folder() + "/" + name, text);
  }

  void remove(const std::string& name) const { std::filesystem::remove(folder_ / "run/" + name); }

  /// As a run with a checkpoint is resumed.
  RunPlan go_on(const std::vector<std::string>& overrides = {}) const {
    write("checkpoints/update-00000002.training.safetensors");
    return resume(overrides);
  }
  /// As a run is resumed that stopped, if nothing was written, before its first checkpoint.
  RunPlan resume(const std::vector<std::string>& overrides = {}) const {
    return plan("run/config.json", overrides, /*resume=*/true);
  }
  /// Returns the log of a run without a checkpoint, which begins.
  std::string log_of_beginning(const std::vector<std::string>& overrides) const {
    const RunRequest beginning = request("begun.json", overrides, /*resume=*/true);
    return captured_stderr([&] { plan_run(beginning, make_stderr_logger()); });
  }
  RunPlan begin() const { return plan("begun.json", {}, /*resume=*/false); }

  /// Returns the log of a run with a checkpoint that is resumed by --force.
  std::string log_of_force(const std::vector<std::string>& overrides) const {
    write("checkpoints/update-00000002.training.safetensors");
    RunRequest forced = request("run/config.json", overrides, /*resume=*/true);
    forced.force = true;
    return captured_stderr([&] { plan_run(forced, make_stderr_logger()); });
  }

 private:
  RunRequest request(const std::string& config, const std::vector<std::string>& overrides,
                     bool resume) const {
    RunRequest request;
    request.config = folder_ / config;
    request.overrides = overrides;
    request.folder = folder_ / "run";
    request.resume = resume;
    return request;
  }
  RunPlan plan(const std::string& config, const std::vector<std::string>& overrides,
               bool resume) const {
    return plan_run(request(config, overrides, resume), make_null_logger());
  }

  TemporaryFolder folder_;
};

}  // namespace dragoman

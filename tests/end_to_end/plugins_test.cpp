#include <filesystem>

#include "catch.h"
#include "program.h"

namespace dragoman {
namespace {

const std::filesystem::path kBuilt = std::filesystem::path(DRAGOMAN_PROGRAM).parent_path();

/// Runs the program with the libraries in `folder` instead of those of the same names.
Outcome run_with(const TemporaryFolder& folder, const std::string& arguments) {
  return run_bash("LD_LIBRARY_PATH=" + quoted(folder.path()) + " \"$dragoman\" " + arguments);
}

/// A copy of libdragoman.so, which looks for plugins where it is itself.
void copy_library_to(const std::string& folder) {
  for (const auto& entry : std::filesystem::directory_iterator(kBuilt)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("libdragoman.so."))
      std::filesystem::copy_file(entry.path(), folder + "/" + name);
  }
}

}  // namespace

TEST_CASE("a plugin that is not installed is named, with what to install") {
  const TemporaryFolder folder;
  copy_library_to(folder.path());
  const std::string run = tiny_run();
  check_error(run_with(folder, "serve " + run), 1, "libdragoman_tools.so is missing");
  check_error(run_with(folder, "plot " + run + " --out -"), 1, "libdragoman_plot.so is missing");
  const Outcome on_gpu = run_with(folder, "translate " + run + " --device cuda </dev/null");
  check_error(on_gpu, 1, "apt-get install ./dragoman-torch_*.deb");
  CHECK_THAT(on_gpu.err, ContainsSubstring("-D DRAGOMAN_WITH_TORCH=ON"));
}

TEST_CASE("without LibTorch training on text says so before it reads the text") {
  const TemporaryFolder folder;
  copy_library_to(folder.path());
  const std::string run = folder / "run";
  const std::string text = " --source none.en --target none.de --out " + quoted(run);
  for (const char* const processes : {"", " --processes 2"})
    check_error(run_with(folder, "train" + text + processes), 1, "libdragoman_torch.so is missing");
  CHECK_FALSE(std::filesystem::exists(run));
}

TEST_CASE("training in a folder that has been deleted says so") {
  const TemporaryFolder folder;
  const Outcome outcome =
      run_bash("cd " + quoted(folder.path()) + " && mkdir gone && cd gone && rmdir ../gone && " +
               "\"$dragoman\" train " + quoted(TinyRun::get().config()) + " --out " +
               quoted(folder / "run"));
  check_error(outcome, 1, "change to another folder");
}

TEST_CASE("plugins are found in the folder dragoman beside the library, as installed") {
  const TemporaryFolder folder;
  copy_library_to(folder.path());
  std::filesystem::create_directory(folder / "dragoman");
  std::filesystem::copy(kBuilt / "libdragoman_plot.so", folder / "dragoman");
  const Outcome outcome = run_with(folder, "plot " + tiny_run() + " --out - | tail -n 1");
  INFO(outcome.err);
  CHECK(outcome.out == "</svg>\n");
}

TEST_CASE("without cairo plot says what to install, and a service starts") {
  const TemporaryFolder folder;
  write_text(folder / "libcairo.so.2", "");
  check_error(run_with(folder, "plot " + tiny_run() + " --out -"), 1, "apt-get install libcairo2");
  check_error(run_with(folder, "serve --probe --port 1"), 1, "no service listens");
}

}  // namespace dragoman

#include "model_folder/torch_plugin.h"

#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "io/build_id.h"
#include "io/open_plugin.h"

namespace dragoman {
namespace {

constexpr PluginName kName{
    .library = "libdragoman_torch.so",
    .entry = "dragoman_torch_plugin",
    .absence =
        "training and GPUs need it; install the package dragoman-torch (apt-get install "
        "./dragoman-torch_*.deb), or build with -D DRAGOMAN_WITH_TORCH=ON",
    .needs =
        "install the LibTorch that Dragoman was built with, or the package dragoman-torch, or "
        "(installed by pip) pip install 'dragoman[train]'"};

/// In a folder that has been deleted, LibTorch's libraries end the program without a reason.
void check_working_folder() {
  std::error_code error;
  static_cast<void>(std::filesystem::current_path(error));
  if (!error) return;
  throw std::runtime_error("the working folder cannot be found (" + error.message() +
                           "), and LibTorch needs one: change to another folder (cd)");
}

}  // namespace

const TorchPlugin& torch_plugin() {
  static const auto* const plugin = [] {
    check_working_folder();
    return static_cast<const TorchPlugin*>(open_plugin(kName, build_id));
  }();
  return *plugin;
}

}  // namespace dragoman

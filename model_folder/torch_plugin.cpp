#include "model_folder/torch_plugin.h"

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

}  // namespace

const TorchPlugin& torch_plugin() {
  static const auto* const plugin = static_cast<const TorchPlugin*>(open_plugin(kName, build_id));
  return *plugin;
}

}  // namespace dragoman

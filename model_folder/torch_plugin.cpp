#include "model_folder/torch_plugin.h"

#include <dlfcn.h>

#include <filesystem>
#include <stdexcept>

namespace dragoman {
namespace {

constexpr const char* kName = "libdragoman_torch.so";

/// The folder of the library, or of the program, that this code is in.
std::filesystem::path own_folder() {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void*>(&torch_plugin), &info) == 0 ||
      info.dli_fname == nullptr)
    return ".";
  return std::filesystem::absolute(info.dli_fname).parent_path();
}

const TorchPlugin& open_plugin() {
  const std::filesystem::path path = own_folder() / kName;
  if (!std::filesystem::exists(path)) {
    throw std::runtime_error(path.string() +
                             " is not there, which training and GPUs need: install Dragoman's "
                             "whole package, or build it with -D DRAGOMAN_WITH_TORCH=ON");
  }
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw std::runtime_error(std::string("cannot open ") + ::dlerror() +
                             "; LibTorch must be where Dragoman was built or installed with it");
  }
  using Entry = const TorchPlugin*();
  auto* const entry = reinterpret_cast<Entry*>(::dlsym(library, "dragoman_torch_plugin"));
  const TorchPlugin* const plugin = entry == nullptr ? nullptr : entry();
  if (plugin == nullptr || std::string(plugin->version) != DRAGOMAN_VERSION) {
    throw std::runtime_error(path.string() + " is of another version than " DRAGOMAN_VERSION
                                             ": install both from one package");
  }
  return *plugin;
}

}  // namespace

const TorchPlugin& torch_plugin() {
  static const TorchPlugin& plugin = open_plugin();
  return plugin;
}

}  // namespace dragoman

#include "io/open_plugin.h"

#include <dlfcn.h>

#include <filesystem>
#include <stdexcept>
#include <string>

#include "io/build_id.h"

namespace dragoman {
namespace {

/// Returns the folder of the library or program that contains this code.
std::filesystem::path own_folder() {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void*>(&open_plugin), &info) == 0 ||
      info.dli_fname == nullptr)
    return ".";
  return std::filesystem::absolute(info.dli_fname).parent_path();
}

std::filesystem::path path_of(const char* library) {
  const std::filesystem::path folder = own_folder();
  const std::filesystem::path built = folder / library;
  return std::filesystem::exists(built) ? built : folder / "dragoman" / library;
}

[[noreturn]] void throw_of_other_build(const std::filesystem::path& path) {
  throw std::runtime_error(path.string() +
                           " is of another build than the program or libdragoman.so: install the "
                           "program and all libraries of one build");
}

/// True if libdragoman.so does not have what the plugin needs: a symbol, or all of a version.
bool lacks_version(const std::string& reason) {
  return reason.find("version DRAGOMAN") != std::string::npos ||
         reason.find("version `DRAGOMAN") != std::string::npos;
}

[[noreturn]] void throw_unloadable(const std::string& reason, const PluginName& name) {
  const bool lacks_memory = reason.find("failed to map segment") != std::string::npos ||
                            reason.find("cannot allocate memory") != std::string::npos;
  throw std::runtime_error("cannot load " + reason + ": " +
                           (lacks_memory ? "end other programs, or raise the limit on memory "
                                           "(ulimit -v unlimited)"
                                         : name.needs));
}

}  // namespace

const void* open_plugin(const PluginName& name, const char* build) {
  const std::filesystem::path path = path_of(name.library);
  if (!std::filesystem::exists(path))
    throw std::runtime_error(path.string() + " is missing: " + name.absence);
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const std::string reason = ::dlerror();
    if (lacks_version(reason)) throw_of_other_build(path);
    throw_unloadable(reason, name);
  }
  using Entry = const void*();
  auto* const entry = reinterpret_cast<Entry*>(::dlsym(library, name.entry));
  const void* const table = entry == nullptr ? nullptr : entry();
  const std::string of_plugin = table == nullptr ? "" : *static_cast<const char* const*>(table);
  if (of_plugin != build || of_plugin != build_id) throw_of_other_build(path);
  return table;
}

}  // namespace dragoman

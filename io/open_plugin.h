#pragma once

namespace dragoman {

/// A shared library of ours that is opened when something needs it.
struct PluginName {
  const char* library;  // its file, beside libdragoman.so
  const char* entry;    // its function that gives the plugin's table, which begins with a version
  const char* absence;  // what to say where the file is missing: who needs it, what to install
};

/// Opens the plugin, which stays open, and gives its table. Throws std::runtime_error, which says
/// what to do, if the library is missing, cannot be loaded, or is not of `version`.
const void* open_plugin(const PluginName& name, const char* version);

}  // namespace dragoman

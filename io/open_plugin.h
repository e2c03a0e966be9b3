#pragma once

namespace dragoman {

/// A shared library of ours that is opened when something needs it.
struct PluginName {
  const char* library;  // its file
  const char* entry;    // its function that gives the plugin's table, which begins with a version
  const char* absence;  // what to say where the file is missing: who needs it, what to install
  const char* needs;    // what to say where a library that it loads is missing
};

/// Opens the plugin, which stays open, and gives its table. The file lies in the folder `dragoman`
/// beside libdragoman.so, as installed, or right beside it, as built. Throws std::runtime_error,
/// which says what to do, if the library is missing, cannot be loaded, or is not of `version`.
const void* open_plugin(const PluginName& name, const char* version);

}  // namespace dragoman

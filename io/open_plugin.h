#pragma once

namespace dragoman {

/// A shared library of this program, opened on demand.
struct PluginName {
  const char* library;  // file name of the library
  /// Its function that returns the plugin's table; the table begins with its build_id.
  const char* entry;
  const char* absence;  // message if the file is missing: which feature needs it, what to install
  const char* needs;    // message if a library that it depends on is missing
};

/// Opens the plugin, which stays open, and returns its table. The file is in the folder `dragoman`
/// beside libdragoman.so if installed, or beside libdragoman.so in the build folder. Throws
/// std::runtime_error that says what to do if the library is missing, cannot be loaded, or is
/// of another build than the caller, whose build_id is `build`, or than libdragoman.so.
const void* open_plugin(const PluginName& name, const char* build);

}  // namespace dragoman

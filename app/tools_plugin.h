#pragma once

#include <string>
#include <vector>

#include "interchange/foreign_folder.h"
#include "interchange/huggingface_export.h"
#include "serve/probe.h"
#include "serve/run_service.h"

namespace dragoman {

/// Functions of libdragoman_tools.so, which has the rooms serve and interchange: their libraries
/// would slow the start of every command. It must be of the same build as the program.
struct ToolsPlugin {
  const char* build;  // build_id
  decltype(&run_service) serve;
  decltype(&probe_service) probe;
  decltype(&import_foreign_folder) import_folder;
  decltype(&export_huggingface) export_folder;
};

/// Opens the plugin beside libdragoman.so; it stays open. Throws std::runtime_error saying what to
/// do if it is missing, cannot be loaded, or is of another build.
const ToolsPlugin& tools_plugin();

}  // namespace dragoman

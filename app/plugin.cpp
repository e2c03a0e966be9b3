#include "app/tools_plugin.h"
#include "io/build_id.h"

// The function that libdragoman_tools.so exports, and the table that it returns.
namespace dragoman {
namespace {

constexpr ToolsPlugin kPlugin{.build = build_id,
                              .serve = run_service,
                              .probe = probe_service,
                              .import_folder = import_foreign_folder,
                              .export_folder = export_huggingface};

}  // namespace
}  // namespace dragoman

extern "C" const dragoman::ToolsPlugin* dragoman_tools_plugin() { return &dragoman::kPlugin; }

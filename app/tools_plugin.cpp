#include "app/tools_plugin.h"

#include "io/build_id.h"
#include "io/open_plugin.h"

namespace dragoman {
namespace {

constexpr PluginName kName{
    .library = "libdragoman_tools.so",
    .entry = "dragoman_tools_plugin",
    .absence = "serve, import and export need it; install Dragoman's whole package",
    .needs =
        "serve, import and export need it; install the libraries that Dragoman was built with"};

}  // namespace

const ToolsPlugin& tools_plugin() {
  static const auto* const plugin = static_cast<const ToolsPlugin*>(open_plugin(kName, build_id));
  return *plugin;
}

}  // namespace dragoman

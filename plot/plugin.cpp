#include "plot/plot_plugin.h"

// Makes a plugin, libdragoman_plot.so, of the room plot.
namespace dragoman {
namespace {

constexpr PlotPlugin kPlugin{.version = DRAGOMAN_VERSION, .draw = draw_runs};

}  // namespace
}  // namespace dragoman

extern "C" const dragoman::PlotPlugin* dragoman_plot_plugin() { return &dragoman::kPlugin; }

#include "io/build_id.h"
#include "plot/plot_plugin.h"

// Makes a plugin, libdragoman_plot.so, of the room plot.
namespace dragoman {
namespace {

constexpr PlotPlugin kPlugin{.build = build_id, .draw = draw_runs};

}  // namespace
}  // namespace dragoman

extern "C" const dragoman::PlotPlugin* dragoman_plot_plugin() { return &dragoman::kPlugin; }

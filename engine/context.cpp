#include "engine/context.h"

#include <numeric>

namespace dragoman {

std::shared_ptr<const Context> read_context(const Plan& plan, const Kernels& kernels,
                                            std::vector<int64_t> tokens) {
  auto context = std::make_shared<Context>();
  if (tokens.empty()) return context;
  const auto length = static_cast<int64_t>(tokens.size());
  const auto num_layers = static_cast<int64_t>(plan.decoder_layers.size());
  context->tokens = std::move(tokens);
  context->memory = AttentionMemory(plan.format, num_layers * length,
                                    plan.decoder_layers.front().self_attention.key_value.width());
  Workspace space;
  const LayerRunner runner(plan, kernels, space);
  std::vector<int64_t> positions(context->tokens.size());
  std::iota(positions.begin(), positions.end(), 0);
  const Rows states = runner.embed(plan.target, context->tokens, positions);
  for (int64_t layer = 0; layer < num_layers; ++layer) {
    const auto& [attention, cross, feed_forward] = plan.decoder_layers[layer];
    runner.begin_sublayer(attention.norm, states);
    runner.project_keys(attention.key_value, context->memory, layer * length);
    if (layer + 1 == num_layers) break;  // the last layer's states are not needed
    runner.attend(attention, states, [&](int64_t row, int64_t, Attended& attended) {
      context->append_keys(layer, row + 1, attended.keys);
      return int64_t{1};
    });
    runner.feed_forward(feed_forward, states);
  }
  return context;
}

}  // namespace dragoman

#include <utility>

#include "capi/guard.h"
#include "capi/structs.h"
#include "capi/texts.h"
#include "translate/attention_maps.h"

struct dragoman_attention_viewer {
  dragoman::AttentionViewer viewer;
  dragoman::Opener opener;
};

struct dragoman_attention {
  using Head = std::vector<float>;  // row-major

  explicit dragoman_attention(dragoman::AttentionMaps given);

  dragoman::AttentionMaps maps;  // its tokens; the weights are in `parts`
  std::vector<dragoman_text> source_tokens, target_tokens, target_inputs;
  std::vector<std::vector<Head>> parts[3];  // [layers][heads]
};

namespace dragoman {
namespace {

std::vector<std::vector<std::vector<float>>> flatten(const std::vector<LayerAttention>& layers) {
  std::vector<std::vector<std::vector<float>>> flat;
  for (const LayerAttention& layer : layers) {
    auto& heads = flat.emplace_back();
    for (const auto& rows : layer) {
      auto& head = heads.emplace_back();
      for (const std::vector<float>& row : rows) head.insert(head.end(), row.begin(), row.end());
    }
  }
  return flat;
}

}  // namespace
}  // namespace dragoman

dragoman_attention::dragoman_attention(dragoman::AttentionMaps given)
    : maps(std::move(given)),
      source_tokens(dragoman::views_of(maps.source_tokens)),
      target_tokens(dragoman::views_of(maps.target_tokens)),
      target_inputs(dragoman::views_of(maps.target_inputs)) {
  parts[DRAGOMAN_ENCODER] = dragoman::flatten(std::exchange(maps.encoder, {}));
  parts[DRAGOMAN_DECODER] = dragoman::flatten(std::exchange(maps.decoder, {}));
  parts[DRAGOMAN_CROSS] = dragoman::flatten(std::exchange(maps.cross, {}));
}

dragoman_error* dragoman_attention_open(dragoman_text run, dragoman_attention_viewer** out) {
  return dragoman::guarded([&] {
    *out = new dragoman_attention_viewer{dragoman::AttentionViewer(dragoman::path_of(run)), {}};
  });
}

void dragoman_attention_viewer_free(dragoman_attention_viewer* viewer) { delete viewer; }

dragoman_error* dragoman_attention_view(const dragoman_attention_viewer* viewer,
                                        dragoman_text source, dragoman_text target,
                                        dragoman_attention** out) {
  return dragoman::guarded([&] {
    viewer->opener.check("the model");
    *out = new dragoman_attention(
        viewer->viewer.view(dragoman::string_of(source), dragoman::string_of(target)));
  });
}

void dragoman_attention_get(const dragoman_attention* attention, dragoman_attention_size* out) {
  dragoman_attention_size size{};
  size.source_tokens = attention->source_tokens.data();
  size.num_source_tokens = attention->source_tokens.size();
  size.target_tokens = attention->target_tokens.data();
  size.num_target_tokens = attention->target_tokens.size();
  size.target_inputs = attention->target_inputs.data();
  for (size_t part = 0; part < 3; ++part) {
    const auto& layers = attention->parts[part];
    size.num_layers[part] = layers.size();
    size.num_heads[part] = layers.empty() ? 0 : layers.front().size();
  }
  dragoman::write_struct(size, out);
}

const float* dragoman_attention_weights(const dragoman_attention* attention,
                                        dragoman_attention_part part, size_t layer, size_t head) {
  if (part < DRAGOMAN_ENCODER || part > DRAGOMAN_CROSS) return nullptr;
  const auto& layers = attention->parts[part];
  return layer < layers.size() && head < layers[layer].size() ? layers[layer][head].data()
                                                              : nullptr;
}

void dragoman_attention_free(dragoman_attention* attention) { delete attention; }

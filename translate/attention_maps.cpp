#include "translate/attention_maps.h"

#include <optional>
#include <stdexcept>

#include "io/utf8.h"
#include "translate/step_models.h"

namespace dragoman {
namespace {

/// Cuts rows to at most `keys` tokens. A query's weights for tokens that it cannot see are 0.
std::vector<LayerAttention> to_maps(const AttentionRecord::Layers& layers, int64_t heads,
                                    size_t keys) {
  std::vector<LayerAttention> maps;
  for (const auto& queries : layers) {
    LayerAttention& map = maps.emplace_back(heads);
    for (const std::vector<float>& weights : queries) {
      const auto seen = static_cast<int64_t>(weights.size()) / heads;
      for (int64_t head = 0; head < heads; ++head) {
        const auto first = weights.begin() + head * seen;
        map[head].emplace_back(first, first + seen).resize(keys);
      }
    }
  }
  return maps;
}

}  // namespace

struct AttentionViewer::Impl {
  explicit Impl(const std::string& run)
      : folder(open_model_folder(run)), model(load_engine(folder)) {}

  bool is_language_model() const { return folder.settings.model.is_language_model(); }

  /// The token of the line feed, which is before and after each line of a stream; nullopt if the
  /// model did not learn from a stream.
  std::optional<int32_t> line_feed() const {
    if (!is_language_model() || folder.settings.data.layout != TextLayout::kStream)
      return std::nullopt;
    return folder.tokenizers.target->id_of("\n");
  }

  void check_length(const char* what, const TokenIds& ids) const {
    const auto length = static_cast<int64_t>(ids.size());
    if (length <= folder.settings.model.max_length) return;
    throw std::invalid_argument(std::string("the ") + what + " has " + std::to_string(length) +
                                " tokens, its end counted, more than the " +
                                std::to_string(folder.settings.model.max_length) +
                                " that the model takes: shorten it");
  }

  TokenIds encode_source(const std::string& text) const {
    if (is_language_model()) return {};
    const Tokenizer& tokenizer = *folder.tokenizers.source;
    TokenIds ids = tokenizer.encode(replace_invalid_utf8(text));
    ids.push_back(tokenizer.eos_id());
    check_length("source", ids);
    return ids;
  }

  TokenIds encode_target(const std::string& text) const {
    const Tokenizer& tokenizer = *folder.tokenizers.target;
    TokenIds ids = tokenizer.encode(replace_invalid_utf8(text));
    ids.push_back(line_feed().value_or(tokenizer.eos_id()));
    check_length(is_language_model() ? "text" : "translation", ids);
    return ids;
  }

  ModelFolder folder;
  std::unique_ptr<EngineModel> model;
};

AttentionViewer::AttentionViewer(const std::string& run) : impl_(std::make_unique<Impl>(run)) {}

AttentionViewer::~AttentionViewer() = default;

AttentionMaps AttentionViewer::view(const std::string& source, const std::string& target) const {
  const Tokenizers& tokenizers = impl_->folder.tokenizers;
  const std::optional<int32_t> line_feed = impl_->line_feed();
  const TokenIds target_ids = impl_->encode_target(target);
  TokenIds input_ids = target_ids;
  input_ids.insert(input_ids.begin(), line_feed.value_or(tokenizers.target->pad_id()));
  input_ids.pop_back();

  const TokenIds source_ids = impl_->encode_source(source);
  const AttentionRecord record =
      impl_->model->attention({source_ids.begin(), source_ids.end()}, input_ids);
  const int64_t heads = impl_->folder.settings.model.heads;
  AttentionMaps maps;
  maps.source_tokens = tokenizers.source->pieces_of(source_ids);
  maps.target_tokens = tokenizers.target->pieces_of(target_ids);
  maps.target_inputs = maps.target_tokens;
  maps.target_inputs.insert(maps.target_inputs.begin(),
                            line_feed ? maps.target_tokens.back() : "<s>");
  maps.target_inputs.pop_back();
  maps.encoder = to_maps(record.encoder, heads, source_ids.size());
  maps.decoder = to_maps(record.decoder, heads, input_ids.size());
  maps.cross = to_maps(record.cross, heads, source_ids.size());
  return maps;
}

}  // namespace dragoman

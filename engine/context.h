#pragma once

#include <memory>
#include <vector>

#include "engine/layer_runner.h"

namespace dragoman {

/// Tokens that a language model has read at once, with their keys and values.
struct Context {
  std::vector<int64_t> tokens;
  AttentionMemory memory;  // [layers, tokens]

  /// Appends pointers to the keys of all tokens in a layer.
  void append_keys(size_t layer, std::vector<const void*>& keys) const {
    append_keys(layer, static_cast<int64_t>(tokens.size()), keys);
  }
  /// Appends pointers to the keys of the first `count` tokens in a layer.
  void append_keys(size_t layer, int64_t count, std::vector<const void*>& keys) const {
    const auto first = static_cast<int64_t>(layer * tokens.size());
    for (int64_t t = first; t < first + count; ++t) keys.push_back(memory[t]);
  }
};

/// Reads `tokens` at positions from 0 on. The result is bit for bit that of decoding them one by
/// one.
std::shared_ptr<const Context> read_context(const Plan& plan, const Kernels& kernels,
                                            std::vector<int64_t> tokens);

}  // namespace dragoman

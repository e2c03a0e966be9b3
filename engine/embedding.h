#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "architecture/weight.h"
#include "kernels/kernels.h"

namespace dragoman {

/// Embeddings of tokens, [V, D]: bf16, or fp32 where that is the format of computation. Copies
/// share the numbers.
class TokenTable {
 public:
  TokenTable() = default;
  TokenTable(const Weight& tokens, NumberFormat format, const RowKernels& kernels);

  /// out [D] = scale * the token's embedding + offset [D].
  void embed(int64_t id, float scale, const float* offset, float* out) const;

 private:
  int64_t width_ = 0;
  std::shared_ptr<const std::vector<float>> fp32_;
  std::shared_ptr<const std::vector<uint16_t>> bf16_;
};

/// Token embeddings and what is added to them.
struct EmbeddingPlan {
  TokenTable tokens;
  Weight positions;  // [max_length, D]
  float scale = 1;

  /// out [D] = the embedded token `id` at `position`.
  void embed(int64_t id, int64_t position, float* out) const {
    tokens.embed(id, scale, positions.data() + position * positions.width(), out);
  }
};

}  // namespace dragoman

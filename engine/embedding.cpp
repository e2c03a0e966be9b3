#include "engine/embedding.h"

#include <bit>

namespace dragoman {
namespace {

float to_float(float number) { return number; }
float to_float(uint16_t bf16) { return std::bit_cast<float>(static_cast<uint32_t>(bf16) << 16U); }

template <class Number>
void embed_row(const Number* token, int64_t width, float scale, const float* offset, float* out) {
  for (int64_t i = 0; i < width; ++i) out[i] = to_float(token[i]) * scale + offset[i];
}

}  // namespace

TokenTable::TokenTable(const Weight& tokens, NumberFormat format, const RowKernels& kernels)
    : width_(tokens.width()) {
  if (format == NumberFormat::kFp32) {
    fp32_ =
        std::make_shared<const std::vector<float>>(tokens.data(), tokens.data() + tokens.size());
    return;
  }
  std::vector<uint16_t> rounded(tokens.size());
  kernels.round(tokens.data(), tokens.size(), rounded.data());
  bf16_ = std::make_shared<const std::vector<uint16_t>>(std::move(rounded));
}

void TokenTable::embed(int64_t id, float scale, const float* offset, float* out) const {
  if (fp32_ != nullptr)
    embed_row(fp32_->data() + id * width_, width_, scale, offset, out);
  else
    embed_row(bf16_->data() + id * width_, width_, scale, offset, out);
}

}  // namespace dragoman

#pragma once

#include <cstdint>
#include <vector>

#include "engine/number_format.h"
#include "model/vector_clones.h"

namespace dragoman {

/// Columns of a panel of packed weights: what one inner loop computes at once.
constexpr int64_t kPanelColumns = 64;

enum class Epilogue { kNone, kRelu, kGelu, kSilu };

/// out = epilogue(x w^T + bias) + residual. Each element is summed in the same order however many
/// rows there are.
struct Product {
  const void* x = nullptr;        // [rows, x_stride] words
  int64_t x_stride = 0;           // words
  int64_t rows = 0;               //
  int64_t words = 0;              // that are summed over
  const void* weights = nullptr;  // [panels, words, kPanelColumns] words
  const float* bias = nullptr;    // [panels * kPanelColumns]
  Epilogue epilogue = Epilogue::kNone;
  const float* residual = nullptr;  // as out, or none
  float* out = nullptr;             // [rows, out_stride]
  int64_t out_stride = 0;           // floats
  // For int8: the inputs of a row are scaled by row_scales and have 128 added, the weights of a
  // column are scaled by column_scales.
  const float* row_scales = nullptr;        // [rows]
  const float* column_scales = nullptr;     // [panels * kPanelColumns]
  const int32_t* column_offsets = nullptr;  // the same; 128 times the sum of a column's weights
};

/// Bytes of a key or a value: fp32 where weights are fp32, else bf16.
constexpr int64_t bytes_of_key(NumberFormat format) {
  return format == NumberFormat::kFp32 ? sizeof(float) : sizeof(uint16_t);
}

/// One row of multi-head attention: a query over keys and values that lie anywhere.
struct AttentionRow {
  const float* query = nullptr;       // [heads, head_width], scaled by 1 / sqrt(d)
  const void* const* keys = nullptr;  // of each position, [heads, head_width], then its values
  int64_t length = 0;                 // positions
  int64_t heads = 0;                  //
  int64_t head_width = 0;             // a multiple of kVectorFloats
  float* scores = nullptr;            // [heads, length], room to work in
  float* out = nullptr;               // [heads, head_width]
  float* mean_weights = nullptr;      // [length], the mean of the heads' weights; or none
};

/// Summaries of logits in blocks of kPanelColumns: [blocks, stride], an element for each row.
struct LogitSummary {
  float* largest = nullptr;
  float* sums = nullptr;  // of e^(logit - largest)
  int64_t stride = 0;     // rows, rounded up to kVectorFloats
};

/// The inner loops of decoding, compiled for one set of instructions. Results of two sets may
/// differ in the last digits.
struct Kernels {
  const char* name;
  /// Panels first to last - 1 of a product, by format.
  void (*multiply[3])(const Product& product, int64_t first, int64_t last);
  /// x [width], rounded to bf16 (to nearest, ties to even).
  void (*round_row)(const float* x, int64_t width, uint16_t* out);
  /// x [width], divided by the scale that is returned, rounded to -127 .. 127, with 128 added.
  float (*quantize_row)(const float* x, int64_t width, uint8_t* out);
  /// By the format of weights, which says how keys and values are held.
  void (*attend[3])(const AttentionRow& row);
  /// (x - mean) / sqrt(variance + 1e-5) * scale + shift over `width` numbers.
  void (*normalize)(const float* x, int64_t width, const float* scale, const float* shift,
                    float* out);
  /// One block of each row: logits [rows, kPanelColumns] -> row `block` of the summary.
  void (*summarize)(const float* logits, int64_t rows, const LogitSummary& summary, int64_t block);
  /// The logarithm of the sum of e^logit over all blocks of each row: out [summary.stride].
  void (*log_sums)(const LogitSummary& summary, int64_t blocks, float* out);
};

/// Those that this processor can run, from the plainest to the fastest.
std::vector<const Kernels*> available_kernels();
/// The fastest one; environment variable DRAGOMAN_KERNELS may name another.
const Kernels& best_kernels();

}  // namespace dragoman

#include "engine/output_layer.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dragoman {
namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();
constexpr int64_t kPanelsOfTask = 4;
constexpr int64_t kRowsOfTask = 16;

/// Product of one panel, its output [rows, kPanelColumns] at `out`.
Product of_panel(Product product, int64_t panel, float* out) {
  product.out = out - panel * kPanelColumns;
  product.out_stride = kPanelColumns;
  return product;
}

/// The best of the tokens that were seen, in order; of two alike, the one seen first.
class BestTokens {
 public:
  BestTokens(int32_t* tokens, float* values, int64_t count)
      : tokens_(tokens), values_(values), count_(count) {
    std::fill_n(tokens, count, 0);
    std::fill_n(values, count, kNever);
  }

  /// Only greater values are among the best.
  float least() const { return values_[count_ - 1]; }

  void add(int32_t token, float value) {
    int64_t at = count_ - 1;
    for (; at > 0 && value > values_[at - 1]; --at) {
      values_[at] = values_[at - 1];
      tokens_[at] = tokens_[at - 1];
    }
    values_[at] = value;
    tokens_[at] = token;
  }

 private:
  int32_t* tokens_;
  float* values_;
  int64_t count_;
};

}  // namespace

void OutputLayer::run(const ConvertedRows& inputs, int64_t rows, const StepRequest& request,
                      NextTokens& next) {
  exclude(request.excluded);
  compute(inputs, rows);
  next.vocabulary = plan_.sizes.target_padding;
  next.k =
      std::min<int64_t>(request.num_best, next.vocabulary - static_cast<int64_t>(excluded_.size()));
  next.tokens.resize(rows * next.k);
  next.log_probabilities.resize(rows * next.k);
  if (next.k > 0) {
    at::parallel_for(0, rows, kRowsOfTask, [&](int64_t first, int64_t last) {
      for (int64_t row = first; row < last; ++row) write_best(row, next);
    });
  }
  if (!request.log_probabilities) return;
  compute_excluded(inputs, rows);
  next.all_log_probabilities.resize(rows * next.vocabulary);
  for (int64_t row = 0; row < rows; ++row) write_distribution(row, next);
}

void OutputLayer::exclude(std::span<const int32_t> excluded) {
  if (!bias_.empty() &&
      std::equal(excluded.begin(), excluded.end(), excluded_.begin(), excluded_.end()))
    return;
  excluded_.assign(excluded.begin(), excluded.end());
  bias_ = plan_.output.bias();
  for (const int32_t id : excluded) bias_[id] = kNever;
}

void OutputLayer::compute(const ConvertedRows& inputs, int64_t rows) {
  const PackedLinear& output = plan_.output;
  const int64_t panels = output.panels(), stride = round_up(rows, kVectorFloats);
  rows_ = rows;
  const auto make_room = [](AlignedVector<float>& memory, int64_t size) {
    if (static_cast<int64_t>(memory.size()) < size) memory.resize(size);
  };
  make_room(logits_, panels * rows * kPanelColumns);
  make_room(largest_, panels * stride);
  make_room(sums_, panels * stride);
  make_room(log_sums_, stride);
  Product product = output.product(inputs);
  product.bias = bias_.data();
  const LogitSummary summary{.largest = largest_.data(), .sums = sums_.data(), .stride = stride};
  const auto multiply = kernels_.multiply[static_cast<int>(output.format())];
  at::parallel_for(0, panels, kPanelsOfTask, [&](int64_t first, int64_t last) {
    for (int64_t panel = first; panel < last; ++panel) {
      float* logits = logits_.data() + panel * rows * kPanelColumns;
      multiply(of_panel(product, panel, logits), panel, panel + 1);
      kernels_.summarize(logits, rows, summary, panel);
    }
  });
  kernels_.log_sums(summary, panels, log_sums_.data());
}

/// What excluded tokens would have had, from their panels alone.
void OutputLayer::compute_excluded(const ConvertedRows& inputs, int64_t rows) {
  excluded_logits_.clear();
  const PackedLinear& output = plan_.output;
  AlignedVector<float> logits(rows * kPanelColumns);
  for (const int32_t id : excluded_) {
    const int64_t panel = id / kPanelColumns;
    kernels_.multiply[static_cast<int>(output.format())](
        of_panel(output.product(inputs), panel, logits.data()), panel, panel + 1);
    for (int64_t row = 0; row < rows; ++row)
      excluded_logits_.push_back(logits[row * kPanelColumns + id % kPanelColumns]);
  }
}

void OutputLayer::write_best(int64_t row, NextTokens& next) const {
  float* values = next.log_probabilities.data() + row * next.k;
  BestTokens best(next.tokens.data() + row * next.k, values, next.k);
  const int64_t stride = round_up(rows_, kVectorFloats);
  for (int64_t panel = 0; panel < plan_.output.panels(); ++panel) {
    if (!(largest_[panel * stride + row] > best.least())) continue;
    const float* logits = block_of(row, panel);
    for (int64_t i = 0; i < kPanelColumns; ++i) {
      if (logits[i] > best.least())
        best.add(static_cast<int32_t>(panel * kPanelColumns + i), logits[i]);
    }
  }
  for (int64_t i = 0; i < next.k; ++i) values[i] -= log_sums_[row];
}

void OutputLayer::write_distribution(int64_t row, NextTokens& next) const {
  float* out = next.all_log_probabilities.data() + row * next.vocabulary;
  for (int64_t id = 0; id < next.vocabulary; ++id)
    out[id] = block_of(row, id / kPanelColumns)[id % kPanelColumns] - log_sums_[row];
  double total = 1;  // of all that are not excluded
  const auto count = static_cast<int64_t>(excluded_.size());
  for (int64_t i = 0; i < count; ++i)
    total += std::exp(static_cast<double>(excluded_logits_[i * rows_ + row] - log_sums_[row]));
  for (int64_t i = 0; i < count; ++i)
    out[excluded_[i]] =
        excluded_logits_[i * rows_ + row] - log_sums_[row] - static_cast<float>(std::log(total));
}

}  // namespace dragoman

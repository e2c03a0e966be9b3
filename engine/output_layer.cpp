#include "engine/output_layer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "threads/parallel_for.h"

namespace dragoman {
namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();
constexpr int64_t kPanelsOfTask = 4;
constexpr int64_t kRowsOfTask = 16;

/// Product of one panel, with its output [rows, kPanelColumns] at `out`.
Product of_panel(Product product, int64_t panel, float* out) {
  product.out = out - panel * kPanelColumns;
  product.out_stride = kPanelColumns;
  return product;
}

/// The best tokens added so far, in descending order. Of equal values, the first one added wins.
class BestTokens {
 public:
  BestTokens(int32_t* tokens, float* values, int64_t count)
      : tokens_(tokens), values_(values), count_(count) {
    std::fill_n(tokens, count, 0);
    std::fill_n(values, count, kNever);
  }

  /// Only values above this one enter the list.
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

OutputLayer::OutputLayer(const PackedLinear& layer, int64_t vocabulary, const Kernels& kernels)
    : all_(&layer), outputs_(vocabulary), kernels_(&kernels) {}

OutputLayer::OutputLayer(const PackedLinear& layer, std::vector<int32_t> candidates,
                         const Kernels& kernels)
    : selected_(layer.select(candidates, kNever)),
      candidates_(std::move(candidates)),
      outputs_(static_cast<int64_t>(candidates_.size())),
      kernels_(&kernels) {}

int64_t OutputLayer::output_of(int32_t token) const {
  if (candidates_.empty()) return token;
  const auto at = std::lower_bound(candidates_.begin(), candidates_.end(), token);
  return at != candidates_.end() && *at == token ? at - candidates_.begin() : -1;
}

int64_t OutputLayer::count_allowed(std::span<const int32_t> excluded) const {
  return outputs_ - std::count_if(excluded.begin(), excluded.end(),
                                  [&](int32_t token) { return output_of(token) >= 0; });
}

void OutputLayer::run(const OutputRows& rows, const StepRequest& request, NextTokens& next) {
  exclude(request.excluded);
  compute(rows);
  if (next.k > 0) {
    parallel_for(rows.count, kRowsOfTask, [&](int64_t first, int64_t last) {
      for (int64_t row = first; row < last; ++row) {
        const int64_t at = (rows.first + row) * next.k;
        write_best(row, next.tokens.data() + at, next.log_probabilities.data() + at, next.k);
      }
    });
  }
  if (!request.log_probabilities) return;
  compute_excluded(rows);
  for (int64_t row = 0; row < rows.count; ++row)
    write_distribution(row, std::span(next.all_log_probabilities)
                                .subspan((rows.first + row) * next.vocabulary, next.vocabulary));
}

void OutputLayer::exclude(std::span<const int32_t> excluded) {
  const bool same =
      std::equal(excluded.begin(), excluded.end(), excluded_.begin(), excluded_.end());
  if (same && !bias_.empty()) return;
  excluded_.assign(excluded.begin(), excluded.end());
  bias_.assign(layer().bias().begin(), layer().bias().end());
  for (const int32_t token : excluded) {
    if (const int64_t output = output_of(token); output >= 0) bias_[output] = kNever;
  }
}

void OutputLayer::compute(const OutputRows& rows) {
  const int64_t panels = layer().panels(), stride = round_up(rows.count, kLaneCount);
  rows_ = rows.count;
  const auto make_room = [](AlignedVector<float>& memory, int64_t size) {
    if (static_cast<int64_t>(memory.size()) < size) memory.resize(size);
  };
  make_room(logits_, panels * rows_ * kPanelColumns);
  make_room(largest_, panels * stride);
  make_room(sums_, panels * stride);
  make_room(log_sums_, stride);
  Product product = layer().product(rows.inputs, rows.first, rows.count);
  product.bias = bias_.data();
  const LogitSummary summary{.largest = largest_.data(), .sums = sums_.data(), .stride = stride};
  const auto multiply = kernels_->products.multiply[static_cast<int>(layer().format())];
  parallel_for(panels, kPanelsOfTask, [&](int64_t first, int64_t last) {
    for (int64_t panel = first; panel < last; ++panel) {
      float* logits = logits_.data() + panel * rows_ * kPanelColumns;
      multiply(of_panel(product, panel, logits), panel, panel + 1);
      kernels_->decoding.summarize(logits, rows_, summary, panel);
    }
  });
  kernels_->decoding.log_sums(summary, panels, log_sums_.data());
}

/// Computes the logits of excluded tokens as if they were allowed, from their panels alone.
void OutputLayer::compute_excluded(const OutputRows& rows) {
  excluded_logits_.clear();
  AlignedVector<float> logits(rows_ * kPanelColumns);
  for (const int32_t token : excluded_) {
    const int64_t output = output_of(token), panel = std::max<int64_t>(output, 0) / kPanelColumns;
    kernels_->products.multiply[static_cast<int>(layer().format())](
        of_panel(layer().product(rows.inputs, rows.first, rows.count), panel, logits.data()), panel,
        panel + 1);
    for (int64_t row = 0; row < rows_; ++row) {
      excluded_logits_.push_back(output < 0 ? kNever
                                            : logits[row * kPanelColumns + output % kPanelColumns]);
    }
  }
}

void OutputLayer::write_best(int64_t row, int32_t* tokens, float* values, int64_t count) const {
  BestTokens best(tokens, values, count);
  const int64_t stride = round_up(rows_, kLaneCount);
  for (int64_t panel = 0; panel < layer().panels(); ++panel) {
    if (!(largest_[panel * stride + row] > best.least())) continue;
    const float* logits = block_of(row, panel);
    for (int64_t i = 0; i < kPanelColumns; ++i) {
      if (logits[i] > best.least()) best.add(token_of(panel * kPanelColumns + i), logits[i]);
    }
  }
  for (int64_t i = 0; i < count; ++i) values[i] -= log_sums_[row];
}

void OutputLayer::write_distribution(int64_t row, std::span<float> out) const {
  std::fill(out.begin(), out.end(), kNever);
  for (int64_t i = 0; i < outputs_; ++i)
    out[token_of(i)] = block_of(row, i / kPanelColumns)[i % kPanelColumns] - log_sums_[row];
  double total = 1;  // sum of all tokens' probabilities, where those of allowed tokens sum to 1
  const auto count = static_cast<int64_t>(excluded_.size());
  for (int64_t i = 0; i < count; ++i)
    total += std::exp(static_cast<double>(excluded_logits_[i * rows_ + row] - log_sums_[row]));
  for (int64_t i = 0; i < count; ++i)
    out[excluded_[i]] =
        excluded_logits_[i * rows_ + row] - log_sums_[row] - static_cast<float>(std::log(total));
}

}  // namespace dragoman

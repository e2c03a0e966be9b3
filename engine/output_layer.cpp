#include "engine/output_layer.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "threads/parallel_for.h"

namespace dragoman {
namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();
constexpr int64_t kPanelsOfTask = 4;
/// Rows whose distributions are written at once: their logits of a panel lie side by side.
constexpr int64_t kRowsOfGroup = 8;
/// Rows whose logits of a panel are searched at once: so many fit the first-level cache.
constexpr int64_t kRowsOfPart = 96;
constexpr int64_t kMostLocks = 64;
/// More best tokens than this are a heap until all are known.
constexpr int64_t kMostInOrder = 64;

/// Product of one panel, with its output [rows, kPanelColumns] at `out`.
Product of_panel(Product product, int64_t panel, float* out) {
  product.out = out - panel * kPanelColumns;
  product.out_stride = kPanelColumns;
  return product;
}

/// The best tokens of a row so far, in descending order of values; of equal values the lower token
/// is better. So they do not depend on the order in which tokens are added. Many are a heap, the
/// worst at its top, until sort() is called. One thread at a time may add some; any may ask
/// may_enter().
class BestTokens {
 public:
  BestTokens(NextTokens& next, int64_t row)
      : tokens_(next.tokens.data() + row * next.num_best),
        values_(next.log_probabilities.data() + row * next.num_best),
        count_(next.num_best) {}

  void clear() {
    std::fill_n(tokens_, count_, 0);
    std::fill_n(values_, count_, kNever);
  }

  /// Returns the least value of a token that can be among the best. It is finite, so tokens that
  /// are not allowed cannot.
  float least() const {
    return std::max(at(is_heap() ? 0 : count_ - 1), std::numeric_limits<float>::lowest());
  }
  bool may_enter(float value) const { return value >= least(); }

  void add(int32_t token, float value) {
    if (is_heap()) return add_to_heap(token, value);
    int64_t place = count_;
    while (place > 0 && is_better(token, value, place - 1)) --place;
    for (int64_t i = count_ - 1; i > place; --i) set(i, tokens_[i - 1], at(i - 1));
    if (place < count_) set(place, token, value);
  }

  /// Call after the last add().
  void sort() {
    if (!is_heap()) return;
    std::vector<std::pair<float, int32_t>> order;
    for (int64_t i = 0; i < count_; ++i) order.emplace_back(-values_[i], tokens_[i]);
    std::ranges::sort(order);
    for (int64_t i = 0; i < count_; ++i) set(i, order[i].second, -order[i].first);
  }

 private:
  bool is_heap() const { return count_ > kMostInOrder; }
  bool is_better(int32_t token, float value, int64_t place) const {
    return value > at(place) || (value == at(place) && token < tokens_[place]);
  }

  /// Replaces the worst, and moves better tokens down.
  void add_to_heap(int32_t token, float value) {
    if (!is_better(token, value, 0)) return;
    int64_t place = 0;
    for (int64_t child = 1; child < count_; child = 2 * place + 1) {
      if (child + 1 < count_ && is_better(tokens_[child], at(child), child + 1)) ++child;
      if (!is_better(token, value, child)) break;
      set(place, tokens_[child], at(child));
      place = child;
    }
    set(place, token, value);
  }

  float at(int64_t place) const {
    return std::atomic_ref(values_[place]).load(std::memory_order_relaxed);
  }
  void set(int64_t place, int32_t token, float value) {
    tokens_[place] = token;
    std::atomic_ref(values_[place]).store(value, std::memory_order_relaxed);
  }

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

void OutputLayer::run(const OutputRows& rows, const StepRequest& request, NextTokens& next) {
  exclude(request.excluded);
  has_sums_ = request.normalized || request.log_probabilities;
  compute(rows, request, next);
  if (!has_sums_) return;
  for (int64_t row = 0; row < rows.count; ++row) {
    float* values = next.log_probabilities.data() + (rows.first + row) * next.num_best;
    for (int64_t i = 0; i < next.num_best; ++i) values[i] -= log_sums_[row];
  }
  if (!request.log_probabilities) return;
  compute_excluded(rows);
  write_distributions(rows, next);
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

void OutputLayer::compute(const OutputRows& rows, const StepRequest& request, NextTokens& next) {
  const bool keeps_logits = request.log_probabilities;
  const int64_t panels = layer().panels();
  rows_ = rows.count;
  const auto make_room = [](AlignedVector<float>& memory, int64_t size) {
    if (static_cast<int64_t>(memory.size()) < size) memory.resize(size);
  };
  if (keeps_logits) make_room(logits_, panels * rows_ * kPanelColumns);
  make_room(largest_, panels * stride());
  make_room(sums_, panels * stride());
  make_room(log_sums_, stride());
  if (next.num_best > 0)
    for (int64_t row = 0; row < rows_; ++row) BestTokens(next, rows.first + row).clear();
  const int64_t parts = (rows_ + kRowsOfPart - 1) / kRowsOfPart;
  std::vector<std::mutex> locks(std::min(rows_, kMostLocks));
  parallel_for(panels, kPanelsOfTask, [&](int64_t first, int64_t last) {
    AlignedVector<float> room(keeps_logits ? 0 : std::min(rows_, kRowsOfPart) * kPanelColumns);
    for (int64_t panel = first; panel < last; ++panel) {
      for (int64_t part = 0; part < parts; ++part) {
        const int64_t row = part * rows_ / parts, end = (part + 1) * rows_ / parts;
        float* logits =
            keeps_logits ? logits_.data() + (panel * rows_ + row) * kPanelColumns : room.data();
        compute_logits(rows, {row, end - row, panel}, logits);
        if (next.num_best > 0) add_best(rows, {row, end - row, panel}, logits, next, locks);
      }
    }
  });
  for (int64_t row = 0; row < rows_; ++row) BestTokens(next, rows.first + row).sort();
  if (has_sums_) kernels_->decoding.log_sums(summary(), panels, log_sums_.data());
}

void OutputLayer::compute_logits(const OutputRows& rows, const Part& part, float* logits) {
  Product product = layer().product(rows.inputs, rows.first + part.row, part.rows);
  product.bias = bias_.data();
  kernels_->products.multiply[static_cast<int>(layer().format())](
      of_panel(product, part.panel, logits), part.panel, part.panel + 1);
  LogitSummary own = summary();
  own.largest += part.row;
  if (has_sums_) own.sums += part.row;
  kernels_->decoding.summarize(logits, part.rows, own, part.panel);
}

void OutputLayer::add_best(const OutputRows& rows, const Part& part, const float* logits,
                           NextTokens& next, std::span<std::mutex> locks) const {
  const float* largest = largest_.data() + part.panel * stride() + part.row;
  for (int64_t i = 0; i < part.rows; ++i, logits += kPanelColumns) {
    BestTokens best(next, rows.first + part.row + i);
    if (!best.may_enter(largest[i])) continue;
    const std::lock_guard lock(locks[(part.row + i) % locks.size()]);
    uint64_t columns = kernels_->decoding.columns_from(logits, best.least());
    for (; columns != 0; columns &= columns - 1) {
      const int column = std::countr_zero(columns);
      if (best.may_enter(logits[column]))
        best.add(token_of(part.panel * kPanelColumns + column), logits[column]);
    }
  }
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

void OutputLayer::write_distributions(const OutputRows& rows, NextTokens& next) const {
  const auto distribution = [&](int64_t row) {
    return std::span(next.all_log_probabilities)
        .subspan((rows.first + row) * next.vocabulary, next.vocabulary);
  };
  const int64_t groups = (rows_ + kRowsOfGroup - 1) / kRowsOfGroup;
  parallel_for(groups, 1, [&](int64_t first_group, int64_t last_group) {
    for (int64_t group = first_group; group < last_group; ++group) {
      const int64_t first = group * kRowsOfGroup, last = std::min(first + kRowsOfGroup, rows_);
      for (int64_t row = first; row < last; ++row) std::ranges::fill(distribution(row), kNever);
      for (int64_t panel = 0; panel < layer().panels(); ++panel)
        for (int64_t row = first; row < last; ++row) write_panel(row, panel, distribution(row));
      for (int64_t row = first; row < last; ++row) write_excluded(row, distribution(row));
    }
  });
}

void OutputLayer::write_panel(int64_t row, int64_t panel, std::span<float> out) const {
  const float* logits = block_of(row, panel);
  const float log_sum = log_sums_[row];
  const int64_t first = panel * kPanelColumns;
  const int64_t count = std::min<int64_t>(kPanelColumns, outputs_ - first);
  for (int64_t i = 0; i < count; ++i) out[token_of(first + i)] = logits[i] - log_sum;
}

void OutputLayer::write_excluded(int64_t row, std::span<float> out) const {
  double total = 1;  // sum of all tokens' probabilities, where those of allowed tokens sum to 1
  const auto count = static_cast<int64_t>(excluded_.size());
  for (int64_t i = 0; i < count; ++i)
    total += std::exp(static_cast<double>(excluded_logits_[i * rows_ + row] - log_sums_[row]));
  for (int64_t i = 0; i < count; ++i)
    out[excluded_[i]] =
        excluded_logits_[i * rows_ + row] - log_sums_[row] - static_cast<float>(std::log(total));
}

}  // namespace dragoman

#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "serve/api_error.h"
#include "translate/translation.h"

namespace dragoman {

/// The steps of a sentence's search, until the searches of its request have too many nodes. Only
/// one thread at a time may use it.
class KeptSteps {
 public:
  /// Limit for all sentences of a request: some 12 MB of JSON.
  static constexpr size_t kMostNodes = 100'000;

  /// `num_nodes`: counts those of the whole request.
  explicit KeptSteps(std::shared_ptr<std::atomic<size_t>> num_nodes)
      : num_nodes_(std::move(num_nodes)) {}

  void add(const BeamStep& step) {
    if ((*num_nodes_ += step.nodes.size()) <= kMostNodes) steps_.push_back(step);
  }
  void clear() {
    for (const BeamStep& step : steps_) *num_nodes_ -= step.nodes.size();
    steps_.clear();
  }
  /// Throws ApiError (413, text_too_long) if the request's searches have too many nodes.
  std::vector<BeamStep> take() {
    if (*num_nodes_ <= kMostNodes) return std::move(steps_);
    throw ApiError(413, "text_too_long",
                   "the steps have more than " + std::to_string(kMostNodes) +
                       " nodes: send a shorter text, or ask for a smaller beam");
  }

 private:
  std::shared_ptr<std::atomic<size_t>> num_nodes_;
  std::vector<BeamStep> steps_;
};

}  // namespace dragoman

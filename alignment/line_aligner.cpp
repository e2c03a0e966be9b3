#include "alignment/line_aligner.h"

#include <algorithm>
#include <utility>

namespace dragoman {
namespace {

using Links = std::vector<AlignmentLink>;

/// Factor of the null word's posterior when it is compared with a link's score.
constexpr float kNullWeight = 0.1F;

AlignmentLink link_of(size_t i, size_t j) {
  return {static_cast<int32_t>(i), static_cast<int32_t>(j)};
}

/// Score of a link in the forward direction.
float forward_score(const PairInference& pair, size_t i, size_t j) {
  return agreed(pair.forward(i, j), pair.backward(i, j));
}

float backward_score(const PairInference& pair, size_t i, size_t j) {
  return agreed(pair.backward(i, j), pair.forward(i, j));
}

/// Links each target word with its best source word, if that beats the null word.
Links forward_links(const PairInference& pair) {
  Links links;
  for (size_t j = 0; j < pair.target_size() && pair.source_size() > 0; ++j) {
    size_t best = 0;
    for (size_t i = 1; i < pair.source_size(); ++i) {
      if (forward_score(pair, i, j) > forward_score(pair, best, j)) best = i;
    }
    if (forward_score(pair, best, j) > kNullWeight * pair.forward_null(j))
      links.push_back(link_of(best, j));
  }
  std::sort(links.begin(), links.end());
  return links;
}

Links backward_links(const PairInference& pair) {
  Links links;
  for (size_t i = 0; i < pair.source_size() && pair.target_size() > 0; ++i) {
    size_t best = 0;
    for (size_t j = 1; j < pair.target_size(); ++j) {
      if (backward_score(pair, i, j) > backward_score(pair, i, best)) best = j;
    }
    if (backward_score(pair, i, best) > kNullWeight * pair.backward_null(i))
      links.push_back(link_of(i, best));
  }
  return links;
}

}  // namespace

void LineAligner::add(const WordPair& part) {
  inference_.load(part);
  inference_.infer_hmm();
  const Links links = symmetrize(forward_links(inference_), backward_links(inference_), how_);
  for (const AlignmentLink& link : links)
    links_.push_back({before_.source + link.source, before_.target + link.target});
  before_.source += static_cast<int32_t>(part.source.size());
  before_.target += static_cast<int32_t>(part.target.size());
}

std::vector<AlignmentLink> LineAligner::take() {
  before_ = {};
  return std::exchange(links_, {});
}

}  // namespace dragoman

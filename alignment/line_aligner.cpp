#include "alignment/line_aligner.h"

#include <algorithm>
#include <utility>

namespace dragoman {
namespace {

using Links = std::vector<AlignmentLink>;

/// A link is likely if the product of both directions' posteriors is greater.
constexpr float kLeastProduct = 0.05F;

AlignmentLink link_of(size_t i, size_t j) {
  return {static_cast<int32_t>(i), static_cast<int32_t>(j)};
}

/// Each target word with its likeliest source word, if that is likelier than none.
Links forward_links(const PairInference& pair) {
  Links links;
  for (size_t j = 0; j < pair.target_size(); ++j) {
    size_t best = 0;
    for (size_t i = 1; i < pair.source_size(); ++i) {
      if (pair.forward(i, j) > pair.forward(best, j)) best = i;
    }
    if (pair.source_size() > 0 && pair.forward(best, j) > pair.forward_null(j))
      links.push_back(link_of(best, j));
  }
  std::sort(links.begin(), links.end());
  return links;
}

Links backward_links(const PairInference& pair) {
  Links links;
  for (size_t i = 0; i < pair.source_size(); ++i) {
    size_t best = 0;
    for (size_t j = 1; j < pair.target_size(); ++j) {
      if (pair.backward(i, j) > pair.backward(i, best)) best = j;
    }
    if (pair.target_size() > 0 && pair.backward(i, best) > pair.backward_null(i))
      links.push_back(link_of(i, best));
  }
  return links;
}

Links likely_links(const PairInference& pair) {
  Links links;
  for (size_t i = 0; i < pair.source_size(); ++i) {
    for (size_t j = 0; j < pair.target_size(); ++j) {
      if (pair.forward(i, j) * pair.backward(i, j) > kLeastProduct) links.push_back(link_of(i, j));
    }
  }
  return links;
}

}  // namespace

void LineAligner::add(const WordPair& part) {
  inference_.load(part);
  inference_.infer_hmm();
  const Links links = how_ == Symmetrization::kPosterior
                          ? likely_links(inference_)
                          : symmetrize(forward_links(inference_), backward_links(inference_), how_);
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

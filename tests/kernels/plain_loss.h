#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace dragoman {

/// A softmax and its logarithm in double precision.
struct PlainSoftmax {
  std::vector<double> p, log_p;

  explicit PlainSoftmax(const std::vector<float>& logits) {
    const double largest = *std::max_element(logits.begin(), logits.end());
    double total = 0;
    for (const float logit : logits) total += std::exp(logit - largest);
    for (const float logit : logits) {
      log_p.push_back(logit - largest - std::log(total));
      p.push_back(std::exp(log_p.back()));
    }
  }
};

/// A token's label-smoothed loss and its gradient with respect to logits.
struct PlainLoss {
  double loss = 0;
  std::vector<double> first, second;  // gradients
};

/// What smoothing makes of the gold token as a distribution.
inline double target(size_t token, size_t gold, double smoothing, size_t vocabulary) {
  return (token == gold ? 1 - smoothing : 0) + smoothing / static_cast<double>(vocabulary);
}

inline PlainLoss plain_loss(const std::vector<float>& logits, size_t gold, double smoothing) {
  const PlainSoftmax softmax(logits);
  PlainLoss plain;
  for (size_t i = 0; i < logits.size(); ++i) {
    const double wanted = target(i, gold, smoothing, logits.size());
    plain.loss -= wanted == 0 ? 0 : wanted * softmax.log_p[i];
    plain.first.push_back(softmax.p[i] - wanted);
  }
  return plain;
}

/// KL(p || q).
inline double divergence(const PlainSoftmax& p, const PlainSoftmax& q) {
  double sum = 0;
  for (size_t i = 0; i < p.p.size(); ++i) sum += p.p[i] * (p.log_p[i] - q.log_p[i]);
  return sum;
}

/// R-Drop's loss of two passes (Liang et al. 2021, equation 4, halved): the mean of both cross
/// entropies, plus weight times both divergences.
inline PlainLoss plain_pair_loss(const std::vector<float>& first, const std::vector<float>& second,
                                 size_t gold, double smoothing, double weight) {
  const PlainSoftmax p(first), q(second);
  const PlainLoss one = plain_loss(first, gold, smoothing),
                  other = plain_loss(second, gold, smoothing);
  const double p_from_q = divergence(p, q), q_from_p = divergence(q, p);
  PlainLoss plain{.loss = (one.loss + other.loss) / 2 + weight * (p_from_q + q_from_p),
                  .first = {},
                  .second = {}};
  for (size_t i = 0; i < first.size(); ++i) {
    const double excess = p.log_p[i] - q.log_p[i], difference = p.p[i] - q.p[i];
    plain.first.push_back(one.first[i] / 2 + weight * (p.p[i] * (excess - p_from_q) + difference));
    plain.second.push_back(other.first[i] / 2 +
                           weight * (q.p[i] * (-excess - q_from_p) - difference));
  }
  return plain;
}

}  // namespace dragoman

#include "catch.h"
#include "heads.h"
#include "kernels/kernels.h"

namespace dragoman {
namespace {

/// Attention of a head in double precision: its output and gradients.
class PlainHead {
 public:
  explicit PlainHead(const RandomHead& random)
      : head_(random.head),
        out(head_.num_queries * head_.width),
        q(out.size()),
        k(head_.num_keys * head_.width),
        v(k) {
    for (int64_t t = 0; t < head_.num_queries; ++t)
      add_query(t, random.slopes.data() + t * random.stride);
  }

 private:
  const AttentionHead& head_;

 public:
  std::vector<double> out, q, k, v;

 private:
  double dot(const float* a, const float* b) const {
    double sum = 0;
    for (int64_t i = 0; i < head_.width; ++i) sum += static_cast<double>(a[i]) * b[i];
    return sum;
  }

  bool sees(int64_t t, int64_t s) const {
    return (!head_.is_causal || s <= t) && (head_.is_seen == nullptr || head_.is_seen[s]);
  }

  std::vector<double> weights_of(int64_t t) const {
    std::vector<double> weights(head_.num_keys);
    double total = 0;
    for (int64_t s = 0; s < head_.num_keys; ++s) {
      const double score =
          dot(head_.queries + t * head_.query_stride, head_.keys + s * head_.key_stride);
      weights[s] = sees(t, s) ? std::exp(score / std::sqrt(static_cast<double>(head_.width))) : 0;
      total += weights[s];
    }
    for (double& weight : weights) weight /= total;
    return weights;
  }

  /// Adds what query t, with the gradient `slope` of its output, gives.
  void add_query(int64_t t, const float* slope) {
    const std::vector<double> weights = weights_of(t);
    double mean = 0;
    for (int64_t s = 0; s < head_.num_keys; ++s)
      mean += weights[s] * dot(slope, head_.values + s * head_.key_stride);
    for (int64_t s = 0; s < head_.num_keys; ++s) {
      const float *key = head_.keys + s * head_.key_stride,
                  *value = head_.values + s * head_.key_stride;
      const double of_score =
          weights[s] * (dot(slope, value) - mean) / std::sqrt(static_cast<double>(head_.width));
      for (int64_t i = 0; i < head_.width; ++i) {
        out[t * head_.width + i] += weights[s] * value[i];
        q[t * head_.width + i] += of_score * key[i];
        k[s * head_.width + i] += of_score * head_.queries[t * head_.query_stride + i];
        v[s * head_.width + i] += weights[s] * slope[i];
      }
    }
  }
};

void check_head(const HeadShape& shape) {
  const RandomHead random(shape, {});
  const PlainHead plain(random);
  for (const Kernels* kernels : available_kernels()) {
    INFO(kernels->name << ", T " << shape.queries << ", S " << shape.keys << ", d " << shape.width
                       << ", causal " << shape.is_causal << ", hidden " << shape.hides_keys);
    CHECK(largest_error(random.attend(kernels->training), plain.out) < 2e-6);
    const auto gradients = random.attend_backward(kernels->training);
    CHECK(largest_error(gradients[0], plain.q) < 1e-5);
    CHECK(largest_error(gradients[1], plain.k) < 1e-5);
    CHECK(largest_error(gradients[2], plain.v) < 1e-5);
  }
}

}  // namespace

TEST_CASE("attention of a head is that of double precision, with its gradients") {
  const int64_t queries = GENERATE(1, 2, 5, 6, 7, 15, 16, 17, 31, 33, 48, 70);
  const int64_t keys = GENERATE(1, 3, 6, 8, 13, 16, 17, 32, 47, 70);
  const int64_t width = GENERATE(16, 32, 48, 64);
  check_head({queries, keys, width, false, false});
}

TEST_CASE("attention of a head sees no keys that are hidden") {
  const int64_t queries = GENERATE(1, 6, 17, 33), keys = GENERATE(1, 7, 16, 40, 70);
  check_head({queries, keys, GENERATE(16, 48, 64), false, true});
}

TEST_CASE("causal attention of a head sees no keys after the query") {
  const int64_t length = GENERATE(range(1, 71)), width = GENERATE(16, 32, 48, 64);
  check_head({length, length, width, true, false});
}

TEST_CASE("causal attention of a head sees no hidden keys before the query") {
  const int64_t length = GENERATE(1, 2, 5, 12, 16, 17, 31, 50, 70), width = GENERATE(16, 64);
  check_head({length, length, width, true, true});
}

}  // namespace dragoman

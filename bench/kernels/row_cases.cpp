#include <memory>
#include <vector>

#include "kernel_cases.h"
#include "kernels/aligned_vector.h"

namespace dragoman {
namespace {

constexpr int64_t kWidth = 512, kVocabulary = 32000;

/// Rows that kernels read and write, all in the first-level cache.
struct RowSet {
  using Row = AlignedVector<float>;
  Row a = Row(kWidth, 0.25F), b = Row(kWidth, 0.5F), c = a, d = b, e = a;
  AlignedVector<uint16_t> bf16 = AlignedVector<uint16_t>(kWidth, 0x3e80);
};

/// A kernel over rows of kWidth, and the bytes that it reads and writes for each element.
struct RowKernel {
  const char* name;
  double bytes;
  std::function<void(const Kernels&, RowSet&)> run;
};

void normalize_backward(const Kernels& kernels, RowSet& rows) {
  kernels.training.normalize_backward(rows.a.data(), {0.1F, 1}, rows.b.data(), rows.c.data(),
                                      kWidth, {rows.d.data(), rows.e.data(), rows.e.data()});
}

void update(const Kernels& kernels, RowSet& rows) {
  kernels.training.update({rows.a.data(), rows.b.data(), rows.c.data(), rows.d.data(), kWidth},
                          {1, 0.9F, 0.1F, 0.98F, 0.02F, 0, 1, 1e-4F, 1, 1e-9F});
}

void fill_mask(const Kernels& kernels, RowSet& rows) {
  kernels.training.fill_mask({7, 0, kWidth, 1U << 30U, 1}, rows.a.data());
}

const std::vector<RowKernel>& row_kernels() {
  static const std::vector<RowKernel> kernels{
      {"normalize", 16,
       [](const Kernels& k, RowSet& r) {
         k.rows.normalize(r.a.data(), kWidth, {r.b.data(), r.c.data(), 1e-5F}, r.d.data());
       }},
      {"normalize_backward", 32, normalize_backward},
      {"add_product", 16,
       [](const Kernels& k, RowSet& r) {
         k.training.add_product(r.a.data(), r.b.data(), r.c.data(), kWidth, r.d.data());
       }},
      {"multiply", 12,
       [](const Kernels& k, RowSet& r) {
         k.training.multiply(r.a.data(), r.b.data(), kWidth, r.c.data());
       }},
      {"add", 12,
       [](const Kernels& k, RowSet& r) { k.training.add(r.a.data(), kWidth, r.b.data()); }},
      {"pass_where_positive", 12,
       [](const Kernels& k, RowSet& r) {
         k.training.pass_where_positive(r.a.data(), r.b.data(), 1.5F, kWidth, r.c.data());
       }},
      {"relu", 12,
       [](const Kernels& k, RowSet& r) {
         k.training.relu(r.a.data(), r.b.data(), kWidth, r.c.data());
       }},
      {"gelu", 16,
       [](const Kernels& k, RowSet& r) {
         k.training.gelu(r.a.data(), r.b.data(), kWidth, r.c.data(), r.d.data());
       }},
      {"silu", 16,
       [](const Kernels& k, RowSet& r) {
         k.training.silu(r.a.data(), r.b.data(), kWidth, r.c.data(), r.d.data());
       }},
      {"fill_mask", 4, fill_mask},
      {"update", 28, update},
      {"sum_of_squares", 4,
       [](const Kernels& k, RowSet& r) { k.training.sum_of_squares(r.a.data(), kWidth); }},
      {"approach", 12,
       [](const Kernels& k, RowSet& r) {
         k.training.approach(r.a.data(), 0.1F, kWidth, r.b.data());
       }},
      {"widen", 6,
       [](const Kernels& k, RowSet& r) { k.rows.widen(r.bf16.data(), kWidth, r.a.data()); }},
      {"round", 6,
       [](const Kernels& k, RowSet& r) { k.rows.round(r.a.data(), kWidth, r.bf16.data()); }}};
  return kernels;
}

/// A row of logits, or two for R-Drop. Each call transforms the previous call's result, which takes
/// the same time.
KernelCase loss_case(const TrainingKernels& kernels, size_t format, bool is_pair) {
  const auto turn = kernels.loss_gradient[format];
  const double bytes =
      static_cast<double>(kVocabulary) * (format == 0 ? 4 : 2) * 2 * (is_pair ? 2 : 1);
  const std::string name = std::string("loss_gradient/") + (format == 0 ? "fp32" : "bf16") +
                           (is_pair ? "/pair" : "/one");
  return {name, {.bytes = bytes}, [=] {
            const auto numbers = std::make_shared<AlignedVector<float>>(4 * kVocabulary);
            float* at = numbers->data();
            float* second = is_pair ? at + kVocabulary : nullptr;
            const LogitRow row{at, second, kVocabulary, 5, 0.1, 0.5, at + 2 * kVocabulary};
            return [numbers, turn, row] { turn(row); };
          }};
}

/// Logits of some rows, and the summaries of their blocks.
struct SummarySet {
  static constexpr int64_t kRows = 24, kStride = 32, kBlocks = kVocabulary / kPanelColumns;
  AlignedVector<float> logits = AlignedVector<float>(kRows * kPanelColumns),
                       largest = AlignedVector<float>(kStride * kBlocks, 1.0F), sums = largest,
                       out = AlignedVector<float>(kStride);
  LogitSummary summary{largest.data(), sums.data(), kStride};
};

void add_summaries(const DecodingKernels& kernels, std::vector<KernelCase>& cases) {
  using Set = SummarySet;
  cases.push_back({"summarize", {.bytes = Set::kRows * kPanelColumns * 4.0}, [&kernels] {
                     const auto set = std::make_shared<Set>();
                     return [set, &kernels] {
                       kernels.summarize(set->logits.data(), Set::kRows, set->summary, 3);
                     };
                   }});
  cases.push_back({"log_sums", {.bytes = 2 * Set::kStride * Set::kBlocks * 4.0}, [&kernels] {
                     const auto set = std::make_shared<Set>();
                     return [set, &kernels] {
                       kernels.log_sums(set->summary, Set::kBlocks, set->out.data());
                     };
                   }});
}

}  // namespace

void add_rows(const Kernels& kernels, std::vector<KernelCase>& cases) {
  for (const RowKernel& kernel : row_kernels()) {
    cases.push_back({kernel.name, {.bytes = kernel.bytes * kWidth}, [&kernels, run = kernel.run] {
                       const auto rows = std::make_shared<RowSet>();
                       return [&kernels, run, rows] { run(kernels, *rows); };
                     }});
  }
  for (const size_t format : {0, 1}) {
    cases.push_back(loss_case(kernels.training, format, false));
    cases.push_back(loss_case(kernels.training, format, true));
  }
  add_summaries(kernels.decoding, cases);
}

}  // namespace dragoman

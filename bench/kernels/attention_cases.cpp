#include <memory>
#include <vector>

#include "kernel_cases.h"
#include "kernels/aligned_vector.h"

namespace dragoman {
namespace {

/// A head in training with as many queries as keys.
class HeadCase {
 public:
  HeadCase(const TrainingKernels& kernels, int64_t positions, int64_t width)
      : kernels_(kernels),
        numbers_(8 * positions * width, 0.25F),
        room_(attention_room(positions, positions, width)) {
    const auto part = [&](int64_t i) { return numbers_.data() + i * positions * width; };
    head_ = {part(0), part(1), part(2), width, width, positions, positions, width, nullptr, false};
    out_ = part(3);
    slope_ = part(4);
    gradients_ = {part(5), part(6), part(7)};
  }

  void forward() { kernels_.attend(head_, out_, head_.width, room_.data()); }
  void backward() {
    kernels_.attend_backward(head_, slope_, head_.width, gradients_, room_.data());
  }

 private:
  const TrainingKernels& kernels_;
  AlignedVector<float> numbers_, room_;
  AttentionHead head_;
  float *out_, *slope_;
  AttentionGradients gradients_;
};

void add_head(const TrainingKernels& kernels, int64_t positions, int64_t width,
              std::vector<KernelCase>& cases) {
  const std::string name = std::to_string(positions) + "x" + std::to_string(width);
  // Forward has two matrix products. Backward has five: one of them repeats one of forward.
  const double product = 2.0 * static_cast<double>(positions * positions * width);
  cases.push_back({"attention/forward/" + name, {.operations = 2 * product}, [=, &kernels] {
                     const auto head = std::make_shared<HeadCase>(kernels, positions, width);
                     return [head] { head->forward(); };
                   }});
  cases.push_back({"attention/backward/" + name, {.operations = 5 * product}, [=, &kernels] {
                     const auto head = std::make_shared<HeadCase>(kernels, positions, width);
                     return [head] { head->backward(); };
                   }});
}

/// Attention of one decoded row, with 8 heads of width 64.
class DecodingCase {
 public:
  static constexpr int64_t kHeads = 8, kWidth = 64, kNumbers = 2 * kHeads * kWidth;

  DecodingCase(const DecodingKernels& kernels, NumberFormat format, int64_t length)
      : attend_(kernels.attend[static_cast<size_t>(format)]),
        query_(kHeads * kWidth, 0.25F),
        out_(query_.size()),
        scores_(attention_scores(kHeads, length)),
        numbers_(length * kNumbers * bytes_of_key(format)) {
    for (int64_t t = 0; t < length; ++t)
      keys_.push_back(numbers_.data() + t * kNumbers * bytes_of_key(format));
    row_ = {query_.data(), keys_.data(), length, kHeads, kWidth, scores_.data(), out_.data()};
  }

  void run() { attend_(row_); }

 private:
  void (*attend_)(const AttentionRows&);
  AlignedVector<float> query_, out_, scores_;
  AlignedVector<uint8_t> numbers_;
  std::vector<const void*> keys_;
  AttentionRows row_;
};

KernelCase decoding_case(const DecodingKernels& kernels, NumberFormat format, int64_t length) {
  const std::string name = std::string("decoding_attention/") +
                           (format == NumberFormat::kFp32 ? "fp32/" : "bf16/") +
                           std::to_string(length);
  const auto numbers = static_cast<double>(length * DecodingCase::kNumbers);
  const Amount amount{.operations = 2 * numbers,
                      .bytes = numbers * static_cast<double>(bytes_of_key(format))};
  return {name, amount, [&kernels, format, length] {
            const auto row = std::make_shared<DecodingCase>(kernels, format, length);
            return [row] { row->run(); };
          }};
}

}  // namespace

void add_attention(const Kernels& kernels, std::vector<KernelCase>& cases) {
  for (const auto& [positions, width] :
       {std::pair{14, 32}, std::pair{64, 32}, std::pair{64, 64}, std::pair{256, 64}})
    add_head(kernels.training, positions, width, cases);
  for (const auto format : {NumberFormat::kFp32, NumberFormat::kBf16}) {
    for (const int64_t length : {5, 20, 100})
      cases.push_back(decoding_case(kernels.decoding, format, length));
  }
}

}  // namespace dragoman

#include <array>
#include <memory>

#include "kernel_cases.h"
#include "kernels/aligned_vector.h"

namespace dragoman {
namespace {

/// A linear map of training, x [rows, inputs] -> [rows, outputs], and the products of its backward
/// pass.
class MapCase {
 public:
  MapCase(const TrainingKernels& kernels, int64_t rows, int64_t inputs, int64_t outputs)
      : kernels_(kernels),
        rows_(rows),
        inputs_(inputs),
        outputs_(outputs),
        x_(rows * inputs, 0.25F),
        weight_(outputs * inputs, 0.25F),
        y_(rows * outputs, 0.25F),
        room_(kMatrixRoom) {}

  void forward() {
    multiply(rows_, outputs_, inputs_, {x_.data(), inputs_}, {weight_.data(), inputs_, true}, y_);
  }
  void input_gradient() {
    multiply(rows_, inputs_, outputs_, {y_.data(), outputs_}, {weight_.data(), inputs_}, x_);
  }
  void weight_gradient() {
    multiply(outputs_, inputs_, rows_, {y_.data(), outputs_, true}, {x_.data(), inputs_}, weight_);
  }

 private:
  void multiply(int64_t m, int64_t n, int64_t k, const Matrix& left, const Matrix& right,
                AlignedVector<float>& out) {
    kernels_.multiply_matrices(
        {.m = m, .n = n, .k = k, .left = left, .right = right, .out = out.data(), .out_stride = n},
        room_.data());
  }

  const TrainingKernels& kernels_;
  int64_t rows_, inputs_, outputs_;
  AlignedVector<float> x_, weight_, y_, room_;
};

void add_map(const TrainingKernels& kernels, int64_t rows, int64_t inputs, int64_t outputs,
             std::vector<KernelCase>& cases) {
  const std::string shape =
      std::to_string(rows) + "x" + std::to_string(inputs) + "x" + std::to_string(outputs);
  const Amount amount{.operations = 2.0 * static_cast<double>(rows * inputs * outputs)};
  const auto add = [&](const std::string& pass, void (MapCase::*run)()) {
    cases.push_back({"matrices/" + pass + "/" + shape, amount, [=, &kernels] {
                       const auto map = std::make_shared<MapCase>(kernels, rows, inputs, outputs);
                       return [map, run] { ((*map).*run)(); };
                     }});
  };
  add("forward", &MapCase::forward);
  add("input_gradient", &MapCase::input_gradient);
  add("weight_gradient", &MapCase::weight_gradient);
}

}  // namespace

void add_matrices(const Kernels& kernels, std::vector<KernelCase>& cases) {
  // The linear maps of a layer of the small and the base model, and their output layers.
  for (const auto& [rows, inputs, outputs] : {std::array<int64_t, 3>{900, 128, 128},
                                              {900, 256, 128},
                                              {210, 128, 10000},
                                              {900, 512, 512},
                                              {900, 512, 2048},
                                              {256, 512, 32000}})
    add_map(kernels.training, rows, inputs, outputs, cases);
}

}  // namespace dragoman

#pragma once

// Arguments of the kernels in model/device_rows.cu. This file is also compiled for GPUs, without a
// standard library.

namespace dragoman {

/// Numbers of fp32 or bf16 in a device's memory, from a multiple of 16 bytes on. None if `data` is
/// null.
struct DeviceNumbers {
  void* data = nullptr;
  bool in_bf16 = false;
};

/// A DropoutMask (model/dropout.h). A threshold of 0 drops nothing.
struct DeviceMask {
  unsigned long long key = 0;
  unsigned threshold = 0;
  float scale = 1;
};

/// Argument of the kernel sum_rows: sum = x + mask * y, and out, its layer normalisation. Each is
/// [rows, width]. Without x, the sum is mask * y.
struct DeviceSum {
  DeviceNumbers x;  // may be none, as may `sum` and `out`
  DeviceNumbers y;
  DeviceNumbers sum;
  DeviceNumbers out;
  DeviceMask mask;
  const float* scale;  // [width], as shift; of the normalisation
  const float* shift;
  float epsilon;
  float* moments;  // [rows, 2]: mean and inverse deviation of the sum as it was stored
  long long rows;
  int width;
};

/// Argument of the kernel sum_rows_backward: the gradients of x, y, scale and shift from `slope`,
/// that of the layer normalisation's output.
struct DeviceSumGradient {
  DeviceNumbers slope;
  DeviceNumbers sum;     // as sum_rows stored it
  DeviceNumbers direct;  // added to the gradient of the sum; may be none
  DeviceNumbers for_x;
  DeviceNumbers for_y;  // may be none
  DeviceMask mask;
  const float* scale;
  const float* moments;
  float* for_weights;  // [blocks, 2, width]: parts of the gradients of scale and shift
  long long rows;
  int width;
};

/// Argument of the kernel softmax_gradient: turns logits into the gradient of their label-smoothed
/// cross entropy, in place, as softmax_gradient() of train/softmax_gradient.h does. Numbers between
/// the width and the stride become 0.
struct DeviceSoftmax {
  DeviceNumbers logits;   // [rows, stride], of which `width` count
  const long long* gold;  // [rows]
  float* losses;          // [rows]
  float smoothing;
  long long rows;
  long long stride;  // a multiple of 8
  int width;
};

}  // namespace dragoman

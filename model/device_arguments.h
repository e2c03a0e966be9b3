#pragma once

// Arguments of the kernels in model/device_rows.cu and model/device_attention.cu. This file is also
// compiled for GPUs, without a standard library.

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

/// One part (queries, keys or values) of a projection's rows, in bf16. Head h of row r has its
/// numbers from data + r * stride + h * width on, which is a multiple of 16 bytes.
struct DeviceHeads {
  unsigned short* data = nullptr;
  long long stride = 0;
};

/// Argument of the kernels attend and attend_backward: attention of sentences of at most 64 tokens,
/// one head of a sentence in each block.
struct DeviceAttention {
  DeviceHeads queries;
  DeviceHeads keys;
  DeviceHeads values;
  DeviceHeads out;          // of attend
  DeviceHeads slopes;       // of attend_backward, as the rest: the gradient of out
  DeviceHeads for_queries;  // gradients
  DeviceHeads for_keys;
  DeviceHeads for_values;
  const int* query_starts;  // [sentences + 1]: where sentences begin in the rows of queries
  const int* key_starts;    // and of keys
  float scale;              // of queries times keys
  int heads;
  int width;  // of a head: a multiple of 16, at most 64
  bool is_causal;
};

}  // namespace dragoman

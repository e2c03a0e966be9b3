#pragma once

#include <ATen/autocast_mode.h>

namespace dragoman {

/// While it exists, and if `enabled`, products on `device` run in bf16, and operations that need
/// precision in fp32. For forward passes only.
class Autocast {
 public:
  Autocast(bool enabled, c10::DeviceType device)
      : device_(device), before_(at::autocast::is_autocast_enabled(device)) {
    at::autocast::set_autocast_enabled(device_, enabled);
    at::autocast::set_autocast_dtype(device_, at::kBFloat16);
    at::autocast::increment_nesting();
  }
  ~Autocast() {
    if (at::autocast::decrement_nesting() == 0) at::autocast::clear_cache();
    at::autocast::set_autocast_enabled(device_, before_);
  }
  Autocast(const Autocast&) = delete;
  Autocast& operator=(const Autocast&) = delete;

 private:
  c10::DeviceType device_;
  bool before_;
};

}  // namespace dragoman

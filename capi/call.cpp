#include "capi/call.h"

#include <algorithm>
#include <span>

namespace dragoman {

Call::Call(const dragoman_call* call) : call_(read_struct(call)) {
  if (call_.goes_on == nullptr) return;
  cancellation_.emplace([this] { return call_.goes_on(call_.context) != 0; });
}

bool Call::gives(std::string_view setting) const {
  const std::span options(call_.options, call_.num_options);
  return std::ranges::any_of(
      options, [&](const dragoman_option& option) { return setting_of(option.name) == setting; });
}

}  // namespace dragoman

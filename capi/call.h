#pragma once

#include <memory>
#include <optional>

#include "capi/options.h"
#include "capi/structs.h"
#include "threads/cancellation.h"

namespace dragoman {

/// The arguments of a call: options and callbacks. While this object lives, the caller can cancel
/// the work through goes_on.
class Call {
 public:
  explicit Call(const dragoman_call* call);

  /// Returns `held` with the caller's options. Throws std::invalid_argument for wrong options.
  template <SettingsSection Settings>
  Settings settings(Settings held = {}) const {
    set_options(held, call_.options, call_.num_options);
    return held;
  }
  /// True if the caller gives the option.
  bool gives(std::string_view setting) const;
  bool watches_text() const { return call_.on_text != nullptr; }
  void on_text(std::string_view text) const { call_.on_text(call_.context, text_of(text)); }

 private:
  dragoman_call call_;
  std::optional<Cancellation> cancellation_;
};

}  // namespace dragoman

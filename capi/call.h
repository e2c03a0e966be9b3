#pragma once

#include <memory>
#include <optional>

#include "capi/options.h"
#include "capi/structs.h"
#include "search/search_settings.h"
#include "threads/cancellation.h"

namespace dragoman {

/// The arguments of a call: search settings and callbacks. While this object lives, the caller can
/// cancel the work through goes_on.
class Call {
 public:
  /// `held`: the model folder's settings. Throws std::invalid_argument for wrong options.
  Call(const dragoman_call* call, const SearchSettings& held);

  const SearchSettings& settings() const { return settings_; }
  /// True if the caller gives the option.
  bool gives(std::string_view setting) const;
  bool watches_text() const { return call_.on_text != nullptr; }
  void on_text(std::string_view text) const { call_.on_text(call_.context, text_of(text)); }

 private:
  dragoman_call call_;
  SearchSettings settings_;
  std::optional<Cancellation> cancellation_;
};

}  // namespace dragoman

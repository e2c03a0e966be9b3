#pragma once

#include <string_view>

namespace dragoman {

/// Returns the text of model/device_rows.cu. The build embeds it.
std::string_view device_source();
/// Returns the text of model/device_arguments.h, which that includes.
std::string_view device_arguments();

}  // namespace dragoman

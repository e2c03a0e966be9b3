#pragma once

#include <string_view>

namespace dragoman {

// The texts of files in model that are compiled for GPUs. The build embeds them.

std::string_view text_of_device_attention();  // device_attention.cu, which includes the others
std::string_view text_of_device_tiles();      // device_tiles.cu
std::string_view text_of_device_rows();       // device_rows.cu
std::string_view text_of_device_arguments();  // device_arguments.h

}  // namespace dragoman

#include "kernels/processor.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace dragoman {

#if defined(__x86_64__)
std::string processor_kind() {
  unsigned highest = 0, maker[3] = {}, signature = 0, unused[3] = {};
  if (__get_cpuid(0, &highest, &maker[0], &maker[2], &maker[1]) == 0 ||
      __get_cpuid(1, &signature, &unused[0], &unused[1], &unused[2]) == 0)
    return "unknown";
  const unsigned base_family = (signature >> 8U) & 15U, base_model = (signature >> 4U) & 15U;
  const unsigned family = base_family + (base_family == 15 ? (signature >> 20U) & 255U : 0);
  const unsigned model =
      base_model + (base_family == 6 || base_family == 15 ? ((signature >> 16U) & 15U) << 4U : 0);
  return std::string(reinterpret_cast<const char*>(maker), sizeof maker) + " " +
         std::to_string(family) + "." + std::to_string(model);
}
#else
std::string processor_kind() { return "unknown"; }
#endif

}  // namespace dragoman

#include "kernels/processor.h"

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <sstream>
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
#elif defined(__aarch64__)
namespace {

std::string kind_of(unsigned maker, unsigned part) {
  std::ostringstream text;
  text << std::hex << std::setfill('0') << "ARM 0x" << std::setw(2) << maker << ".0x"
       << std::setw(3) << part;
  return text.str();
}

/// Reads the kind from the first processor that Linux lists.
std::string listed_kind() {
  std::ifstream list("/proc/cpuinfo");
  std::string line, maker;
  while (std::getline(list, line)) {
    const std::string value = line.substr(line.find(':') + 1);
    if (line.starts_with("CPU implementer")) maker = value;
    if (line.starts_with("CPU part") && !maker.empty())
      return kind_of(std::strtoul(maker.c_str(), nullptr, 16),
                     std::strtoul(value.c_str(), nullptr, 16));
  }
  return "unknown";
}

}  // namespace

std::string processor_kind() {
  if ((getauxval(AT_HWCAP) & HWCAP_CPUID) == 0) return listed_kind();
  uint64_t register_bits = 0;  // MIDR_EL1
  asm("mrs %0, MIDR_EL1" : "=r"(register_bits));
  return kind_of(static_cast<unsigned>(register_bits >> 24U) & 0xffU,
                 static_cast<unsigned>(register_bits >> 4U) & 0xfffU);
}
#else
std::string processor_kind() { return "unknown"; }
#endif

}  // namespace dragoman

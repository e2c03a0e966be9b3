#include "engine/kernels.h"

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace dragoman {

extern const Kernels kernels_portable;
#if defined(__x86_64__)
extern const Kernels kernels_avx2, kernels_avx512, kernels_avx512_vnni, kernels_avx512_bf16;
#endif

namespace {

const Kernels& chosen() {
  const std::vector<const Kernels*> available = available_kernels();
  const char* wanted = std::getenv("DRAGOMAN_KERNELS");
  if (wanted == nullptr) return *available.back();
  std::string names;
  for (const Kernels* kernels : available) {
    if (std::string(kernels->name) == wanted) return *kernels;
    names.append(names.empty() ? "" : ", ").append(kernels->name);
  }
  throw std::invalid_argument("DRAGOMAN_KERNELS is `" + std::string(wanted) +
                              "`, but this processor runs: " + names);
}

}  // namespace

std::vector<const Kernels*> available_kernels() {
  std::vector<const Kernels*> available{&kernels_portable};
#if defined(__x86_64__)
  const auto add = [&](const Kernels& kernels, bool runs) {
    if (runs) available.push_back(&kernels);
    return runs;
  };
  __builtin_cpu_init();
  if (!add(kernels_avx2, __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")))
    return available;
  if (!add(kernels_avx512,
           __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")))
    return available;
  if (add(kernels_avx512_vnni, __builtin_cpu_supports("avx512vnni")))
    add(kernels_avx512_bf16, __builtin_cpu_supports("avx512bf16"));
#endif
  return available;
}

const Kernels& best_kernels() {
  static const Kernels& best = chosen();
  return best;
}

}  // namespace dragoman

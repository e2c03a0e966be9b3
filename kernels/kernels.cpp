#include "kernels/kernels.h"

#include <cstdlib>
#include <stdexcept>

#if defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

namespace dragoman {

#if defined(__aarch64__)
extern const ProductKernels products_neon, products_neon_dot, products_neon_i8mm;
extern const RowKernels rows_neon;
extern const DecodingKernels decoding_neon;
extern const TrainingKernels training_neon;
#else
extern const ProductKernels products_portable;
extern const RowKernels rows_portable;
extern const DecodingKernels decoding_portable;
extern const TrainingKernels training_portable;
#endif
#if defined(__x86_64__)
extern const ProductKernels products_avx2, products_avx2_vnni, products_avx512,
    products_avx512_vnni, products_avx512_bf16;
extern const RowKernels rows_avx2, rows_avx512;
extern const DecodingKernels decoding_avx2, decoding_avx512;
extern const TrainingKernels training_avx2, training_avx512;
#endif

namespace {

#if defined(__aarch64__)
constexpr Kernels kNeon{"neon", products_neon, rows_neon, decoding_neon, training_neon};
constexpr Kernels kNeonDot{"neon_dot", products_neon_dot, rows_neon, decoding_neon, training_neon};
constexpr Kernels kNeonI8mm{"neon_i8mm", products_neon_i8mm, rows_neon, decoding_neon,
                            training_neon};
#else
constexpr Kernels kPortable{"portable", products_portable, rows_portable, decoding_portable,
                            training_portable};
#endif
#if defined(__x86_64__)
constexpr Kernels kAvx2{"avx2", products_avx2, rows_avx2, decoding_avx2, training_avx2};
constexpr Kernels kAvx2Vnni{"avx2_vnni", products_avx2_vnni, rows_avx2, decoding_avx2,
                            training_avx2};
constexpr Kernels kAvx512{"avx512", products_avx512, rows_avx512, decoding_avx512, training_avx512};
constexpr Kernels kAvx512Vnni{"avx512_vnni", products_avx512_vnni, rows_avx512, decoding_avx512,
                              training_avx512};
constexpr Kernels kAvx512Bf16{"avx512_bf16", products_avx512_bf16, rows_avx512, decoding_avx512,
                              training_avx512};
#endif

const Kernels& choose() {
  const char* wanted = std::getenv("DRAGOMAN_KERNELS");
  if (wanted == nullptr) return fastest_kernels();
  for (const Kernels* kernels : available_kernels()) {
    if (std::string(kernels->name) == wanted) return *kernels;
  }
  throw std::invalid_argument("DRAGOMAN_KERNELS is `" + std::string(wanted) +
                              "`, but this processor runs: " + names_of_available_kernels());
}

}  // namespace

#if defined(__aarch64__)
std::vector<const Kernels*> available_kernels() {
  std::vector<const Kernels*> available{&kNeon};
  const bool has_dot = (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0;
  if (has_dot) available.push_back(&kNeonDot);
  if (has_dot && (getauxval(AT_HWCAP2) & HWCAP2_I8MM) != 0) available.push_back(&kNeonI8mm);
  return available;
}
#else
std::vector<const Kernels*> available_kernels() {
  std::vector<const Kernels*> available{&kPortable};
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512f") &&
                          __builtin_cpu_supports("avx512bw") &&
                          __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  const bool has_avx512_vnni = has_avx512 && __builtin_cpu_supports("avx512vnni");
  if (has_avx2) available.push_back(&kAvx2);
  if (has_avx2 && __builtin_cpu_supports("avxvnni")) available.push_back(&kAvx2Vnni);
  if (has_avx512) available.push_back(&kAvx512);
  if (has_avx512_vnni) available.push_back(&kAvx512Vnni);
  if (has_avx512_vnni && __builtin_cpu_supports("avx512bf16")) available.push_back(&kAvx512Bf16);
#endif
  return available;
}
#endif

const Kernels& fastest_kernels() {
  const Kernels* last = available_kernels().back();
#if defined(__x86_64__)
  if (last == &kAvx512Bf16 && __builtin_cpu_is("intel")) return kAvx512Vnni;
#endif
  return *last;
}

std::string names_of_available_kernels() {
  std::string names;
  for (const Kernels* kernels : available_kernels())
    names.append(names.empty() ? "" : ", ").append(kernels->name);
  return names;
}

const Kernels& chosen_kernels() {
  static const Kernels& chosen = choose();
  return chosen;
}

}  // namespace dragoman

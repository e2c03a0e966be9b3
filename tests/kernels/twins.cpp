#include "twins.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "catch.h"
#include "digests.h"
#include "numbers.h"

namespace dragoman {

#if defined(__x86_64__)
extern const ProductKernels products_twin_narrow, products_twin_vnni, products_twin_plain_vnni;
extern const RowKernels rows_twin_narrow;
extern const DecodingKernels decoding_twin_narrow;
extern const TrainingKernels training_twin_narrow;

bool runs_vnni_twin() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vnni");
}

std::vector<Kernels> twins() {
  const std::vector<const Kernels*> available = available_kernels();
  if (available.size() == 1) return {};
  // Twins of products alone take the rest from AVX2.
  const RowKernels& rows = available[1]->rows;
  const DecodingKernels& decoding = available[1]->decoding;
  const TrainingKernels& training = available[1]->training;
  std::vector<Kernels> tables;
  tables.push_back({"twin_narrow", products_twin_narrow, rows_twin_narrow, decoding_twin_narrow,
                    training_twin_narrow});
  tables.push_back({"twin_plain_vnni", products_twin_plain_vnni, rows, decoding, training});
  if (runs_vnni_twin())
    tables.push_back({"twin_vnni", products_twin_vnni, rows, decoding, training});
  return tables;
}
#else
bool runs_vnni_twin() { return false; }
std::vector<Kernels> twins() { return {}; }
#endif

std::vector<Kernels> all_tables() {
  std::vector<Kernels> tables = twins();
  for (const Kernels* kernels : available_kernels()) tables.push_back(*kernels);
  return tables;
}

std::vector<Kernels> tables_with_fma() {
  std::vector<Kernels> tables;
  for (const Kernels& kernels : all_tables()) {
    if (std::string(kernels.name) != "portable") tables.push_back(kernels);
  }
  return tables;
}

void Results::add(const std::vector<float>& numbers) {
  numbers_.insert(numbers_.end(), numbers.begin(), numbers.end());
}

void Results::add(const std::vector<uint16_t>& bf16) { add(from_bf16(bf16)); }

bool Results::operator==(const Results& other) const {
  return std::equal(numbers_.begin(), numbers_.end(), other.numbers_.begin(), other.numbers_.end(),
                    [](double a, double b) {
                      return (std::isnan(a) && std::isnan(b)) ||
                             std::memcmp(&a, &b, sizeof(a)) == 0;
                    });
}

void check_identical(const std::function<Results(const Kernels&)>& work) {
  const std::vector<Kernels> tables = tables_with_fma();
  if (tables.empty()) return;
  const Results first = work(tables.front());
  record_digest(first.numbers());
  for (const Kernels& table : tables) {
    INFO(table.name);
    CHECK(work(table) == first);
  }
}

TEST_CASE("on this processor, tables with FMA can be compared, and AVX-VNNI's logic runs") {
  if (tables_with_fma().empty()) WARN("This processor runs no table with FMA: none was compared.");
  if (!runs_vnni_twin()) WARN("This processor has no AVX-512 VNNI: its twin was not compared.");
}

}  // namespace dragoman

#include <memory>
#include <vector>

#include "kernel_cases.h"
#include "product_case.h"

namespace dragoman {
namespace {

KernelCase product_case(const Kernels& kernels, NumberFormat format, const ProductShape& shape) {
  const char* format_name = enum_names(format)[static_cast<size_t>(format)].second;
  const std::string name = std::string("product/") + format_name + "/" +
                           std::to_string(shape.rows) + "x" + std::to_string(shape.inputs) + "x" +
                           std::to_string(shape.outputs);
  Amount amount{.operations = shape.operations()};
  // A product of one row reads all weights once, so memory or a cache limits it.
  const int64_t bytes_of_number = format == NumberFormat::kFp32   ? 4
                                  : format == NumberFormat::kBf16 ? 2
                                                                  : 1;
  if (shape.rows == 1)
    amount.bytes = static_cast<double>(shape.inputs * shape.outputs * bytes_of_number);
  return {name, amount, [&kernels, format, shape] {
            const auto product = std::make_shared<ProductCase>(kernels, format, shape);
            return [product] { product->run(); };
          }};
}

KernelCase conversion_case(const Kernels& kernels, NumberFormat format) {
  constexpr int64_t kWidth = 512;
  const auto index = static_cast<size_t>(format);
  const auto convert = kernels.products.convert[index];
  const int64_t words = kWidth / (format == NumberFormat::kBf16 ? 2 : 4);
  const int64_t bytes = words * kernels.products.input_bytes[index];
  const std::string name = std::string("convert/") + enum_names(format)[index].second + "/512";
  return {name, {.bytes = static_cast<double>(kWidth * 4 + bytes)}, [=] {
            const auto x = std::make_shared<std::vector<float>>(kWidth, 0.25F);
            const auto out = std::make_shared<std::vector<uint8_t>>(bytes);
            return [=] { convert(x->data(), words, out->data()); };
          }};
}

}  // namespace

void add_products(const Kernels& kernels, std::vector<KernelCase>& cases) {
  for (const auto format : {NumberFormat::kFp32, NumberFormat::kBf16, NumberFormat::kInt8}) {
    for (const auto& [inputs, outputs] :
         {std::pair{512, 512}, std::pair{512, 2048}, std::pair{2048, 512}, std::pair{512, 32000}}) {
      for (const int64_t rows : {1, 2, 3, 6, 24, 64, 256})
        cases.push_back(product_case(kernels, format, {rows, inputs, outputs}));
    }
    if (format != NumberFormat::kFp32) cases.push_back(conversion_case(kernels, format));
  }
}

}  // namespace dragoman

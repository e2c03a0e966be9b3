#include "model/cuda_products.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace dragoman {
namespace {

// What is used of cublasLt.h, of which the wheels of torch have no copy: constants, the layout of
// two structs. They are the same in cuBLASLt 11 to 13.

constexpr int kFloat32 = 0, kBFloat16 = 14;  // cudaDataType_t
constexpr int kSumsInFloat32 = 68;           // CUBLAS_COMPUTE_32F
constexpr int32_t kTranspose = 1;            // CUBLAS_OP_T
constexpr size_t kMostWorkspace = size_t{32} << 20;

enum DescriptorAttribute { kTransposeA = 3, kTransposeB = 4, kEpilogue = 7, kBiasPointer = 8 };
enum PreferenceAttribute { kMaxWorkspace = 1, kAlignmentOfA = 5 };
enum Epilogue : uint32_t { kNothing = 1, kRectify = 2, kAddBias = 4, kSumsOfB = 512 };

struct Algorithm {
  std::array<uint64_t, 8> data;
};

struct Suggestion {
  Algorithm algorithm;
  size_t workspace;
  int state;
  float waves;
  std::array<int, 4> reserved;
};

/// Numbers of rows and columns in the library's order, in which columns are contiguous.
struct Shape {
  uint64_t rows, columns;
};

Shape shape_of(const torch::Tensor& matrix) {
  return {static_cast<uint64_t>(matrix.size(1)), static_cast<uint64_t>(matrix.size(0))};
}

/// The greatest power of two, up to 256, that an address is a multiple of.
uint32_t alignment_of(const torch::Tensor& tensor) {
  const auto address = reinterpret_cast<uintptr_t>(tensor.const_data_ptr());
  return uint32_t{1} << std::min(std::countr_zero(address), 8);
}

/// Numbers of tokens with the same kernel: those that round up to the same number. Otherwise the
/// library would be asked for nearly each batch.
uint64_t bucket(uint64_t tokens) {
  constexpr uint64_t kStep = 256;
  return (tokens + kStep - 1) / kStep * kStep;
}

/// A product out = a b in the library's order: the transpose of TensorProduct's.
struct Operands {
  explicit Operands(const TensorProduct& product)
      : a(product.right),
        b(product.left),
        out(product.out),
        transposes_a(product.transposes_right),
        transposes_b(product.transposes_left),
        epilogue((product.rectifies ? kRectify : 0U) | (product.bias ? kAddBias : 0U) |
                 (product.sums ? kSumsOfB : 0U)),
        vector(product.bias ? product.bias : product.sums) {
    if (epilogue == 0) epilogue = kNothing;
  }

  int type_of_out() const { return out.scalar_type() == torch::kFloat32 ? kFloat32 : kBFloat16; }

  /// Everything that the choice of a kernel depends on.
  std::vector<uint64_t> key() const {
    const Shape of_a = shape_of(a), of_b = shape_of(b);
    return {of_a.rows,
            transposes_b ? bucket(of_a.columns) : of_a.columns,
            of_b.rows,
            bucket(of_b.columns),
            static_cast<uint64_t>(out.scalar_type()),
            static_cast<uint64_t>(transposes_a) + 2 * static_cast<uint64_t>(transposes_b),
            epilogue,
            alignment_of(a),
            alignment_of(b),
            alignment_of(out),
            vector ? alignment_of(*vector) : 0};
  }

  const torch::Tensor& a;
  const torch::Tensor& b;
  const torch::Tensor& out;
  bool transposes_a;
  bool transposes_b;
  uint32_t epilogue;
  OptionalTensor vector;  // bias, or sums of b
};

}  // namespace

class CudaProducts::Library {
 public:
  explicit Library(const char* path_of_libtorch)
      : library_(::dlopen(path_of_libtorch, RTLD_NOW | RTLD_NOLOAD)) {
    if (library_ == nullptr) throw std::runtime_error(::dlerror());
    find("cublasLtCreate", create_);
    find("cublasLtDestroy", destroy_);
    find("cublasLtMatmulDescCreate", create_descriptor_);
    find("cublasLtMatmulDescSetAttribute", set_in_descriptor_);
    find("cublasLtMatmulDescDestroy", destroy_descriptor_);
    find("cublasLtMatrixLayoutCreate", create_layout_);
    find("cublasLtMatrixLayoutDestroy", destroy_layout_);
    find("cublasLtMatmulPreferenceCreate", create_preference_);
    find("cublasLtMatmulPreferenceSetAttribute", set_in_preference_);
    find("cublasLtMatmulPreferenceDestroy", destroy_preference_);
    find("cublasLtMatmulAlgoGetHeuristic", suggest_);
    find("cublasLtMatmul", multiply_);
    if (create_(&handle_) != 0) throw std::runtime_error("cublasLtCreate failed");
  }
  ~Library() { destroy_(handle_); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  bool multiply(const Operands& operands, void* stream) {
    const std::optional<Suggestion> kernel = kernel_for(operands);
    if (!kernel) return false;
    const Descriptor descriptor(*this, operands);
    const Layout a(*this, kBFloat16, shape_of(operands.a)),
        b(*this, kBFloat16, shape_of(operands.b)),
        out(*this, operands.type_of_out(), shape_of(operands.out));
    torch::Tensor workspace;
    if (kernel->workspace > 0)
      workspace = torch::empty({static_cast<int64_t>(kernel->workspace)},
                               operands.out.options().dtype(torch::kByte));
    const float one = 1, zero = 0;
    void* const to = operands.out.mutable_data_ptr();
    void* const room = workspace.defined() ? workspace.mutable_data_ptr() : nullptr;
    return multiply_(handle_, descriptor.get(), &one, operands.a.const_data_ptr(), a.get(),
                     operands.b.const_data_ptr(), b.get(), &zero, to, out.get(), to, out.get(),
                     &kernel->algorithm, room, kernel->workspace, stream) == 0;
  }

 private:
  using Handle = void*;

  /// How to multiply.
  class Descriptor {
   public:
    Descriptor(const Library& library, const Operands& operands) : library_(library) {
      library.create_descriptor_(&descriptor_, kSumsInFloat32, kFloat32);
      if (operands.transposes_a) set(kTransposeA, kTranspose);
      if (operands.transposes_b) set(kTransposeB, kTranspose);
      set(kEpilogue, operands.epilogue);
      if (operands.vector) set(kBiasPointer, operands.vector->const_data_ptr());
    }
    ~Descriptor() { library_.destroy_descriptor_(descriptor_); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    Handle get() const { return descriptor_; }

   private:
    template <class Value>
    void set(DescriptorAttribute attribute, Value value) {
      library_.set_in_descriptor_(descriptor_, attribute, &value, sizeof(value));
    }

    const Library& library_;
    Handle descriptor_ = nullptr;
  };

  /// The shape of a matrix.
  class Layout {
   public:
    Layout(const Library& library, int type, Shape shape) : library_(library) {
      library.create_layout_(&layout_, type, shape.rows, shape.columns,
                             static_cast<int64_t>(shape.rows));
    }
    ~Layout() { library_.destroy_layout_(layout_); }
    Layout(const Layout&) = delete;
    Layout& operator=(const Layout&) = delete;
    Handle get() const { return layout_; }

   private:
    const Library& library_;
    Handle layout_ = nullptr;
  };

  template <class Function>
  void find(const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(::dlsym(library_, name));
    if (function == nullptr) throw std::runtime_error(std::string(name) + " is missing");
  }

  std::optional<Suggestion> kernel_for(const Operands& operands) {
    const std::vector<uint64_t> key = operands.key();
    const std::lock_guard lock(mutex_);
    const auto [place, is_new] = kernels_.try_emplace(key);
    if (is_new) place->second = ask(operands);
    return place->second;
  }

  /// Asks the library for the kernel for a product of the greatest number of tokens in the bucket.
  /// So the answer does not depend on the batch that asked first.
  std::optional<Suggestion> ask(const Operands& operands) const {
    Shape of_a = shape_of(operands.a), of_b = shape_of(operands.b), of_out = shape_of(operands.out);
    of_b.columns = bucket(of_b.columns);
    (operands.transposes_b ? of_a : of_out).columns = of_b.columns;
    const Descriptor descriptor(*this, operands);
    const Layout a(*this, kBFloat16, of_a), b(*this, kBFloat16, of_b),
        out(*this, operands.type_of_out(), of_out);
    Handle preference = nullptr;
    create_preference_(&preference);
    set_in_preference_(preference, kMaxWorkspace, &kMostWorkspace, sizeof(kMostWorkspace));
    const std::array<uint32_t, 4> alignments{alignment_of(operands.a), alignment_of(operands.b),
                                             alignment_of(operands.out),
                                             alignment_of(operands.out)};
    for (size_t i = 0; i < alignments.size(); ++i)
      set_in_preference_(preference, kAlignmentOfA + static_cast<int>(i), &alignments[i],
                         sizeof(alignments[i]));
    Suggestion suggestion{};
    int count = 0;
    const int status = suggest_(handle_, descriptor.get(), a.get(), b.get(), out.get(), out.get(),
                                preference, 1, &suggestion, &count);
    destroy_preference_(preference);
    if (status != 0 || count == 0 || suggestion.state != 0) return std::nullopt;
    return suggestion;
  }

  void* library_;
  Handle handle_ = nullptr;
  int (*create_)(Handle*) = nullptr;
  int (*destroy_)(Handle) = nullptr;
  int (*create_descriptor_)(Handle*, int, int) = nullptr;
  int (*set_in_descriptor_)(Handle, int, const void*, size_t) = nullptr;
  int (*destroy_descriptor_)(Handle) = nullptr;
  int (*create_layout_)(Handle*, int, uint64_t, uint64_t, int64_t) = nullptr;
  int (*destroy_layout_)(Handle) = nullptr;
  int (*create_preference_)(Handle*) = nullptr;
  int (*set_in_preference_)(Handle, int, const void*, size_t) = nullptr;
  int (*destroy_preference_)(Handle) = nullptr;
  // Of a Suggestion and an Algorithm as void: in a unity build GCC 14 crashes on members that are
  // pointers to functions of types in unnamed namespaces.
  int (*suggest_)(Handle, Handle, Handle, Handle, Handle, Handle, Handle, int, void*,
                  int*) = nullptr;
  int (*multiply_)(Handle, Handle, const void*, const void*, Handle, const void*, Handle,
                   const void*, const void*, Handle, void*, Handle, const void*, void*, size_t,
                   void*) = nullptr;
  std::mutex mutex_;
  std::map<std::vector<uint64_t>, std::optional<Suggestion>> kernels_;
};

CudaProducts::CudaProducts(const char* path_of_libtorch)
    : library_(std::make_unique<Library>(path_of_libtorch)) {}

CudaProducts::~CudaProducts() = default;

bool CudaProducts::multiply(const TensorProduct& product, void* stream) {
  return library_->multiply(Operands(product), stream);
}

}  // namespace dragoman

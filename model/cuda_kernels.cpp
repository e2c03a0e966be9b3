#include "model/cuda_kernels.h"

#include <ATen/Context.h>
#include <c10/core/DeviceGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <dlfcn.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "model/cuda_products.h"
#include "model/device_source.h"

namespace dragoman {
namespace {

/// Throws std::runtime_error unless a call of NVRTC or of the driver succeeded.
void expect_success(int status, const char* call) {
  if (status != 0)
    throw std::runtime_error(std::string(call) + " failed with status " + std::to_string(status));
}

/// Returns the path of one of LibTorch's libraries.
std::string library_of_libtorch(const std::string& name) {
  Dl_info torch{};
  ::dladdr(reinterpret_cast<const void*>(&at::globalContext), &torch);
  const std::string path = torch.dli_fname == nullptr ? "" : torch.dli_fname;
  return path.substr(0, path.rfind('/') + 1) + name;
}

/// LibTorch's library that depends on NVRTC and on the driver.
class NvrtcAndDriver {
 public:
  NvrtcAndDriver() {
    library_ = ::dlopen(library_of_libtorch("libcaffe2_nvrtc.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) throw std::runtime_error(::dlerror());
  }

  /// Calls a function of C that returns a status. Throws std::runtime_error.
  template <class... Arguments>
  void call(const char* name, Arguments... arguments) const {
    expect_success(find<int(Arguments...)>(name)(arguments...), name);
  }

  /// Calls a function and returns its status.
  template <class... Arguments>
  int status_of(const char* name, Arguments... arguments) const {
    return find<int(Arguments...)>(name)(arguments...);
  }

 private:
  template <class Function>
  Function* find(const char* name) const {
    void* const found = ::dlsym(library_, name);
    if (found == nullptr) throw std::runtime_error(std::string(name) + " is missing");
    return reinterpret_cast<Function*>(found);
  }

  void* library_;
};

/// Compiles the kernels for a compute capability, such as 90. Returns the machine code.
std::vector<char> compile(const NvrtcAndDriver& libraries, int capability) {
  void* program = nullptr;
  const std::string source(text_of_device_attention()), tiles(text_of_device_tiles()),
      rows(text_of_device_rows()), arguments(text_of_device_arguments());
  const char *headers[] = {tiles.c_str(), rows.c_str(), arguments.c_str()},
             *names[] = {"model/device_tiles.cu", "model/device_rows.cu",
                         "model/device_arguments.h"};
  libraries.call("nvrtcCreateProgram", &program, source.c_str(), "device_attention.cu", 3,
                 static_cast<const char**>(headers), static_cast<const char**>(names));
  const std::string architecture = "--gpu-architecture=sm_" + std::to_string(capability);
  const char* options[] = {architecture.c_str(), "--std=c++17"};
  const int status =
      libraries.status_of("nvrtcCompileProgram", program, 2, static_cast<const char**>(options));
  size_t size = 0;
  if (status != 0) {
    libraries.call("nvrtcGetProgramLogSize", program, &size);
    std::string log(size, '\0');
    libraries.call("nvrtcGetProgramLog", program, log.data());
    throw std::runtime_error(log);
  }
  libraries.call("nvrtcGetCUBINSize", program, &size);
  std::vector<char> code(size);
  libraries.call("nvrtcGetCUBIN", program, code.data());
  libraries.call("nvrtcDestroyProgram", &program);
  return code;
}

/// Returns the context that the CUDA runtime uses for a GPU, and makes it the thread's.
void* enter_context(const NvrtcAndDriver& libraries, int gpu) {
  void* context = nullptr;
  libraries.call("cuDevicePrimaryCtxRetain", &context, gpu);
  libraries.call("cuCtxSetCurrent", context);
  return context;
}

/// The kernels on one GPU.
class CudaKernels : public DeviceKernels {
 public:
  /// Compiles for the GPU, which is the current one.
  explicit CudaKernels(int gpu) : context_(enter_context(libraries_, gpu)) {
    constexpr int kMajor = 75, kMinor = 76;  // CUdevice_attribute
    int major = 0, minor = 0;
    libraries_.call("cuDeviceGetAttribute", &major, kMajor, gpu);
    libraries_.call("cuDeviceGetAttribute", &minor, kMinor, gpu);
    capability_ = 10 * major + minor;
    const std::vector<char> code = compile(libraries_, capability_);
    libraries_.call("cuModuleLoadData", &module_, static_cast<const void*>(code.data()));
  }

  void run(const KernelStart& start, void* argument, const torch::Device& device) override {
    const c10::DeviceGuard guard(device);
    libraries_.call("cuCtxSetCurrent", context_);  // a new thread has no context
    constexpr int kSharedBytes = 8;                // CUfunction_attribute
    void *arguments[] = {argument}, *const kernel = find(start.kernel);
    if (start.shared_bytes > kSharedBytesOfEach)
      libraries_.call("cuFuncSetAttribute", kernel, kSharedBytes,
                      static_cast<int>(start.shared_bytes));
    const auto one = 1U;
    libraries_.call("cuLaunchKernel", kernel, static_cast<unsigned>(start.blocks), one, one,
                    static_cast<unsigned>(start.threads_of_block), one, one,
                    static_cast<unsigned>(start.shared_bytes), stream_of(device),
                    static_cast<void**>(arguments), static_cast<void**>(nullptr));
  }

  bool multiply(const TensorProduct& product) override {
    const c10::DeviceGuard guard(product.out.device());
    return products_.multiply(product, stream_of(product.out.device()));
  }

  bool has_matrix_units() const override { return capability_ >= kAmpere; }
  bool has_flash_attention() const override { return capability_ >= kAmpere; }

 private:
  static constexpr int kAmpere = 80;
  /// Bytes of shared memory that a kernel gets without asking.
  static constexpr int64_t kSharedBytesOfEach = 48 << 10;

  static void* stream_of(const torch::Device& device) {
    return c10::impl::VirtualGuardImpl(device.type()).getStream(device).native_handle();
  }

  void* find(const char* kernel) {
    const std::lock_guard lock(mutex_);
    void*& function = functions_[kernel];
    if (function == nullptr) libraries_.call("cuModuleGetFunction", &function, module_, kernel);
    return function;
  }

  NvrtcAndDriver libraries_;
  void* context_;
  CudaProducts products_{library_of_libtorch("libtorch_cuda.so").c_str()};
  int capability_ = 0;  // such as 90
  void* module_ = nullptr;
  std::mutex mutex_;
  std::map<std::string_view, void*> functions_;
};

std::unique_ptr<DeviceKernels> make_cuda_kernels(const torch::Device& device) {
  const char* wanted = std::getenv("DRAGOMAN_DEVICE_KERNELS");
  if (wanted != nullptr && std::string_view(wanted) == "0") return nullptr;
  try {
    const c10::DeviceGuard guard(device);
    return std::make_unique<CudaKernels>(device.index());
  } catch (const std::runtime_error& error) {
    TORCH_WARN("there are no kernels for ", device, ", so LibTorch's operations train, at about ",
               "half the speed: ", error.what());
    return nullptr;
  }
}

}  // namespace

DeviceKernels* cuda_kernels(const torch::Device& device) {
  static std::mutex mutex;
  static std::map<c10::DeviceIndex, std::unique_ptr<DeviceKernels>> gpus;
  const std::lock_guard lock(mutex);
  const auto [place, is_new] = gpus.try_emplace(device.index());
  if (is_new) place->second = make_cuda_kernels(device);
  return place->second.get();
}

}  // namespace dragoman

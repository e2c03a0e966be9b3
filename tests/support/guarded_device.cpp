#include "guarded_device.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/EmptyTensor.h>
#include <ATen/detail/MTIAHooksInterface.h>
#include <ATen/native/CPUFallback.h>
#include <ATen/ops/_local_scalar_dense.h>
#include <ATen/ops/_reshape_alias_native.h>
#include <ATen/ops/as_strided_native.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/unfold_native.h>
#include <ATen/ops/view_native.h>
#include <c10/core/impl/FakeGuardImpl.h>
#include <torch/library.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <utility>

namespace dragoman {
namespace {

constexpr auto kType = c10::DeviceType::MTIA;
const c10::Device kDevice(kType, 0);

/// A bit that makes an address invalid.
constexpr uintptr_t kHidden = uintptr_t{1} << 54;

void* hidden(void* address) {
  return reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(address) | kHidden);
}

void* shown(const void* address) {
  return reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(address) & ~kHidden);
}

struct HiddenMemory : c10::Allocator {
  c10::DataPtr allocate(size_t size) override {
    if (size == 0) return {nullptr, kDevice};
    void* const memory = std::malloc(size);
    return {hidden(memory), memory, &std::free, kDevice};
  }
  c10::DeleterFnPtr raw_deleter() const override { return nullptr; }
  void copy_data(void* to, const void* from, size_t size) const override {
    std::memcpy(shown(to), shown(from), size);
  }
};

/// Allocates memory that counts as pinned.
class PinnedMemory : public c10::Allocator {
 public:
  c10::DataPtr allocate(size_t size) override {
    void* const memory = std::malloc(std::max<size_t>(size, 1));
    const std::lock_guard lock(mutex());
    blocks().insert(memory);
    return {memory, memory, &release, c10::Device(c10::DeviceType::CPU)};
  }
  void copy_data(void* to, const void* from, size_t size) const override {
    std::memcpy(to, from, size);
  }
  static bool has(const void* memory) {
    const std::lock_guard lock(mutex());
    return blocks().count(const_cast<void*>(memory)) > 0;
  }

 private:
  static void release(void* memory) {
    const std::lock_guard lock(mutex());
    blocks().erase(memory);
    std::free(memory);
  }
  static std::set<void*>& blocks() {
    static std::set<void*> all;
    return all;
  }
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }
};

struct Recorded {
  bool is_on = false;
  int64_t waits = 0;
  int64_t unpinned = 0;
  std::map<std::string, int64_t> operations;
};

std::mutex record_mutex;
Recorded recorded;
thread_local bool is_in_fallback = false;  // copies in the fallback are not the program's

template <class Change>
void record(const Change& change) {
  if (is_in_fallback) return;
  const std::lock_guard lock(record_mutex);
  if (recorded.is_on) change(recorded);
}

/// Returns a CPU tensor over the same memory.
at::Tensor view_on_cpu(const at::Tensor& tensor) {
  if (tensor.is_cpu()) return tensor;
  return at::from_blob(shown(tensor.data_ptr()), tensor.sizes(), tensor.strides(),
                       tensor.options().device(at::kCPU));
}

at::Tensor copy_from(const at::Tensor& self, const at::Tensor& to, bool) {
  record([&](Recorded& record) {
    record.waits += to.is_cpu() ? 1 : 0;
    record.unpinned += self.is_cpu() && !PinnedMemory::has(self.storage().data()) ? 1 : 0;
  });
  if (self.numel() > 0) view_on_cpu(to).copy_(view_on_cpu(self));
  return to;
}

/// Resizes like LibTorch: keeps the content, and moves it to larger memory if needed.
const at::Tensor& make_room(const at::Tensor& self, at::IntArrayRef size,
                            std::optional<at::MemoryFormat>) {
  self.unsafeGetTensorImpl()->set_sizes_contiguous(size);
  c10::StorageImpl* const storage = self.storage().unsafeGetStorageImpl();
  const size_t needed =
      (static_cast<size_t>(self.storage_offset()) + static_cast<size_t>(self.numel())) *
      self.element_size();
  if (needed <= storage->nbytes()) return self;
  c10::DataPtr memory = c10::GetAllocator(kType)->allocate(needed);
  if (storage->nbytes() > 0)
    std::memcpy(shown(memory.get()), shown(storage->data()), storage->nbytes());
  storage->set_data_ptr_noswap(std::move(memory));
  storage->set_nbytes(needed);
  return self;
}

at::Tensor copy_from_and_resize(const at::Tensor& self, const at::Tensor& to) {
  if (self.sizes() != to.sizes()) make_room(to, self.sizes(), std::nullopt);
  return copy_from(self, to, false);
}

at::Scalar read_scalar(const at::Tensor& self) {
  record([](Recorded& record) { ++record.waits; });
  return at::_local_scalar_dense(view_on_cpu(self));
}

at::Tensor make_empty(at::IntArrayRef size, std::optional<at::ScalarType> type,
                      std::optional<at::Layout>, std::optional<at::Device>, std::optional<bool>,
                      std::optional<at::MemoryFormat> format) {
  return at::detail::empty_generic(size, c10::GetAllocator(kType),
                                   c10::DispatchKeySet(c10::DispatchKey::MTIA),
                                   type.value_or(at::kFloat), format);
}

at::Tensor make_empty_strided(at::IntArrayRef size, at::IntArrayRef stride,
                              std::optional<at::ScalarType> type, std::optional<at::Layout>,
                              std::optional<at::Device>, std::optional<bool>) {
  return at::detail::empty_strided_generic(size, stride, c10::GetAllocator(kType),
                                           c10::DispatchKeySet(c10::DispatchKey::MTIA),
                                           type.value_or(at::kFloat));
}

/// True for operations whose result's shape or value the host must know.
bool makes_host_wait(const std::string& name) {
  static const std::set<std::string> all{
      "aten::nonzero",    "aten::masked_select", "aten::equal",
      "aten::_unique2",   "aten::unique_dim",    "aten::repeat_interleave",
      "aten::is_nonzero", "aten::bincount",      "aten::unique_consecutive"};
  return all.count(name) > 0;
}

void compute_on_cpu(const c10::OperatorHandle& operation, torch::jit::Stack* stack) {
  const std::string name = operation.schema().name();
  record([&](Recorded& record) {
    ++record.operations[name];
    record.waits += makes_host_wait(name) ? 1 : 0;
  });
  const bool before = std::exchange(is_in_fallback, true);
  at::native::cpu_fallback(operation, stack);
  is_in_fallback = before;
}

/// Whether the test uses the device. On a machine with a GPU, LibTorch would take the simulated
/// device for its only one.
std::atomic<bool> is_used = false;

struct MTIAHooks : at::MTIAHooksInterface {
  template <class... Arguments>  // differ between versions of LibTorch
  explicit MTIAHooks(const Arguments&...) {}
  bool hasMTIA() const override { return is_used; }
  bool isAvailable() const override { return true; }
  bool isBuilt() const override { return true; }
  bool hasPrimaryContext(c10::DeviceIndex) const override { return true; }
  c10::DeviceIndex deviceCount() const override { return 1; }
  const at::Generator& getDefaultGenerator(c10::DeviceIndex) const override {  // only to be seeded
    static const at::Generator unused = at::detail::createCPUGenerator();
    return unused;
  }
  bool isPinnedPtr(const void* data) const override { return PinnedMemory::has(data); }
  at::Allocator* getPinnedMemoryAllocator() const override {
    static PinnedMemory memory;
    return &memory;
  }
};

}  // namespace

C10_REGISTER_GUARD_IMPL(MTIA, c10::impl::FakeGuardImpl<kType>)

torch::Device guarded_device() {
  is_used = true;
  return kDevice;
}

DeviceTrace::DeviceTrace() {
  const std::lock_guard lock(record_mutex);
  recorded = {.is_on = true, .waits = 0, .unpinned = 0, .operations = {}};
}

DeviceTrace::~DeviceTrace() {
  const std::lock_guard lock(record_mutex);
  recorded.is_on = false;
}

int64_t DeviceTrace::waits() const {
  const std::lock_guard lock(record_mutex);
  return recorded.waits;
}

int64_t DeviceTrace::unpinned_copies() const {
  const std::lock_guard lock(record_mutex);
  return recorded.unpinned;
}

std::map<std::string, int64_t> DeviceTrace::operations() const {
  const std::lock_guard lock(record_mutex);
  return recorded.operations;
}

}  // namespace dragoman

// Registrations, which run before main.

namespace {
dragoman::HiddenMemory hidden_memory;
}  // namespace

namespace c10 {
REGISTER_ALLOCATOR(kMTIA, &hidden_memory)
}  // namespace c10

namespace at {
using dragoman::MTIAHooks;
REGISTER_MTIA_HOOKS(MTIAHooks)
}  // namespace at

TORCH_LIBRARY_IMPL(_, MTIA, library) {
  library.fallback(torch::CppFunction::makeFromBoxedFunction<&dragoman::compute_on_cpu>());
}

TORCH_LIBRARY_IMPL(aten, MTIA, library) {
  library.impl("empty.memory_format", dragoman::make_empty);
  library.impl("empty_strided", dragoman::make_empty_strided);
  library.impl("_copy_from", dragoman::copy_from);
  library.impl("resize_", dragoman::make_room);
  library.impl("_copy_from_and_resize", dragoman::copy_from_and_resize);
  library.impl("_local_scalar_dense", dragoman::read_scalar);
  library.impl("as_strided", at::native::as_strided_tensorimpl);
  library.impl("view", at::native::view);
  library.impl("unfold", at::native::unfold);
  library.impl("_reshape_alias", at::native::_reshape_alias);
}

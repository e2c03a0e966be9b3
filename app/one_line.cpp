#include <c10/util/Exception.h>

#include <new>

#include "app/commands.h"

namespace dragoman {
namespace {

/// LibTorch has an exception of its own for this on CUDA, but none for the processor's memory.
bool is_out_of_memory(const std::exception& error, const std::string& text) {
  return dynamic_cast<const std::bad_alloc*>(&error) ||
         dynamic_cast<const c10::OutOfMemoryError*>(&error) ||
         text.find("DefaultCPUAllocator: ") != std::string::npos;
}

}  // namespace

std::string one_line(const std::exception& error) {
  const auto* torch_error = dynamic_cast<const c10::Error*>(&error);
  std::string text = torch_error ? torch_error->what_without_backtrace() : error.what();
  text = text.substr(0, text.find('\n'));
  if (!is_out_of_memory(error, text)) return text;
  return "out of memory: smaller batches need less (to train, set train.batch_tokens, or "
         "train.fit_memory which chooses it; to translate, set search.batch_tokens) [" +
         text + "]";
}

}  // namespace dragoman

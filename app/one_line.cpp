#include <filesystem>
#include <new>

#include "app/commands.h"
#include "io/folder.h"

namespace dragoman {
namespace {

/// LibTorch reports it in the message only.
bool is_out_of_memory(const std::exception& error, const std::string& text) {
  return dynamic_cast<const std::bad_alloc*>(&error) != nullptr ||
         text.find("CUDA out of memory") != std::string::npos ||
         text.find("DefaultCPUAllocator: ") != std::string::npos;
}

}  // namespace

std::string one_line(const std::exception& error) {
  if (const auto* of_file = dynamic_cast<const std::filesystem::filesystem_error*>(&error))
    return message_of(*of_file);
  std::string text = error.what();
  text = text.substr(0, text.find('\n'));
  if (!is_out_of_memory(error, text)) return text;
  return "out of memory [" + text +
         "]: smaller batches need less; to train, --set train.parts=16 (or more), or "
         "train.fit_memory, which finds how many; to translate, --batch-tokens 512";
}

}  // namespace dragoman

#include <filesystem>
#include <new>
#include <system_error>

#include "app/commands.h"
#include "io/folder.h"
#include "threads/run_in_threads.h"

namespace dragoman {
namespace {

/// LibTorch reports it in the message only.
bool is_out_of_memory(const std::exception& error, const std::string& text) {
  return dynamic_cast<const std::bad_alloc*>(&error) != nullptr ||
         text.find("CUDA out of memory") != std::string::npos ||
         text.find("DefaultCPUAllocator: ") != std::string::npos;
}

/// Returns what makes the command need less memory; "" if it has no setting for that.
std::string memory_advice(const std::string& command) {
  if (command == "train") {
    return ": smaller batches need less: --set train.parts=16 (or more), or train.fit_memory, "
           "which finds how many";
  }
  for (const char* translates : {"translate", "score", "evaluate", "complete"}) {
    if (command == translates) return ": to translate, --batch-tokens 512 needs less";
  }
  return "";
}

}  // namespace

std::string one_line(const std::exception& error, const std::string& command) {
  if (const auto* of_file = dynamic_cast<const std::filesystem::filesystem_error*>(&error))
    return message_of(*of_file);
  const auto* of_system = dynamic_cast<const std::system_error*>(&error);
  if (of_system != nullptr && of_system->code() == std::errc::resource_unavailable_try_again)
    return message_without_thread(*of_system);
  std::string text = error.what();
  text = text.substr(0, text.find('\n'));
  if (!is_out_of_memory(error, text)) return text;
  return "out of memory [" + text + "]" + memory_advice(command);
}

}  // namespace dragoman

#include "io/event_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>

#include "io/event_message.h"
#include "io/folder.h"
#include "io/host_name.h"

namespace dragoman {
namespace {

constexpr std::string_view kPrefix = "events.out.tfevents.";

double now_in_seconds() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// Returns the second in the name of an event file; 0 for other files.
int64_t second_in(std::string_view name) {
  if (!name.starts_with(kPrefix)) return 0;
  name.remove_prefix(kPrefix.size());
  int64_t second = 0;
  std::from_chars(name.data(), name.data() + name.size(), second);
  return second;
}

/// Returns the current second, or the one after the newest event file's if that is later. A run may
/// be resumed within a second, or after the clock was set back.
int64_t second_for_new_file(const std::string& folder) {
  auto second = static_cast<int64_t>(now_in_seconds());
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    second = std::max(second, second_in(entry.path().filename().string()) + 1);
  }
  return second;
}

}  // namespace

EventFile::EventFile(const std::string& folder, int64_t first_step) {
  make_folder(folder);
  path_ = fmt::format("{}/{}{:010}.{}.{}", folder, kPrefix, second_for_new_file(folder),
                      host_name(), ::getpid());
  file_ =
      Descriptor(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666));
  if (file_.get() < 0) throw_file_error("write", "'" + path_ + "'");
  try {
    write_record(version_event(now_in_seconds()));
    // TensorBoard also drops events of the start's own step. The event of `first_step` itself must
    // stay.
    write_record(start_event(now_in_seconds(), first_step + 1));
  } catch (...) {  // on a full disk, each attempt would leave a file
    ::unlink(path_.c_str());
    throw;
  }
}

void EventFile::add(int64_t step, double wall_time_seconds, Values values) {
  write_record(scalars_event(wall_time_seconds, step, values));
}

// Writes each record at once, so that a killed process leaves no partial record.
void EventFile::write_record(std::string_view event) {
  const std::string record = framed_record(event);
  if (!write_bytes(file_, record)) throw_file_error("write", "'" + path_ + "'");
}

}  // namespace dragoman

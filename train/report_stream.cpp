#include "train/report_stream.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string_view>

#include "io/atomic_file.h"
#include "io/standard_streams.h"

namespace dragoman {
namespace {

constexpr mode_t kNewFileMode = 0666;  // less the user's umask
constexpr const char* kAction = "write reports to";
constexpr std::string_view kLineStart = R"({"event":")";

std::string output_name(const std::string& path) {
  return path == "-" ? "standard output" : "'" + path + "'";
}

/// Cuts off a report that a full disk left without its end. Ends a last line of other text.
void complete_last_line(const Descriptor& file, const std::string& path) {
  struct stat status = {};
  if (::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return;
  const std::string text = read_file(path);
  const size_t num_whole = text.rfind('\n') + 1;  // 0 if there is no line end
  const std::string_view rest = std::string_view(text).substr(num_whole);
  if (rest.empty()) return;
  const bool is_report = rest.starts_with(kLineStart.substr(0, rest.size()));
  const bool is_done = is_report ? ::ftruncate(file.get(), static_cast<off_t>(num_whole)) == 0
                                 : ::write(file.get(), "\n", 1) == 1;
  if (!is_done) throw_file_error(kAction, output_name(path));
}

Descriptor open_for_appending(const std::string& path) {
  if (path == "-") return duplicate_standard_output(kAction);
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, kNewFileMode));
  if (file.get() < 0) throw_file_error(kAction, output_name(path));
  complete_last_line(file, path);
  return file;
}

short state_of(const Descriptor& file, short wanted, int time) {
  pollfd polled{.fd = file.get(), .events = wanted, .revents = 0};
  return ::poll(&polled, 1, time) > 0 ? polled.revents : short{0};
}

}  // namespace

ReportStream::ReportStream(const std::string& path, Logger log)
    : name_(output_name(path)), file_(open_for_appending(path)), log_(std::move(log)) {}

void ReportStream::write(const std::string& event, const nlohmann::ordered_json& values) {
  if (!has_reader_) return;
  nlohmann::ordered_json object{{"event", event}};
  object.update(values);
  constexpr int kOneLine = -1;
  pending_ += object.dump(kOneLine, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  write_pending();
}

bool ReportStream::has_reader() {
  if ((state_of(file_, 0, 0) & (POLLERR | POLLHUP)) != 0) has_reader_ = false;
  return has_reader_;
}

/// Continues a partly written line where the last write stopped.
void ReportStream::write_pending() {
  while (!pending_.empty()) {
    const ssize_t count = ::write(file_.get(), pending_.data(), pending_.size());
    if (count >= 0) {
      pending_.erase(0, static_cast<size_t>(count));
    } else if (errno == EAGAIN) {
      state_of(file_, POLLOUT, -1);
    } else if (errno != EINTR) {
      return handle_error();
    }
  }
  has_warned_ = false;
}

void ReportStream::handle_error() {
  if (errno == EPIPE) {
    has_reader_ = false;
  } else if (!std::exchange(has_warned_, true)) {
    log_->warn("cannot write reports to {}: {}; training goes on, and the next report tries again",
               name_, std::strerror(errno));
  }
}

}  // namespace dragoman

#include "train/log_table.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <vector>

#include "io/atomic_file.h"
#include "io/descriptor.h"
#include "io/tab_fields.h"

namespace dragoman {
namespace {

constexpr mode_t kTableMode = 0666;  // less the user's umask

/// Moves the cells of a row to the columns of another header; new columns are empty.
class ColumnMap {
 public:
  ColumnMap(const std::string& from, const std::string& to) {
    const std::vector<std::string> old = split_at_tabs(from);
    for (const std::string& name : split_at_tabs(to)) {
      const auto found = std::find(old.begin(), old.end(), name);
      sources_.push_back(static_cast<size_t>(found - old.begin()));
    }
  }

  std::string operator()(const std::string& row) const {
    const std::vector<std::string> cells = split_at_tabs(row);
    std::string mapped;
    for (const size_t source : sources_) {
      if (!mapped.empty()) mapped += '\t';
      if (source < cells.size()) mapped += cells[source];
    }
    return mapped;
  }

 private:
  std::vector<size_t> sources_;
};

/// Returns the header and the file's rows up to `update`. Throws if the file cannot be read.
std::string rows_up_to(const std::string& path, const std::string& header, int64_t update) {
  std::string kept = header + "\n";
  std::istringstream table(std::filesystem::exists(path) ? read_file(path) : "");
  std::string row;
  std::getline(table, row);
  const ColumnMap map(row, header);
  while (std::getline(table, row) && !table.eof()) {
    if (!row.empty() && std::atoll(row.c_str()) <= update) kept += map(row) + "\n";
  }
  return kept;
}

}  // namespace

LogTable::LogTable(std::string path, std::string header, int64_t update, Logger log)
    : path_(std::move(path)), header_(std::move(header)), log_(std::move(log)) {
  write_file_atomically(path_, rows_up_to(path_, header_, update));
}

void LogTable::append(const std::string& row) {
  pending_ += row + "\n";
  if (const int reason = write_pending(); reason != 0)
    log_->error("cannot write a row of {} ({}); the next row tries again", path_,
                std::generic_category().message(reason));
}

void LogTable::finish() {
  if (pending_.empty()) return;
  const int reason = write_pending();
  if (reason == 0) return;
  const auto count = std::count(pending_.begin(), pending_.end(), '\n');
  log_->error("{} lacks its last {}, which could not be written ({})", path_,
              count == 1 ? "row" : std::to_string(count) + " rows",
              std::generic_category().message(reason));
}

/// Returns 0, or the errno of the reason why rows are still pending.
int LogTable::write_pending() {
  const Descriptor table(
      ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, kTableMode));
  struct stat before = {};
  if (table.get() < 0 || ::fstat(table.get(), &before) != 0) return errno;
  const std::string header = before.st_size == 0 ? header_ + "\n" : "";  // it was moved away
  if (!write_bytes(table, header + pending_)) {
    const int reason = errno;
    (void)!::ftruncate(table.get(), before.st_size);  // removes a part of a row
    return reason;
  }
  pending_.clear();
  return 0;
}

}  // namespace dragoman

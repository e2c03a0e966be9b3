#include "train/log_table.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

#include "io/atomic_file.h"
#include "io/tab_fields.h"

namespace dragoman {
namespace {

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

/// Returns the header and the file's rows up to `update`.
std::string rows_up_to(const std::string& path, const std::string& header, int64_t update) {
  std::string kept = header + "\n";
  std::ifstream table(path);
  std::string row;
  std::getline(table, row);
  const ColumnMap map(row, header);
  while (std::getline(table, row) && !table.eof()) {
    if (!row.empty() && std::atoll(row.c_str()) <= update) kept += map(row) + "\n";
  }
  return kept;
}

}  // namespace

LogTable::LogTable(std::string path, const std::string& header, int64_t update, Logger log)
    : path_(std::move(path)), log_(std::move(log)) {
  const std::string rows = rows_up_to(path_, header, update);
  write_file_atomically(path_, rows);
  size_ = rows.size();
}

void LogTable::append(const std::string& row) {
  pending_ += row + "\n";
  errno = EIO;  // unless the stream tells more
  std::ofstream table(path_, std::ios::app | std::ios::binary);
  table << pending_ << std::flush;
  if (table) {
    size_ += pending_.size();
    pending_.clear();
    return;
  }
  log_->error("cannot write a row of {} ({}); the next row tries again", path_,
              std::generic_category().message(errno));
  table.close();
  std::error_code ignored;  // no file, nothing to truncate
  std::filesystem::resize_file(path_, size_, ignored);
}

}  // namespace dragoman

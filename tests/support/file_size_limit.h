#pragma once

#include <sys/resource.h>

#include <csignal>

/// Limits the size of files to `num_bytes` while it lives. Simulates a full disk, for any user.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t num_bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &saved_);
    const rlimit limit = {num_bytes, saved_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &saved_); }

 private:
  rlimit saved_ = {};
};

#pragma once

#include <future>
#include <memory>

#include "serve/batcher.h"

namespace dragoman {

/// Keeps a worker busy until it is let go.
class HeldWorker {
 public:
  explicit HeldWorker(Batcher& batcher) {
    std::future<void> begins = begins_.get_future();
    done_ = batcher.submit_work(
        [this] {
          begins_.set_value();
          ends_.get_future().wait();
        },
        nullptr);
    begins.wait();
  }
  ~HeldWorker() { let_go(); }
  HeldWorker(const HeldWorker&) = delete;
  HeldWorker& operator=(const HeldWorker&) = delete;

  void let_go() {
    if (!done_.valid()) return;
    ends_.set_value();
    done_.get();
  }

 private:
  std::promise<void> begins_;
  std::promise<void> ends_;
  std::future<void> done_;
};

}  // namespace dragoman

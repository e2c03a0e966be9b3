#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "serve/wake_event.h"

namespace dragoman {

/// The server's end of a connection. No call blocks longer than it is told to.
class ClientSocket {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kLingerTime{1};
  enum class Input { kReady, kEnded, kTimeout, kWoken };

  /// Takes over an open socket; it is closed at the end.
  explicit ClientSocket(int descriptor) : descriptor_(descriptor) {}
  ~ClientSocket();
  ClientSocket(const ClientSocket&) = delete;
  ClientSocket& operator=(const ClientSocket&) = delete;

  int descriptor() const { return descriptor_; }
  /// Waits until there is something to read, if only the input's end. Never gives kEnded.
  Input wait(Clock::time_point until, const WakeEvent& event) const;
  /// Appends what comes first to `buffer`. kEnded: the client will send no more.
  Input receive(std::string& buffer, Clock::time_point until, const WakeEvent& event) const;
  /// False if the client is gone, or if it took nothing for the time of `patience`.
  bool send(std::string_view data, std::chrono::milliseconds patience) const;

  /// True if the connection is broken: neither end can send any more.
  bool is_broken() const;
  /// True if the client has closed its sending side; it may still read.
  bool is_half_closed() const;
  /// Tells the client that nothing more will come.
  void end_output() const;
  /// Drops what has come in, without waiting. True once the client has closed its end.
  bool drop_input() const;
  /// Ends the output, and drops input until the client closes too, for kLingerTime at most. A
  /// socket that is closed while input comes in resets the connection: the client might lose the
  /// response.
  void linger(const WakeEvent& event) const;

 private:
  short poll_now(short events) const;

  int descriptor_;
};

}  // namespace dragoman

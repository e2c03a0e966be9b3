#pragma once

#include <stdexcept>
#include <string>

namespace dragoman {

/// An error response: an HTTP status, a code for programs and a message for people.
class ApiError : public std::runtime_error {
 public:
  ApiError(int status, std::string code, const std::string& message, int retry_after = 0)
      : std::runtime_error(message),
        status_(status),
        code_(std::move(code)),
        retry_after_(retry_after) {}

  int status() const { return status_; }
  const std::string& code() const { return code_; }
  int retry_after() const { return retry_after_; }  // seconds; 0: a retry will not help

 private:
  int status_;
  std::string code_;
  int retry_after_;
};

constexpr int kClientIsGone = 499;  // the status in nginx's log

/// The error of requests while the service stops.
inline ApiError service_stops() { return {503, "unavailable", "the service is stopping", 1}; }

}  // namespace dragoman

#pragma once

#include <memory>
#include <mutex>
#include <string>

namespace boost::asio::ssl {
class context;
}

namespace dragoman {

/// A TLS certificate and its private key, in PEM files. Thread-safe.
class Certificate {
 public:
  using Context = std::shared_ptr<boost::asio::ssl::context>;

  /// `certificate`: a file with the certificate, followed by those of its issuers. Throws
  /// std::runtime_error if a file is unreadable or invalid, or if key and certificate do not match.
  Certificate(std::string certificate, std::string key);

  /// The TLS context for new connections.
  Context context() const;
  /// Reads both files again. Throws like the constructor, and then keeps the old certificate.
  void reload();

 private:
  std::string certificate_;
  std::string key_;
  mutable std::mutex mutex_;
  Context context_;
};

}  // namespace dragoman

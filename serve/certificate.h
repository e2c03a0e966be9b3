#pragma once

#include <memory>
#include <mutex>
#include <string>

namespace boost::asio::ssl {
class context;
}

namespace dragoman {

/// What a service proves itself by: a certificate and its key, as OpenSSL reads them (PEM). May be
/// used by several threads at once.
class Certificate {
 public:
  using Context = std::shared_ptr<boost::asio::ssl::context>;

  /// `certificate` has those of its issuers behind it. Throws std::runtime_error if a file cannot
  /// be read, is none, or does not belong to the other.
  Certificate(std::string certificate, std::string key);

  /// For new connections.
  Context context() const;
  /// Reads both files again. Throws as the constructor, and then all stays as it was.
  void reload();

 private:
  std::string certificate_;
  std::string key_;
  mutable std::mutex mutex_;
  Context context_;
};

}  // namespace dragoman

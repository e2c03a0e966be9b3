#include "serve/certificate.h"

#include <boost/asio/ssl/context.hpp>
#include <stdexcept>

#include "io/text_file.h"

namespace dragoman {
namespace {

using boost::asio::ssl::context;

Certificate::Context read_context(const std::string& certificate, const std::string& key) {
  const auto tls = std::make_shared<context>(context::tls_server);
  tls->set_options(context::default_workarounds | context::no_tlsv1 | context::no_tlsv1_1 |
                   context::no_compression);
  SSL_CTX_set_mode(tls->native_handle(),
                   SSL_MODE_RELEASE_BUFFERS);  // frees the buffers of idle connections
  // Without this, OpenSSL would ask for the password on the terminal.
  tls->set_password_callback([](size_t, context::password_purpose) { return ""; });
  for (const std::string& file : {certificate, key})
    read_lines(file);  // throws if it cannot be read
  boost::system::error_code error;
  tls->use_certificate_chain_file(certificate, error);
  if (error)
    throw std::runtime_error(certificate + " is no certificate in PEM: " + error.message());
  tls->use_private_key_file(key, context::pem, error);
  if (error && std::string(error.message()).find("mismatch") == std::string::npos)
    throw std::runtime_error(key + " is no key in PEM without a password: " + error.message());
  if (error || SSL_CTX_check_private_key(tls->native_handle()) != 1)
    throw std::runtime_error(key + " is not the key of the certificate " + certificate);
  return tls;
}

}  // namespace

Certificate::Certificate(std::string certificate, std::string key)
    : certificate_(std::move(certificate)),
      key_(std::move(key)),
      context_(read_context(certificate_, key_)) {}

Certificate::Context Certificate::context() const {
  const std::lock_guard lock(mutex_);
  return context_;
}

void Certificate::reload() {
  Context renewed = read_context(certificate_, key_);
  const std::lock_guard lock(mutex_);
  context_.swap(renewed);
}

}  // namespace dragoman

#pragma once

#include <cstdint>
#include <string>

#include "io/settings.h"

namespace dragoman {

#define DRAGOMAN_SERVICE_SETTINGS(FIELD)                                                           \
  FIELD(std::string, host, "127.0.0.1", any_value(),                                               \
        "Address to listen on; 0.0.0.0 takes requests from other machines.")                       \
  FIELD(int64_t, port, 8080, between(0, 65535), "Port to listen on; 0: any that is free.")         \
  FIELD(std::string, listen, "", any_value(), "unix:PATH: listen on a Unix socket instead.")       \
  FIELD(std::string, certificate, "", any_value(),                                                 \
        "File with the TLS certificate and those of its issuers, PEM.")                            \
  FIELD(std::string, key, "", any_value(), "File of the certificate's private key, PEM.")          \
  FIELD(double, max_wait_ms, 2.0, between(0, 1000),                                                \
        "Milliseconds that a sentence waits for others to share its batch.")                       \
  FIELD(int64_t, max_batch, 64, between(1, 100000), "Maximum number of sentences in a batch.")     \
  FIELD(int64_t, max_queue, 2000, between(1, 10000000),                                            \
        "Maximum number of waiting sentences; a request that finds no room gets status 429, one "  \
        "with more sentences 413.")                                                                \
  FIELD(double, timeout, 30.0, between(0.01, 86400),                                               \
        "Seconds a request may take; then it gets status 504, and its work stops.")                \
  FIELD(int64_t, max_body, 1 << 20, between(100, 1 << 30), "Maximum bytes of a request's body.")   \
  FIELD(int64_t, max_text, 20000, between(1, 100000000),                                           \
        "Maximum characters of a request's texts.")                                                \
  FIELD(int64_t, max_beam, 100, between(1, 1000),                                                  \
        "Largest beam, and most samples, that a request may ask for.")                             \
  FIELD(int64_t, max_connections, 10000, between(1, 1000000),                                      \
        "Maximum number of connections; others get status 503.")                                   \
  FIELD(double, read_timeout, 10.0, between(0.1, 3600),                                            \
        "Seconds a client has to send a whole request, and between two requests.")                 \
  FIELD(std::string, api_keys, "", any_value(),                                                    \
        "File of keys, one a line; requests must then carry one (Authorization: Bearer KEY).")     \
  FIELD(std::string, cors, "", any_value(),                                                        \
        "Origin whose pages may call the service from a browser, as https://example.org, or *.")   \
  FIELD(std::vector<std::string>, terminology, {}, any_value(),                                    \
        "Prescribed translations of terms: MODEL=FILE, or FILE for the first model, with a term, " \
        "a tab and its translation on each line. May be repeated.")                                \
  FIELD(bool, log_texts, false, any_value(), "Write texts and translations into the log, too.")    \
  FIELD(std::string, run, "", any_value(), "Folder of a training run that the page follows.")

/// How models are served.
struct ServiceSettings {
  DRAGOMAN_FIELDS(DRAGOMAN_SERVICE_SETTINGS)
};

}  // namespace dragoman

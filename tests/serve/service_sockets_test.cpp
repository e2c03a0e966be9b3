#include <arpa/inet.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <memory>

#include "pem_files.h"
#include "raw_client.h"
#include "running_service.h"
#include "serve/certificate.h"
#include "serve/listener.h"
#include "serve/probe.h"
#include "written_file.h"

using namespace dragoman;

namespace {

ServiceSettings settings_with_tls(const PemFiles& files) {
  ServiceSettings settings = quick_settings();
  settings.certificate = files.certificate;
  settings.key = files.key;
  return settings;
}

struct TlsClient : httplib::SSLClient {
  explicit TlsClient(int port) : SSLClient("127.0.0.1", port) {
    enable_server_certificate_verification(false);
  }
};

ServiceSettings settings_for_unix(const std::string& path) {
  ServiceSettings settings = quick_settings();
  settings.listen = "unix:" + path;
  return settings;
}

std::string failure_of_service(const ServiceSettings& settings) {
  try {
    const RunningService running(settings);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

/// Exit status of a process that finds the sockets which systemd passes.
int status_with_passed_socket(int socket) {
  const pid_t child = ::fork();
  if (child != 0) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return WEXITSTATUS(status);
  }
  if (socket < 0) ::close(3);
  ::dup2(socket, 3);
  ::setenv("LISTEN_PID", std::to_string(::getpid()).c_str(), 1);
  ::setenv("LISTEN_FDS", "1", 1);
  int failures = 3;
  try {
    Listener listener("", "127.0.0.1", 1);
    const auto sockets = listener.listen();
    const bool is_passed_one = sockets.size() == 1 && sockets.front().get() == 3;
    failures = !is_passed_one + (std::getenv("LISTEN_PID") != nullptr);
  } catch (const std::exception&) {
  }
  ::_exit(failures);
}

}  // namespace

TEST_CASE("a service with a certificate speaks TLS, and only that") {
  const TemporaryFolder folder;
  const PemFiles files(folder);
  ServiceSettings settings = settings_with_tls(files);
  RunningService running(settings);
  settings.port = running.service().port();
  CHECK_THAT(running.service().address(), Catch::Matchers::StartsWith("https://127.0.0.1:"));
  TlsClient client(running.service().port());
  client.set_keep_alive(true);
  for (int i = 0; i < 3; ++i) {
    const auto result = client.Post("/v1/translate", R"({"text": "abcd"})", "application/json");
    REQUIRE(result);
    CHECK(result->status == 200);
  }
  const auto page = client.Get("/");
  REQUIRE(page);
  CHECK(page->body.size() > 1000);
  Json stream = {{"text", "abcd. Efgh."}, {"stream", true}};
  const auto streamed = client.Post("/v1/translate", stream.dump(), "application/json");
  REQUIRE(streamed);
  CHECK_THAT(streamed->body, ContainsSubstring("event: done"));
  CHECK_NOTHROW(probe_service(settings, 0));
  CHECK_FALSE(running.client().Get("/healthz"));  // without TLS
  settings.certificate = "";
  CHECK_THROWS_WITH(probe_service(settings, 0), ContainsSubstring("does not answer") &&
                                                    ContainsSubstring("name its --certificate"));
  const RawClient silent(running.service().port());  // a handshake that never comes
  running.service().drain();
}

TEST_CASE("a service takes a renewed certificate without an end, and keeps a good one") {
  const TemporaryFolder folder;
  const PemFiles files(folder);
  const ServiceSettings settings = settings_with_tls(files);
  RunningService running(settings);
  const PemFiles renewed(folder);
  CHECK(running.service().reload());
  CHECK(TlsClient(running.service().port()).Get("/healthz"));
  written_file(files.key, "no key");
  CHECK_FALSE(running.service().reload());
  CHECK(TlsClient(running.service().port()).Get("/healthz"));
  CHECK_THAT(running.log_text(), ContainsSubstring("the certificate stays as it was"));
}

TEST_CASE("a wrong certificate or key is an error at the start") {
  const TemporaryFolder folder;
  const PemFiles files(folder), others(folder, "other-");
  const auto failure = [](const std::string& certificate, const std::string& key) {
    try {
      const Certificate read(certificate, key);
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(failure(files.certificate, files.key).empty());
  CHECK_THAT(failure(files.certificate, others.key), ContainsSubstring("is not the key of"));
  CHECK_THAT(failure(files.key, files.key), ContainsSubstring("is no certificate in PEM"));
  CHECK_THAT(failure(files.certificate, files.certificate), ContainsSubstring("is no key in PEM"));
  CHECK_THAT(failure(folder / "none", files.key), ContainsSubstring("none"));
  ServiceSettings settings = quick_settings();
  settings.certificate = files.certificate;
  CHECK_THAT(failure_of_service(settings), ContainsSubstring("both --certificate and --key"));
}

TEST_CASE("a service listens on a Unix socket, which goes with it") {
  const TemporaryFolder folder;
  const std::string path = folder / "socket";
  const ServiceSettings settings = settings_for_unix(path);
  {
    const RunningService running(settings);
    httplib::Client client(path);
    client.set_address_family(AF_UNIX);
    const auto result = client.Post("/v1/translate", R"({"text": "abcd"})", "application/json");
    REQUIRE(result);
    CHECK(result->status == 200);
    CHECK(eventually(
        [&] { return running.log_text().find(R"("client":"unix")") != std::string::npos; }));
    CHECK_NOTHROW(probe_service(settings, 0));
    CHECK_THAT(failure_of_service(settings), ContainsSubstring("another program listens there"));
  }
  CHECK_FALSE(std::filesystem::exists(path));
  CHECK_THROWS_WITH(probe_service(settings, 0), ContainsSubstring("no service listens at unix:"));
}

TEST_CASE("an empty host is refused, and is not all addresses") {
  ServiceSettings settings = quick_settings();
  settings.host = "";
  CHECK_THAT(failure_of_service(settings), ContainsSubstring("--host is empty"));
}

TEST_CASE("a Unix socket takes the place of a dead one, and of nothing else") {
  const TemporaryFolder folder;
  const std::string path = folder / "socket";
  const ServiceSettings settings = settings_for_unix(path);
  {
    Listener killed(settings.listen, "", 0);
    killed.listen();
    std::filesystem::create_hard_link(path, folder / "left");
  }
  std::filesystem::rename(folder / "left", path);
  CHECK(failure_of_service(settings).empty());
  written_file(path, "precious");
  CHECK_THAT(failure_of_service(settings), ContainsSubstring("is no socket"));
  CHECK(std::filesystem::file_size(path) == 8);
  CHECK_THAT(failure_of_service(settings_for_unix(std::string(200, 'a'))),
             ContainsSubstring("must have 1 to 107 bytes"));
  CHECK_THAT(failure_of_service(settings_for_unix(folder / "no/socket")),
             ContainsSubstring("No such file"));
  ServiceSettings odd = quick_settings();
  odd.listen = "tcp:1";
  CHECK_THAT(failure_of_service(odd), ContainsSubstring("--listen must be unix:PATH"));
}

TEST_CASE("a Unix socket that has taken the place of a service's own stays") {
  const TemporaryFolder folder;
  const std::string path = folder / "socket";
  auto first = std::make_unique<Listener>("unix:" + path, "", 0);
  std::filesystem::rename(path, folder / "old");
  auto second = std::make_unique<Listener>("unix:" + path, "", 0);
  first.reset();
  CHECK(std::filesystem::exists(path));
  second.reset();
  CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("a service takes the socket that it is passed") {
  Listener passed("", "127.0.0.1", 0);
  const std::vector<Descriptor> sockets = passed.listen();
  CHECK(status_with_passed_socket(sockets.front().get()) == 0);
  CHECK(status_with_passed_socket(-1) == 3);  // there is none
}

TEST_CASE(
    "addresses that cannot be had, and too few descriptors, are told before models are opened") {
  const auto failure = [](const ServiceSettings& settings) {
    try {
      const Service service(settings, {"no such folder"}, {}, make_null_logger());
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const RunningService first;
  ServiceSettings settings = quick_settings();
  settings.port = first.service().port();
  CHECK_THAT(failure(settings), ContainsSubstring("Address already in use"));
  settings.host = "192.0.2.1";
  CHECK_THAT(failure(settings), ContainsSubstring("cannot listen on 192.0.2.1:"));
  settings.host = "no such host";
  CHECK_THAT(failure(settings), ContainsSubstring("cannot listen on no such host:"));
  settings.host = "[::1]";
  CHECK_THAT(failure(settings), ContainsSubstring("--host [::1]: leave out the brackets"));
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  settings = quick_settings();
  settings.max_connections = static_cast<int64_t>(limit.rlim_max);
  if (limit.rlim_max < 1000000)
    CHECK_THAT(failure(settings), ContainsSubstring("(ulimit -n), or name fewer connections"));
}

TEST_CASE("a service on every address of version 6 tells a whole URL") {
  ServiceSettings settings = quick_settings();
  settings.host = "::1";
  try {
    const RunningService running(settings);
    CHECK_THAT(running.service().address(), Catch::Matchers::StartsWith("http://[::1]:"));
  } catch (const std::runtime_error&) {
    WARN("this machine has no IPv6");
  }
}

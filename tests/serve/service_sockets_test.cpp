#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
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

std::unique_ptr<httplib::SSLClient> tls_client(int port) {
  auto client = std::make_unique<httplib::SSLClient>("127.0.0.1", port);
  client->enable_server_certificate_verification(false);
  return client;
}

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

/// What the listener of a process says that finds `sockets` passed, as systemd does.
std::string said_of_passed(std::vector<int> sockets) {
  const TemporaryFolder folder;
  const pid_t child = ::fork();
  if (child != 0) {
    ::waitpid(child, nullptr, 0);
    std::ifstream file(folder / "said");
    return std::string(std::istreambuf_iterator<char>(file), {});
  }
  for (int& socket : sockets) socket = ::fcntl(socket, F_DUPFD, 100);
  for (size_t i = 0; i < sockets.size(); ++i) ::dup2(sockets[i], 3 + static_cast<int>(i));
  ::setenv("LISTEN_PID", std::to_string(::getpid()).c_str(), 1);
  ::setenv("LISTEN_FDS", std::to_string(sockets.size()).c_str(), 1);
  std::string said;
  try {
    Listener listener("", "127.0.0.1", 1);
    listener.listen();
    for (const std::string& address : listener.addresses()) said += address + " ";
    said += std::getenv("LISTEN_PID") == nullptr ? "" : "for programs started by this one, too";
  } catch (const std::exception& error) {
    said = error.what();
  }
  written_file(folder / "said", said);
  ::_exit(0);
}

}  // namespace

TEST_CASE("a service with a certificate speaks TLS, and only that") {
  const TemporaryFolder folder;
  const PemFiles files(folder);
  ServiceSettings settings = settings_with_tls(files);
  RunningService running(settings);
  settings.port = running.service().port();
  CHECK_THAT(running.service().address(), Catch::Matchers::StartsWith("https://127.0.0.1:"));
  const auto client = tls_client(running.service().port());
  client->set_keep_alive(true);
  for (int i = 0; i < 3; ++i) {
    const auto result = client->Post("/v1/translate", R"({"text": "abcd"})", "application/json");
    REQUIRE(result);
    CHECK(result->status == 200);
  }
  const auto page = client->Get("/");
  REQUIRE(page);
  CHECK(page->body.size() > 1000);
  Json stream = {{"text", "abcd. Efgh."}, {"stream", true}};
  const auto streamed = client->Post("/v1/translate", stream.dump(), "application/json");
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
  CHECK(tls_client(running.service().port())->Get("/healthz"));
  written_file(files.key, "no key");
  CHECK_FALSE(running.service().reload());
  CHECK(tls_client(running.service().port())->Get("/healthz"));
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

TEST_CASE("a service takes the sockets that it is passed") {
  Listener first("", "127.0.0.1", 0), second("", "127.0.0.1", 0);
  const std::string address = first.addresses().front() + " ",
                    other = second.addresses().front() + " ";
  const int socket = first.listen().front().release(), more = second.listen().front().release();
  CHECK(said_of_passed({socket}) == address);
  CHECK(said_of_passed({socket, more}) == address + other);
  ::close(socket);
  ::close(more);
}

TEST_CASE("a passed socket that cannot listen is an error that says which") {
  const Descriptor datagrams(::socket(AF_INET, SOCK_DGRAM, 0)), none(::open("/dev/null", O_RDONLY));
  CHECK_THAT(said_of_passed({datagrams.get()}),
             Catch::Matchers::StartsWith("cannot listen on the socket 0.0.0.0:0, which") &&
                 ContainsSubstring("without Accept=yes") && !ContainsSubstring("--port"));
  CHECK_THAT(said_of_passed({none.get()}), ContainsSubstring("LISTEN_FDS names no socket"));
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

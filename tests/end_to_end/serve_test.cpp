#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "catch.h"
#include "program.h"
#include "running_service.h"

namespace dragoman {
namespace {

using nlohmann::json;

const std::string kLine = "The old man sees a dog.";

/// A bash command that asks for a translation.
std::string ask_for(const std::string& body) {
  return "ask $url/v1/translate --json " + quoted(body);
}

/// A socket that listens on any free port, and is inherited by programs.
struct ListeningSocket {
  ListeningSocket() : number(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof(address);
    REQUIRE(::bind(number, any, size) == 0);
    REQUIRE(::listen(number, 10) == 0);
    REQUIRE(::getsockname(number, any, &size) == 0);
    port = ntohs(address.sin_port);
  }
  ~ListeningSocket() { ::close(number); }
  ListeningSocket(const ListeningSocket&) = delete;
  ListeningSocket& operator=(const ListeningSocket&) = delete;

  int number;
  int port = 0;
};

/// Runs bash commands while a service, asked to reload, waits for its terms to come from the pipe
/// $terms, of which descriptor 3 is the other end.
Outcome during_reload(const std::string& commands) {
  const TemporaryFolder folder;
  const std::string terms = quoted(folder / "terms");
  write_text(folder / "terms", "dog\tHund\n");
  return with_service(tiny_run() + " --terminology " + terms, "terms=" + terms + R"(
mv $terms $terms.old
mkfifo $terms
kill -HUP $pid
exec 3>$terms  # waits until the service opens its terms
)" + commands);
}

json without_time(const std::string& answer) {
  json parsed = json::parse(answer);
  parsed.erase("milliseconds");
  return parsed;
}

}  // namespace

TEST_CASE("a served translation is that of the command") {
  const std::string run = tiny_run();
  const Outcome translated = run_bash("echo '" + kLine + "' | \"$dragoman\" translate " + run);
  const Outcome served = succeeded(with_service(run, ask_for(R"({"text": ")" + kLine + "\"}")));
  INFO(served.err);
  const json answer = json::parse(served.out);
  CHECK(answer["translations"][0]["text"].get<std::string>() + "\n" == translated.out);
  CHECK(answer["model"] == "run");
}

TEST_CASE("a stream ends with the answer that comes at once") {
  const std::string request = R"({"text": ")" + kLine + R"(", "stream": )";
  const Outcome outcome = with_service(
      tiny_run(), ask_for(request + "false}") + "; echo; " + ask_for(request + "true}"));
  INFO(outcome.out << outcome.err);
  REQUIRE(outcome.status == 0);
  CHECK_THAT(outcome.out, ContainsSubstring("event: partial\ndata: {"));
  const std::string mark = "event: done\ndata: ";
  REQUIRE(outcome.out.find(mark) != std::string::npos);
  const size_t begin = outcome.out.find(mark) + mark.size();
  const size_t end = outcome.out.find('\n', begin);
  CHECK(without_time(outcome.out.substr(begin, end - begin)) ==
        without_time(outcome.out.substr(0, outcome.out.find('\n'))));
}

TEST_CASE("texts are in the log only if that is asked for") {
  const std::string ask = ask_for(R"({"text": "A secret dog."})") + " >/dev/null";
  const std::string run = tiny_run();
  const Outcome silent = succeeded(with_service(run, ask)),
                open = with_service(run + " --log-texts", ask);
  CHECK_THAT(silent.err, ContainsSubstring("/v1/translate") && !ContainsSubstring("secret"));
  CHECK_THAT(open.err, ContainsSubstring("A secret dog."));
}

TEST_CASE("where keys are asked for, requests without one are refused") {
  const TemporaryFolder folder;
  write_text(folder / "keys", "first-key\nsecond-key\n");
  const Outcome outcome = with_service(
      tiny_run() + " --api-keys " + quoted(folder / "keys"),
      R"(status() { curl --silent --output /dev/null --write-out '%{http_code} ' "$@"; }
for path in /v1/models /metrics /healthz /readyz /openapi.json /; do status $url$path; done
for key in first-key second-key first-ke ''; do
  status $url/v1/models --header "Authorization: Bearer $key"
done)");
  INFO(outcome.err);
  CHECK(outcome.out == "401 401 200 200 200 200 200 200 401 401 ");
  CHECK_THAT(outcome.err, !ContainsSubstring("first-key"));
}

TEST_CASE("SIGTERM ends a service after the requests that run") {
  const TemporaryFolder folder;
  // Much to draw from a model that does not know when to end.
  write_text(folder / "body",
             R"({"text": ")" + std::string(400, 'a') + R"(", "options": {"samples": 100}})");
  const Outcome outcome = succeeded(with_service(
      tiny_run(), "ask $url/v1/translate --json @" + quoted(folder / "body") + R"( & asking=$!
await "ask $url/metrics | grep -q '^dragoman_busy_workers 1'"
kill -TERM $pid
await "grep -q 'stopping at signal' $log"
kill -HUP $pid
ended=yes
wait $asking)"));
  INFO(outcome.err);
  CHECK(json::parse(outcome.out).contains("translations"));
}

TEST_CASE("clients of a socket that is passed wait while one service ends and the next begins") {
  const TemporaryFolder folder;
  const ListeningSocket socket;
  std::string text;  // takes long
  for (int i = 0; i < 1900; ++i) text += std::string(60, 'a') + "\\n";
  write_text(folder / "body", R"({"text": ")" + text + R"(", "options": {"samples": 100}})");
  const Outcome outcome = run_bash("url=http://127.0.0.1:" + std::to_string(socket.port) +
                                   "\nlog=" + quoted(folder / "log") + R"(
serve() {
  LISTEN_PID=$BASHPID LISTEN_FDS=1 exec "$dragoman" serve --timeout 600 --max-text 1000000 "$@"
}
serve )" + tiny_run() + " 3<&" + std::to_string(socket.number) +
                                   R"( 2>$log & first=$!
curl --silent $url/v1/translate --json @)" +
                                   quoted(folder / "body") + R"( >/dev/null & asking=$!
await "curl --silent --max-time 60 $url/metrics | grep -q '^dragoman_busy_workers 1'"
kill -TERM $first
await "test ! -e /proc/$first/fd/3"
curl --silent --max-time 60 --output /dev/null --write-out '%{http_code}' $url/v1/models & waiting=$!
serve )" + tiny_run() + " 3<&" + std::to_string(socket.number) +
                                   R"( 2>>$log & second=$!
wait $waiting
kill -0 $first && echo ' while the first finishes'
await '[ $(grep -c "listening on" $log) = 2 ]'
kill -TERM $first $second
wait $second
status=$?
wait $first $asking
cat $log >&2
exit $status)");
  INFO(outcome.err);
  CHECK(outcome.out == "200 while the first finishes\n");
  CHECK(outcome.status == 0);
}

TEST_CASE("SIGTERM ends a service at once while it opens models and terms") {
  const TemporaryFolder folder;
  const Outcome outcome = run_bash("terms=" + quoted(folder / "terms") + R"(
mkfifo $terms
"$dragoman" serve )" + tiny_run() +
                                   R"( --terminology $terms --port 0 & pid=$!
exec 3>$terms  # waits until the service opens its terms
kill -TERM $pid
await '! kill -0 $pid 2>/dev/null'
exec 3>&-
wait $pid)");
  INFO(outcome.err);
  CHECK(outcome.status == 128 + 15);
}

TEST_CASE("SIGTERM is heard although two reloads are asked for, and the second ends the service") {
  const Outcome outcome = during_reload(R"(
kill -HUP $pid
kill -TERM $pid
await "grep -q 'stopping at signal' $log"
kill -TERM $pid
await '! kill -0 $pid 2>/dev/null'
kill -KILL $pid 2>/dev/null
exec 3>&-
ended=yes)");
  INFO(outcome.err);
  CHECK(outcome.status == 128 + 15);
  CHECK_THAT(outcome.err, ContainsSubstring("stopping at signal 15"));
}

TEST_CASE("SIGHUP during a reload makes another one after it") {
  const Outcome outcome = during_reload(R"(
mv $terms.old $terms
kill -HUP $pid
exec 3>&-
await '[ $(grep -c "the models" $log) = 2 ]'
grep -c 'the models' $log)");
  INFO(outcome.err);
  CHECK(outcome.out == "2\n");
  CHECK(outcome.status == 0);
}

TEST_CASE("a service goes on, and ends, if nobody reads its log") {
  const TemporaryFolder folder;
  const Outcome outcome = run_bash("log=" + quoted(folder / "log") +
                                   "\nmkfifo $log\nexec 3<>$log\n\"$dragoman\" serve " +
                                   tiny_run() + R"( --port 0 2>$log & pid=$!
until [[ $line = *listening* ]]; do read -r -u 3 line || break; done
curl --silent --fail-early --max-time 60 --output /dev/null --write-out '%{http_code}\n' \
  "http://127.0.0.1:${line##*:}/healthz?[1-1000]" | grep -c 200
kill -TERM $pid
wait $pid)");
  INFO(outcome.err);
  CHECK(outcome.out == "1000\n");
  CHECK(outcome.status == 0);
}

TEST_CASE("a service that ignores SIGINT, as shells let what runs in the background, serves on") {
  const Outcome outcome =
      succeeded(with_service(tiny_run(), "kill -INT $pid; sleep 0.3; ask $url/healthz >/dev/null"));
  CHECK_THAT(outcome.err, !ContainsSubstring("signal 2"));
}

TEST_CASE(
    "SIGHUP takes over a changed model, and keeps the old one where the new cannot be opened") {
  const TemporaryFolder folder;
  const std::string run = TinyRun::get().copy_to(folder);
  const Outcome outcome = succeeded(with_service(quoted(run), "cd " + quoted(run) + R"(
beam() { ask $url/v1/models | grep -o '"beam": *[0-9]*' | grep -o '[0-9]*$'; }
beam
sed -i 's/"beam": *2/"beam": 3/' config.json
kill -HUP $pid
await '[ $(beam) = 3 ]'
beam
rm model.safetensors
kill -HUP $pid
await 'grep -q model.safetensors $log'
beam
)" + ask_for(R"({"text": "A dog."})") + " >/dev/null"));
  INFO(outcome.err);
  CHECK(outcome.out == "2\n3\n3\n");
}

TEST_CASE("a service that cannot start says why in one line") {
  const std::string run = tiny_run(), serve = "serve " + run + " ";
  const TemporaryFolder folder;
  check_error(run_program("serve " + quoted(folder.path())), 1, "not a model folder");
  check_error(run_program("serve"), 2, "RUN");
  check_error(run_program(serve + run), 2, "run");  // two of one name
  check_error(run_program(serve + "--port 70000"), 2, "port");
  check_error(run_program(serve + "--max-batch 0"), 2, "max");
  check_error(run_program(serve + "--api-keys " + quoted(folder / "none")), 1, "none");
  check_error(run_program(serve + "--run " + quoted(folder / "none")), 2, "none");
}

TEST_CASE("a port that is taken is named") {
  const std::string run = tiny_run();
  const Outcome outcome = with_service(
      run, "\"$dragoman\" serve " + run + " --port $port 2>&1; echo \"status $? port $port\"");
  INFO(outcome.out);
  const size_t at = outcome.out.find("dragoman: error: "),
               last = outcome.out.find("\nstatus 1 port ");
  REQUIRE(at != std::string::npos);
  REQUIRE(last != std::string::npos);
  const std::string error = outcome.out.substr(at, last - at);
  CHECK(count_lines(error) == 0);
  const std::string port = outcome.out.substr(last + 15, outcome.out.size() - last - 16);
  CHECK_THAT(error, ContainsSubstring(port));
}

}  // namespace dragoman

#include "app/child_process.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <string_view>

#include "io/ignored_signal.h"

namespace dragoman {
namespace {

using Strings = std::vector<std::string>;

std::vector<char*> pointers_to(Strings& strings) {
  std::vector<char*> pointers;
  for (std::string& text : strings) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Returns this process's environment. `variables` replace those of the same names.
Strings environment_with(const std::vector<std::pair<std::string, std::string>>& variables) {
  Strings all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    bool is_replaced = false;
    for (const auto& [name, value] : variables)
      is_replaced = is_replaced || text.starts_with(name + "=");
    if (!is_replaced) all.emplace_back(text);
  }
  for (const auto& [name, value] : variables) all.push_back(name + "=" + value);
  return all;
}

void write_text(const char* text) {
  (void)!::write(STDERR_FILENO, text, std::strlen(text));  // an error here cannot be reported
}

/// Resets the parent's signal handlers, as execve() does, so that a signal before it ends the
/// child.
void drop_handlers() {
  for (const int number : kEndingSignals) {
    if (is_ignored(number)) continue;
    struct sigaction action {};
    action.sa_handler = SIG_DFL;
    ::sigaction(number, &action, nullptr);
  }
}

/// Turns the child into the program. Must not take locks or allocate memory.
[[noreturn]] void become(char* const* arguments, char* const* environment, int parent,
                         const ChildRequest& request, const int* pipe_ends) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) _exit(127);  // the parent has ended
  drop_handlers();
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  if (request.rereads_stdin || request.piped) {
    const char* const input = request.rereads_stdin ? "/proc/self/fd/0" : "/dev/null";
    ::dup2(::open(input, O_RDONLY | O_CLOEXEC), STDIN_FILENO);
  }
  if (request.piped) {
    ::dup2(pipe_ends[1], STDOUT_FILENO);
    ::dup2(pipe_ends[1], STDERR_FILENO);
  }
  if (request.inherited >= 0) ::fcntl(request.inherited, F_SETFD, 0);
  ::execve(arguments[0], arguments, environment);
  write_text("dragoman: error: cannot run ");
  write_text(arguments[0]);
  write_text("\n");
  _exit(127);
}

}  // namespace

ChildProcess::ChildProcess(const ChildRequest& request) {
  Strings arguments = request.command;
  Strings environment = environment_with(request.variables);
  const std::vector<char*> argument_pointers = pointers_to(arguments);
  const std::vector<char*> environment_pointers = pointers_to(environment);
  int pipe_ends[2] = {-1, -1};
  if (request.piped && ::pipe2(pipe_ends, O_CLOEXEC) != 0)
    throw std::runtime_error(std::string("cannot make a pipe: ") + std::strerror(errno));
  const int parent = ::getpid();
  pid_ = ::fork();
  const int error = errno;
  if (pid_ == 0)
    become(argument_pointers.data(), environment_pointers.data(), parent, request, pipe_ends);
  if (request.piped) ::close(pipe_ends[1]);
  output_ = Descriptor(pipe_ends[0]);
  if (pid_ > 0) return;
  throw std::runtime_error(std::string("cannot start a process: ") + std::strerror(error) +
                           (error == EAGAIN ? "; raise the limit of processes (ulimit -u)" : ""));
}

ChildProcess::~ChildProcess() {
  if (!is_running()) return;
  send_signal(SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

void ChildProcess::send_signal(int number) const {
  if (is_running()) ::kill(pid_, number);
}

bool ChildProcess::has_ended(int& status) {
  if (!is_running() || ::waitpid(pid_, &status, WNOHANG) != pid_) return false;
  pid_ = 0;
  return true;
}

}  // namespace dragoman

#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "catch.h"
#include "train/join_processes.h"
#include "train/network.h"

// Several processes of one training run, as threads of a test.
namespace dragoman {

using Milliseconds = std::chrono::milliseconds;

inline int port_of(int socket) {
  sockaddr_storage address{};
  socklen_t length = sizeof address;
  REQUIRE(::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &length) == 0);
  return ntohs(reinterpret_cast<const sockaddr_in6&>(address).sin6_port);
}

/// Places of processes that meet at a free port.
inline std::vector<ProcessPlace> make_places(int size) {
  const int socket = listen_at(0);
  std::vector<ProcessPlace> places(static_cast<size_t>(size));
  for (int r = 0; r < size; ++r) {
    ProcessPlace& place = places[static_cast<size_t>(r)];
    place.rank = r;
    place.size = size;
    place.address = "localhost";
    place.port = port_of(socket);
  }
  places[0].listening_socket = socket;
  return places;
}

inline const JoinOptions kPatient{.to_join = Milliseconds(60000), .to_answer = Milliseconds(60000)};
inline const JoinOptions kImpatient{.to_join = Milliseconds(800), .to_answer = Milliseconds(800)};
/// For a process that nobody meets, and that so cannot be late itself.
inline const JoinOptions kInVain{.to_join = Milliseconds(200), .to_answer = Milliseconds(200)};

/// Runs `work` as each of the processes, in threads. Gives what each threw, "" where nothing.
inline std::vector<std::string> run_processes(const std::vector<ProcessPlace>& places,
                                              const std::function<void(Exchange&)>& work,
                                              const JoinOptions& options = kPatient) {
  std::vector<std::string> errors(places.size());
  std::vector<std::thread> threads;
  for (size_t i = 0; i < places.size(); ++i) {
    threads.emplace_back([&, i] {
      try {
        const std::unique_ptr<Exchange> exchange = join_processes(places[i], options);
        work(*exchange);
      } catch (const std::exception& error) {
        errors[i] = error.what();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return errors;
}

/// Runs `work` as each of `size` processes, none of which may throw.
inline void run_well(int size, const std::function<void(Exchange&)>& work) {
  for (const std::string& error : run_processes(make_places(size), work)) CHECK(error == "");
}

inline bool has_c10d() {
#ifdef DRAGOMAN_WITH_C10D
  return true;
#else
  WARN("skipped: this LibTorch has no c10d with Gloo");
  return false;
#endif
}

}  // namespace dragoman

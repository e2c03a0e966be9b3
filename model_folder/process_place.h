#pragma once

#include <functional>
#include <string>

namespace dragoman {

/// Rank of this process among those that train one model together, and their meeting point.
struct ProcessPlace {
  int rank = 0;
  int size = 1;
  int local_rank = 0;            // among the processes on this machine
  std::string address;           // of the machine on which process 0 runs
  int port = 0;                  // at which the processes meet
  bool agent_has_store = false;  // torchrun listens at the port; else process 0 does
  int attempt = 0;               // number of restarts by torchrun
  std::string job;               // name of the job, "" if unknown
  std::string interfaces;        // network interfaces, as "eth0,eth1"; "": the one to `address`
  int listening_socket = -1;     // of process 0, inherited and bound to the port; -1: none
  bool is_launched = false;      // by `dragoman train --processes`, which logs who failed
};

/// Returns the value of an environment variable, or null.
using ReadVariable = std::function<const char*(const char* name)>;

/// Reads the variables of torchrun, `dragoman train --processes`, mpirun (Open MPI, MPICH, Intel)
/// or srun. If there are none, returns one process. Throws std::invalid_argument naming the
/// variable that is missing or invalid.
ProcessPlace read_process_place(const ReadVariable& variable);

/// Returns the first host of a list in Slurm's notation: "node003" of "node[003-007,010],login".
std::string first_host(const std::string& nodes);

}  // namespace dragoman

#pragma once

#include <functional>
#include <string>

namespace dragoman {

/// Where this process stands among those that train one model together, and where they meet.
struct ProcessPlace {
  int rank = 0;
  int size = 1;
  int local_rank = 0;            // among the processes on this machine
  std::string address;           // of the machine on which process 0 runs
  int port = 0;                  // at which they meet
  bool agent_has_store = false;  // torchrun listens at the port; else process 0 does
  int attempt = 0;               // how often torchrun has started them again
  std::string job;               // what tells them from other jobs, "" if nothing does
  std::string interfaces;        // of the network, as "eth0,eth1"; "": the one towards `address`
  int listening_socket = -1;     // that process 0 inherited, already at the port; -1: none
};

/// Gives the value of a variable of the environment, or null.
using ReadVariable = std::function<const char*(const char* name)>;

/// Reads what torchrun, `dragoman train --processes`, mpirun (Open MPI, MPICH, Intel) or srun have
/// set; one process if none has. Throws std::invalid_argument naming the variable that is missing
/// or makes no sense.
ProcessPlace read_process_place(const ReadVariable& variable);

/// The first name of a list of hosts as Slurm writes it: "node[003-007,010],login" is "node003".
std::string first_host(const std::string& nodes);

}  // namespace dragoman

#include "model_folder/process_place.h"

#include <cstdint>
#include <limits>
#include <stdexcept>

#include "io/parse_number.h"

namespace dragoman {
namespace {

/// Environment variables by which a launcher tells each process its place.
struct Starter {
  const char* name;
  const char* rank;
  const char* size;
  const char* local_rank;
  const char* local_size;  // number of processes on this machine
};

constexpr Starter kTorchrun{"torchrun", "RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE"};
constexpr Starter kOpenMpi{"Open MPI's mpirun", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE",
                           "OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE"};
constexpr Starter kMpich{"mpirun", "PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS"};
/// sbatch sets SLURM_NTASKS and SLURM_PROCID for its script too, which is one process. Only srun
/// sets SLURM_STEP_NUM_TASKS.
constexpr Starter kSlurm{"srun", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID",
                         "SLURM_STEP_TASKS_PER_NODE"};

constexpr int kDefaultPort = 29500;  // PyTorch's

class Environment {
 public:
  explicit Environment(const ReadVariable& variable) : variable_(variable) {}

  /// Returns the value; "" also if the variable is not set.
  std::string text(const char* name) const {
    const char* const value = variable_(name);
    return value == nullptr ? "" : value;
  }
  bool has(const char* name) const { return !text(name).empty(); }

  int number(const char* name, int smallest, int largest) const {
    const std::string value = text(name);
    const std::optional<int> result = parse_number<int>(value);
    if (!result || *result < smallest || *result > largest) {
      throw std::invalid_argument("the environment has " + std::string(name) + "=" + value +
                                  ": it must be a number from " + std::to_string(smallest) +
                                  " to " + std::to_string(largest));
    }
    return *result;
  }
  int number_or(const char* name, int smallest, int largest, int otherwise) const {
    return has(name) ? number(name, smallest, largest) : otherwise;
  }

 private:
  const ReadVariable& variable_;
};

constexpr int kMaxProcesses = 1 << 20;
constexpr int kMaxPort = 65535;

void check_both(const Environment& environment, const Starter& starter) {
  const bool has_rank = environment.has(starter.rank);
  if (has_rank == environment.has(starter.size)) return;
  const std::string set = has_rank ? starter.rank : starter.size;
  throw std::invalid_argument("the environment has " + set + " but not " +
                              (has_rank ? starter.size : starter.rank) + ": " + starter.name +
                              " sets both; unset " + set + " to train in one process");
}

/// Returns the launcher that has set its variables; null if none has.
const Starter* find_starter(const Environment& environment) {
  for (const Starter* const starter : {&kTorchrun, &kOpenMpi, &kMpich}) {
    check_both(environment, *starter);
    if (environment.has(starter->rank)) return starter;
  }
  if (!environment.has(kSlurm.size)) return nullptr;
  check_both(environment, kSlurm);
  return &kSlurm;
}

bool all_on_this_machine(const Environment& environment, const Starter& starter, int size) {
  if (&starter == &kSlurm) return environment.text("SLURM_STEP_NUM_NODES") == "1";
  return environment.text(starter.local_size) == std::to_string(size);
}

std::string meeting_address(const Environment& environment, const Starter& starter, int size) {
  if (environment.has("MASTER_ADDR")) return environment.text("MASTER_ADDR");
  if (all_on_this_machine(environment, starter, size)) return "127.0.0.1";
  for (const char* const name : {"SLURM_STEP_NODELIST", "SLURM_JOB_NODELIST"})
    if (environment.has(name)) return first_host(environment.text(name));
  throw std::invalid_argument(
      "the environment has no MASTER_ADDR: set it to the machine of process 0, in all processes (" +
      std::string(starter.name) + " started them on several machines)");
}

/// Slurm's jobs on one machine have numbers near each other, which give them different ports.
int meeting_port(const Environment& environment) {
  if (environment.has("MASTER_PORT")) return environment.number("MASTER_PORT", 1, kMaxPort);
  if (!environment.has("SLURM_JOB_ID")) return kDefaultPort;
  constexpr int kFirstPort = 15000;
  constexpr int kNumPorts = 15000;  // below those that the system gives to clients
  const int job = environment.number("SLURM_JOB_ID", 0, std::numeric_limits<int>::max());
  return kFirstPort + job % kNumPorts;
}

std::string job_name(const Environment& environment) {
  if (environment.has("TORCHELASTIC_RUN_ID")) return environment.text("TORCHELASTIC_RUN_ID");
  if (!environment.has("SLURM_JOB_ID")) return "";
  return environment.text("SLURM_JOB_ID") + "." + environment.text("SLURM_STEP_ID");
}

}  // namespace

std::string first_host(const std::string& nodes) {
  const size_t end = nodes.find_first_of(",[");
  if (end == std::string::npos || nodes[end] == ',') return nodes.substr(0, end);
  const size_t number_end = nodes.find_first_of("-,]", end);
  const size_t closing = nodes.find(']', end);
  if (closing == std::string::npos || number_end == end + 1)
    throw std::invalid_argument("'" + nodes + "' is no list of hosts as Slurm writes it");
  const std::string host = nodes.substr(0, end) + nodes.substr(end + 1, number_end - end - 1);
  const size_t rest_end = nodes.find(',', closing);
  const std::string rest =
      nodes.substr(closing + 1, rest_end == std::string::npos ? rest_end : rest_end - closing - 1);
  return first_host(host + rest);  // what follows may have brackets too
}

ProcessPlace read_process_place(const ReadVariable& variable) {
  const Environment environment(variable);
  const Starter* const starter = find_starter(environment);
  if (starter == nullptr) return {};
  ProcessPlace place;
  place.size = environment.number(starter->size, 1, kMaxProcesses);
  place.rank = environment.number(starter->rank, 0, place.size - 1);
  place.local_rank = environment.number_or(starter->local_rank, 0, place.size - 1, 0);
  if (place.size == 1) return place;
  place.address = meeting_address(environment, *starter, place.size);
  place.port = meeting_port(environment);
  place.agent_has_store = environment.text("TORCHELASTIC_USE_AGENT_STORE") == "True";
  place.attempt = environment.number_or("TORCHELASTIC_RESTART_COUNT", 0, kMaxProcesses, 0);
  place.job = job_name(environment);
  place.interfaces = environment.text("GLOO_SOCKET_IFNAME");
  place.is_launched = environment.has("DRAGOMAN_LAUNCHED");
  if (place.rank == 0) {
    place.listening_socket =
        environment.number_or("DRAGOMAN_LISTENING_SOCKET", 3, std::numeric_limits<int>::max(), -1);
  }
  return place;
}

}  // namespace dragoman

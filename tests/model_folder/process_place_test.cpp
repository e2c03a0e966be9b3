#include "model_folder/process_place.h"

#include <map>

#include "catch.h"

using namespace dragoman;

namespace {

using Variables = std::map<std::string, std::string>;

ProcessPlace place_with(const Variables& variables) {
  return read_process_place([&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

std::string error_with(const Variables& variables) {
  try {
    place_with(variables);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no error";
}

const Variables kTorchrunVariables = {{"RANK", "5"},
                                      {"WORLD_SIZE", "8"},
                                      {"LOCAL_RANK", "1"},
                                      {"LOCAL_WORLD_SIZE", "4"},
                                      {"MASTER_ADDR", "node1"},
                                      {"MASTER_PORT", "12345"}};

const Variables kSrunVariables = {{"SLURM_PROCID", "3"},  {"SLURM_STEP_NUM_TASKS", "4"},
                                  {"SLURM_LOCALID", "1"}, {"SLURM_JOB_ID", "77"},
                                  {"SLURM_STEP_ID", "0"}, {"SLURM_STEP_NUM_NODES", "2"},
                                  {"SLURM_NTASKS", "4"},  {"SLURM_STEP_NODELIST", "node[003-004]"}};

Variables with(Variables variables, const Variables& others) {
  for (const auto& [name, value] : others) variables[name] = value;
  return variables;
}

Variables without(Variables variables, const std::string& name) {
  variables.erase(name);
  return variables;
}

}  // namespace

TEST_CASE("without variables there is one process") {
  const ProcessPlace place = place_with({});
  CHECK(place.rank == 0);
  CHECK(place.size == 1);
}

TEST_CASE("a launched process knows that it is one") {
  CHECK_FALSE(place_with(kTorchrunVariables).is_launched);
  CHECK(place_with(with(kTorchrunVariables, {{"DRAGOMAN_LAUNCHED", "1"}})).is_launched);
}

TEST_CASE("torchrun's variables give the place, and whether its agent has the store") {
  ProcessPlace place = place_with(kTorchrunVariables);
  CHECK(place.rank == 5);
  CHECK(place.size == 8);
  CHECK(place.local_rank == 1);
  CHECK(place.address == "node1");
  CHECK(place.port == 12345);
  CHECK_FALSE(place.agent_has_store);
  place = place_with(with(kTorchrunVariables, {{"TORCHELASTIC_USE_AGENT_STORE", "True"},
                                               {"TORCHELASTIC_RESTART_COUNT", "2"},
                                               {"TORCHELASTIC_RUN_ID", "run7"},
                                               {"GLOO_SOCKET_IFNAME", "eth0"}}));
  CHECK(place.agent_has_store);
  CHECK(place.attempt == 2);
  CHECK(place.job == "run7");
  CHECK(place.interfaces == "eth0");
}

TEST_CASE("mpirun's variables give the place, on this machine without an address") {
  const Variables open_mpi = {{"OMPI_COMM_WORLD_RANK", "1"},
                              {"OMPI_COMM_WORLD_SIZE", "2"},
                              {"OMPI_COMM_WORLD_LOCAL_RANK", "1"},
                              {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}};
  ProcessPlace place = place_with(open_mpi);
  CHECK(place.rank == 1);
  CHECK(place.size == 2);
  CHECK(place.local_rank == 1);
  CHECK(place.address == "127.0.0.1");
  CHECK(place.port == 29500);
  place = place_with({{"PMI_RANK", "2"},
                      {"PMI_SIZE", "3"},
                      {"MPI_LOCALRANKID", "0"},
                      {"MPI_LOCALNRANKS", "1"},
                      {"MASTER_ADDR", "head"}});
  CHECK(place.rank == 2);
  CHECK(place.size == 3);
  CHECK(place.local_rank == 0);
  CHECK(place.address == "head");
  CHECK_THAT(error_with(with(open_mpi, {{"OMPI_COMM_WORLD_LOCAL_SIZE", "1"}})),
             ContainsSubstring("no MASTER_ADDR"));
}

TEST_CASE("srun's variables give the place, the first machine and a port for the job") {
  ProcessPlace place = place_with(kSrunVariables);
  CHECK(place.rank == 3);
  CHECK(place.size == 4);
  CHECK(place.local_rank == 1);
  CHECK(place.address == "node003");
  CHECK(place.port == 15077);
  CHECK(place.job == "77.0");
  place = place_with(with(kSrunVariables, {{"SLURM_STEP_NUM_NODES", "1"}}));
  CHECK(place.address == "127.0.0.1");
  place = place_with(with(kSrunVariables, {{"MASTER_PORT", "999"}, {"MASTER_ADDR", "here"}}));
  CHECK(place.address == "here");
  CHECK(place.port == 999);
}

TEST_CASE("the script of an sbatch job is one process, and so is what it runs without srun") {
  CHECK(place_with(without(kSrunVariables, "SLURM_STEP_NUM_TASKS")).size == 1);
}

TEST_CASE("torchrun's variables come before those of what started torchrun") {
  CHECK(place_with(with(kSrunVariables, kTorchrunVariables)).rank == 5);
}

TEST_CASE("an empty variable is one that is not set") {
  CHECK(place_with({{"RANK", ""}, {"WORLD_SIZE", ""}}).size == 1);
}

TEST_CASE("variables that are missing or make no sense are named") {
  CHECK_THAT(error_with({{"RANK", "0"}}), ContainsSubstring("has RANK but not WORLD_SIZE"));
  CHECK_THAT(error_with({{"PMI_SIZE", "2"}}), ContainsSubstring("has PMI_SIZE but not PMI_RANK"));
  CHECK_THAT(error_with(without(kTorchrunVariables, "MASTER_ADDR")),
             ContainsSubstring("no MASTER_ADDR"));
  CHECK_THAT(error_with(with(kTorchrunVariables, {{"RANK", "8"}})),
             ContainsSubstring("RANK=8: it must be a number from 0 to 7"));
  CHECK_THAT(error_with(with(kTorchrunVariables, {{"RANK", "1x"}})), ContainsSubstring("RANK=1x"));
  CHECK_THAT(error_with(with(kTorchrunVariables, {{"WORLD_SIZE", "0"}})),
             ContainsSubstring("WORLD_SIZE=0"));
  CHECK_THAT(error_with(with(kTorchrunVariables, {{"MASTER_PORT", "70000"}})),
             ContainsSubstring("MASTER_PORT=70000"));
  CHECK_THAT(error_with(without(kSrunVariables, "SLURM_PROCID")),
             ContainsSubstring("SLURM_STEP_NUM_TASKS but not SLURM_PROCID"));
}

TEST_CASE("the first host of Slurm's list") {
  CHECK(first_host("login") == "login");
  CHECK(first_host("a,b") == "a");
  CHECK(first_host("node[003-007,010]") == "node003");
  CHECK(first_host("node[7]") == "node7");
  CHECK(first_host("node[12,14-15],login") == "node12");
  CHECK(first_host("rack[1-2]-node[03-09]") == "rack1-node03");
  CHECK(first_host("node[1-2].cluster,other") == "node1.cluster");
  CHECK_THROWS_AS(first_host("node[1-2"), std::invalid_argument);
  CHECK_THROWS_AS(first_host("node[]"), std::invalid_argument);
}

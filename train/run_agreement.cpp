#include "train/run_agreement.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "io/atomic_file.h"
#include "io/build_id.h"
#include "io/folder.h"
#include "io/settings_read.h"
#include "io/settings_write.h"
#include "train/own_products.h"
#include "train/provenance.h"

namespace dragoman {
namespace {

using Json = nlohmann::ordered_json;

/// Returns text such as "dragoman 0.1.0 (build 1f0c5a9be2d7), LibTorch 2.13.0".
std::string describe_program() {
  const Provenance own = current_provenance(TrainProducts::kLibtorch);
  return fmt::format("dragoman {} (build {}), LibTorch {}", own.program,
                     std::string(build_id).substr(0, 12), own.libtorch);
}

/// Throws unless all processes give the same text. `what` and `advice` complete the error.
void demand_equal(const std::vector<std::string>& given, const std::string& what,
                  const std::string& advice) {
  for (size_t process = 1; process < given.size(); ++process) {
    if (given[process] == given.front()) continue;
    throw std::invalid_argument(fmt::format("process {} {} {}, process 0 {}; {}", process, what,
                                            given[process], given.front(), advice));
  }
}

/// Returns the first difference as "train.updates 100, process 0 200"; "" if there is none.
std::string first_difference(const Json& first, const Json& other, const std::string& key) {
  if (first == other) return "";
  if (!first.is_structured() || !other.is_structured() || first.size() != other.size())
    return key + " " + other.dump() + ", process 0 " + first.dump();
  const auto flat_first = first.items();
  auto theirs = other.begin();
  for (const auto& item : flat_first) {
    const std::string inner = (key.empty() ? "" : key + ".") + item.key();
    if (const std::string found = first_difference(item.value(), *theirs, inner); !found.empty())
      return found;
    ++theirs;
  }
  return key;
}

void demand_equal_configurations(const std::vector<std::string>& given) {
  for (size_t process = 1; process < given.size(); ++process) {
    const std::string difference =
        first_difference(Json::parse(given.front()), Json::parse(given[process]), "");
    if (difference.empty()) continue;
    throw std::invalid_argument(
        fmt::format("process {} has {}; start all processes with the same configuration and --set",
                    process, difference));
  }
}

/// Throws if the tokenizer file `path` exists in the folder of a model, which would need it.
void check_no_other_model(const FolderPaths& paths, const std::string& path, int process) {
  namespace fs = std::filesystem;
  if (!fs::exists(path) || !(fs::exists(paths.config()) || fs::exists(paths.weights()))) return;
  throw std::invalid_argument(
      fmt::format("the folder {} of process {} has a model with another tokenizer than that of "
                  "process 0; rename it, or name another --out",
                  paths.folder, process));
}

}  // namespace

RunPlan agree_on_plan(const RunPlan& mine, Exchange& exchange) {
  if (exchange.size() == 1) return mine;
  demand_equal(exchange.all_gather(describe_program()), "is", "start the same program everywhere");
  demand_equal_configurations(exchange.all_gather(write_settings(mine.requested).dump()));
  RunPlan plan = mine;
  const Json first = Json::parse(exchange.broadcast(Json{
      {"config", write_settings(mine.config)},
      {"has_checkpoint", mine.has_checkpoint}}.dump()));
  read_settings(first.at("config"), plan.config, {"the first process"});
  plan.has_checkpoint = first.at("has_checkpoint");
  demand_equal(exchange.all_gather(describe(current_provenance(settle_products(plan.config)))),
               "is",
               "use one kind of processor, or set DRAGOMAN_KERNELS to a table that all have, or "
               "train.products to own");
  if (plan.config.data.train.front().is_stdin()) {
    throw std::invalid_argument(
        "data.train.0 is read from stdin, which several processes cannot share; train in one "
        "process, or from a file");
  }
  return plan;
}

void share_tokenizers(const TokenizerSettings& settings, const FolderPaths& paths,
                      Exchange& exchange) {
  if (exchange.size() == 1) return;
  std::map<std::string, std::string> files;  // path, content
  for (const std::string& path : TokenizerFiles(paths, settings).all())
    files[path] = exchange.broadcast(exchange.is_first() ? read_file(path) : "");
  if (exchange.is_first()) return;
  make_folder(paths.cache());
  // Processes of one machine share the folder. Process 0 holds the lock of its run's folder.
  const FolderLock lock(paths.cache(), FolderLock::IfHeld::kWait);
  std::erase_if(files, [](const auto& file) {
    return std::filesystem::exists(file.first) && read_file(file.first) == file.second;
  });
  for (const auto& [path, content] : files) check_no_other_model(paths, path, exchange.rank());
  for (const auto& [path, content] : files) write_file_atomically(path, content);
}

void agree_on_corpora(const TrainingData& data, Exchange& exchange) {
  std::string content;
  for (const std::string& fingerprint : data.fingerprints)
    content += (content.empty() ? "" : " ") + fingerprint;
  demand_equal(exchange.all_gather(content), "has corpora with the fingerprints",
               "give all processes the same text");
}

}  // namespace dragoman

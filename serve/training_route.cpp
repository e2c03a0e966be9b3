#include "serve/training_route.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "io/folder.h"
#include "io/parse_number.h"
#include "io/utf8.h"
#include "serve/api_error.h"
#include "serve/api_request.h"
#include "serve/api_response.h"
#include "serve/bad_request.h"
#include "serve/growing_table.h"

namespace dragoman {
namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::chrono::minutes kLongestPause{2};

bool has_changed_lately(const std::string& path) {
  std::error_code error;
  const auto changed = fs::last_write_time(path, error);
  return !error && fs::file_time_type::clock::now() - changed < kLongestPause;
}

/// Returns the number of updates in the run's configuration; 0 if it has none.
int64_t planned_updates(const std::string& run) {
  constexpr bool kThrow = false;
  std::ifstream file(run + "/config.json");
  const ordered_json config = ordered_json::parse(file, nullptr, kThrow);
  const ordered_json::json_pointer key("/train/updates");
  const bool is_there = config.is_object() && config.contains(key);
  return is_there && config[key].is_number() ? config[key].get<int64_t>() : 0;
}

int64_t parse_after(const HttpRequest& request) {
  const FormFields query = parse_url_encoded(request.query);
  const auto found = query.find("after");
  if (found == query.end()) return -1;
  const std::optional<int64_t> after = parse_number<int64_t>(found->second);
  if (!after) fail_bad_request("after must be the number of an update, as after=100");
  return *after;
}

/// Returns the sources and references of the samples in valid.tsv; empty if the run has no
/// samples.tsv.
ordered_json sample_texts(const std::string& run) {
  ordered_json texts = ordered_json::array();
  std::ifstream file(run + "/samples.tsv");
  std::string line;
  std::getline(file, line);  // skips the header
  while (std::getline(file, line)) {
    const size_t tab = std::min(line.find('\t'), line.size());
    const std::string reference = tab < line.size() ? line.substr(tab + 1) : "";
    texts.push_back({{"source", replace_invalid_utf8(line.substr(0, tab))},
                     {"reference", replace_invalid_utf8(reference)}});
  }
  return texts;
}

}  // namespace

ordered_json training_json(const std::string& run, int64_t after) {
  const std::string train = run + "/train.tsv", valid = run + "/valid.tsv";
  ordered_json json;
  json["name"] = folder_name(run);
  json["train"] = growing_table(train, after);
  json["valid"] = growing_table(valid, after);
  json["samples"] = sample_texts(run);
  json["updates"] = planned_updates(run);
  json["running"] = has_changed_lately(train) || has_changed_lately(valid);
  return json;
}

void TrainingRoute::operator()(const HttpRequest& request, HttpResponse& response) const {
  if (run_.empty())
    throw ApiError(404, "not_found", "no training run is followed: start the service with --run");
  response.go_on = [run = run_, reader = reader_,
                    after = parse_after(request)](HttpResponse& answered) {
    const std::unique_lock is_reader(*reader, std::try_to_lock);
    if (is_reader) set_json(answered, training_json(run, after));
    return is_reader.owns_lock();
  };
}

}  // namespace dragoman

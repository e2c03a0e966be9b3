#include "model_folder/former_keys.h"

#include <array>
#include <stdexcept>

#include "io/settings.h"
#include "io/settings_set.h"

namespace dragoman {
namespace {

using Json = nlohmann::ordered_json;

/// Keys of earlier versions for the size of an update and its parts, with their defaults.
#define DRAGOMAN_FORMER_SETTINGS(FIELD)                   \
  FIELD(int64_t, batch_tokens, 4096, between(1, 1e9), "") \
  FIELD(int64_t, accumulate, 1, between(1, 65536), "")    \
  FIELD(int64_t, replicas, 1, between(1, 1024), "")

struct FormerSettings {
  DRAGOMAN_FIELDS(DRAGOMAN_FORMER_SETTINGS)
};

constexpr std::array kPresentKeys{"update_tokens", "parts"};

bool is_former(const std::string& key) {
  for (const std::string& name : field_names(FormerSettings())) {
    if (key == name) return true;
  }
  return false;
}

/// Removes the former keys from section `train`, and returns them.
Json take_former(Json& train) {
  Json former = Json::object();
  for (const std::string& name : field_names(FormerSettings())) {
    if (!train.contains(name)) continue;
    former[name] = train[name];
    train.erase(name);
  }
  return former;
}

}  // namespace

std::vector<std::string> adopt_former_keys(Json& file, const std::vector<std::string>& overrides,
                                           const ReadContext& context) {
  const bool has_train = file.is_object() && file.contains("train") && file["train"].is_object();
  Json train = has_train ? file["train"] : Json::object();
  Json former = take_former(train);
  std::vector<std::string> others;
  for (const std::string& override : overrides) {
    const Assignment assignment = parse_assignment(override);
    const std::vector<std::string>& keys = assignment.keys;
    if (keys.size() == 2 && keys[0] == "train" && is_former(keys[1])) {
      former[keys[1]] = json_or_text(assignment.text);
    } else {
      others.push_back(override);
    }
  }
  if (former.empty()) return others;
  for (const char* present : kPresentKeys) {
    if (!train.contains(present)) continue;
    throw std::invalid_argument("train." + former.begin().key() +
                                " is a setting of an earlier version, but train." + present +
                                " is set as well: leave the former out, and set " +
                                "train.update_tokens and train.parts" + context.in_file());
  }
  FormerSettings settings;
  read_settings(former, settings, context.inside("train"));
  train["update_tokens"] = settings.batch_tokens * settings.accumulate;
  train["parts"] = settings.accumulate * settings.replicas;
  file["train"] = train;
  return others;
}

}  // namespace dragoman

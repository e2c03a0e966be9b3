#include "serve/model_registry.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <stdexcept>

#include "io/closest_name.h"
#include "io/escaped_text.h"
#include "io/folder.h"
#include "serve/api_error.h"

namespace dragoman {
namespace {

namespace fs = std::filesystem;

/// True for PATH, false for NAME=PATH. A path may have an equals sign, too.
bool names_path(const std::string& text) {
  const size_t equals = text.find('=');
  return equals > text.find('/') || equals == std::string::npos || fs::exists(text);
}

}  // namespace

ModelRegistry::ModelRegistry(const std::vector<std::string>& folders,
                             const std::vector<std::string>& terminology, TranslatorOptions options,
                             Logger log)
    : options_(std::move(options)), log_(std::move(log)) {
  if (folders.empty()) throw std::invalid_argument("no model folder is named");
  for (const std::string& text : folders) add(parse(text));
  for (const std::string& text : terminology) add_terminology(text);
  models_ = open_all();
}

ModelRegistry::Folder ModelRegistry::parse(const std::string& text) {
  const bool is_path = names_path(text);
  const size_t equals = text.find('=');
  Folder folder{is_path ? folder_name(text) : text.substr(0, equals),
                is_path ? text : text.substr(equals + 1)};
  if (!folder.name.empty() && !folder.path.empty()) return folder;
  throw std::invalid_argument("`" + text + "` names no model: write FOLDER, or NAME=FOLDER");
}

void ModelRegistry::add(Folder folder) {
  for (const Folder& other : folders_) {
    if (other.name != folder.name) continue;
    throw std::invalid_argument("two models would be called `" + folder.name + "`, " + other.path +
                                " and " + folder.path +
                                ": call one otherwise, as in NAME=" + folder.path);
  }
  folders_.push_back(std::move(folder));
}

void ModelRegistry::add_terminology(const std::string& text) {
  const bool is_path = names_path(text);
  const std::string name = is_path ? folders_.front().name : text.substr(0, text.find('='));
  for (Folder& folder : folders_) {
    if (folder.name != name) continue;
    if (!folder.terminology.empty()) {
      throw std::invalid_argument("the model `" + name + "` has two files of terms, " +
                                  folder.terminology + " and " + text + ": name one");
    }
    folder.terminology = is_path ? text : text.substr(name.size() + 1);
    return;
  }
  throw std::invalid_argument("--terminology " + text + " is for a model `" + name +
                              "`, which is not served");
}

ModelRegistry::Models ModelRegistry::open_all() const {
  Models models;
  for (const Folder& folder : folders_)
    models.push_back(std::make_shared<const ServedModel>(folder.name, folder.path, options_,
                                                         folder.terminology));
  return models;
}

ModelRegistry::Models ModelRegistry::all() const {
  const std::lock_guard lock(mutex_);
  return models_;
}

std::shared_ptr<const ServedModel> ModelRegistry::find(const std::string& name) const {
  const Models models = all();
  if (name.empty()) return models.front();
  std::vector<std::string> names;
  for (const auto& model : models) {
    if (model->card().name == name) return model;
    names.push_back(model->card().name);
  }
  const std::string meant = closest_name(name, names);
  throw ApiError(404, "unknown_model",
                 "there is no model " + in_backquotes(name) +
                     (meant.empty() ? "" : ", did you mean `" + meant + "`?") +
                     " (GET /v1/models lists them)");
}

std::shared_ptr<const ServedModel> ModelRegistry::find_languages(const std::string& source,
                                                                 const std::string& target) const {
  const Models models = all();
  const auto found = std::find_if(models.begin(), models.end(), [&](const auto& model) {
    const ModelCard& card = model->card();
    if (card.is_language_model || card.source_language.empty() || card.target_language.empty())
      return false;
    return (source == "auto" || source == card.source_language) && target == card.target_language;
  });
  if (found != models.end()) return *found;
  throw ApiError(400, "bad_request",
                 "no model translates from " + in_backquotes(source) + " to " +
                     in_backquotes(target) + " (GET /languages lists what there is)");
}

bool ModelRegistry::reload() {
  try {
    Models fresh = open_all();
    const std::lock_guard lock(mutex_);
    std::swap(models_, fresh);
  } catch (const std::exception& error) {
    log_->error("the models stay as they were, since they cannot be opened anew: {}", error.what());
    return false;
  }
  log_->info("the models are opened anew");
  return true;
}

}  // namespace dragoman

#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "io/log.h"
#include "serve/served_model.h"

namespace dragoman {

/// The served models, by name. A caller that holds a model can go on using it after it is replaced.
class ModelRegistry {
 public:
  using Models = std::vector<std::shared_ptr<const ServedModel>>;

  /// A folder is called by the last part of its path, or NAME if given as NAME=FOLDER (if NAME has
  /// no slash and no folder is called NAME=FOLDER). `terminology`: NAME=FILE for the model called
  /// NAME, FILE for the first model. Throws std::invalid_argument for no folder, for two models of
  /// the same name, and for two files for one model; and like ServedModel.
  ModelRegistry(const std::vector<std::string>& folders,
                const std::vector<std::string>& terminology, TranslatorOptions options, Logger log);

  /// Returns the model of that name, the first one for "". Throws ApiError (404, unknown_model).
  std::shared_ptr<const ServedModel> find(const std::string& name) const;
  /// Returns the first translator between these languages ("auto": any source). Throws ApiError
  /// (400, bad_request) if there is none.
  std::shared_ptr<const ServedModel> find_languages(const std::string& source,
                                                    const std::string& target) const;
  /// All models, in the order of the constructor's folders; never empty.
  Models all() const;
  /// Opens all folders again and replaces the models together. If one cannot be opened, logs the
  /// error, keeps the old models and returns false. Must not run in two threads at once.
  bool reload();

 private:
  struct Folder {
    std::string name;
    std::string path;
    std::string terminology = {};  // file; "": none
  };
  static Folder parse(const std::string& text);
  void add(Folder folder);
  void add_terminology(const std::string& text);
  Models open_all() const;

  std::vector<Folder> folders_;
  TranslatorOptions options_;
  Logger log_;
  mutable std::mutex mutex_;
  Models models_;
};

}  // namespace dragoman

#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "io/log.h"
#include "serve/served_model.h"

namespace dragoman {

/// The models that are served, by name. Who holds a model goes on with it while it is replaced.
class ModelRegistry {
 public:
  using Models = std::vector<std::shared_ptr<const ServedModel>>;

  /// Each folder is named by the last part of its path, or as NAME=FOLDER says (where there is no
  /// folder NAME=FOLDER, and no slash in NAME). `terminology` names files in the same way,
  /// NAME=FILE for the model of that name and FILE for the first one. Throws std::invalid_argument
  /// for no folder, for two of the same name and for two files of a model, and as ServedModel.
  ModelRegistry(const std::vector<std::string>& folders,
                const std::vector<std::string>& terminology, TranslatorOptions options, Logger log);

  /// The model of that name, the first one for "". Throws ApiError (404, unknown_model).
  std::shared_ptr<const ServedModel> find(const std::string& name) const;
  /// The first translator between these languages, as LibreTranslate asks for ("auto": any source).
  /// Throws ApiError (400, bad_request) if there is none.
  std::shared_ptr<const ServedModel> find_languages(const std::string& source,
                                                    const std::string& target) const;
  /// In the order in which they were named; never empty.
  Models all() const;
  /// Opens all folders anew and takes them over together; if one cannot be opened, says so in the
  /// log and keeps the old ones. Not from two threads at once.
  bool reload();

 private:
  struct Folder {
    std::string name;
    std::string path;
    std::string terminology = {};  // file, or none
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

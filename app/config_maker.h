#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/text_training.h"
#include "io/atomic_file.h"
#include "model_folder/suggested_config.h"

namespace dragoman {

/// Makes a configuration from text files, and logs in three lines what was chosen and why. After
/// make(), RUN is locked as long as this object exists.
class ConfigMaker {
 public:
  /// `threads`: number of training threads; 0: one for each core. The other arguments must outlive
  /// this object.
  ConfigMaker(const TextTraining& text, int threads, const RunRequest& request, const Logger& log);

  /// Returns the configuration, headed by the three lines as comments. Without validation text,
  /// holds out pairs and writes both parts to RUN/text. Throws std::runtime_error if a file cannot
  /// be read or written or has too little text, or if another process uses RUN;
  /// std::invalid_argument if the preset is unknown, or if the text lies where a part is written.
  std::string make();

 private:
  void apply_request(Config& config) const;
  void suit_model(const ModelSettings& model);
  void suit_overrides();
  void suit_schedule(TrainSettings& wanted);
  void check_size() const;
  void warn_of_shared_pairs(const CorpusSettings& valid) const;
  void set_corpora();
  std::string divide(CorpusSettings& valid);
  void say_data();
  void say_model(Preset preset);
  void say_schedule();
  void say(const std::string& line);

  const TextTraining& text_;
  const RunRequest& request_;
  const Logger& log_;
  std::optional<FolderLock> lock_;
  CorpusSettings corpus_;  // training corpus
  TrainingMachine machine_;
  CorpusSurvey survey_;
  Config config_;
  std::string held_out_;  // log text about validation
  std::vector<std::string> lines_;
};

/// Returns the absolute path; "" for "".
std::string whole_path(const std::string& path);

/// Returns the text as a comment of one line, with spaces for line feeds, which paths may have.
std::string comment_of(std::string text);

/// Returns the preset of this name. Throws std::invalid_argument that lists the presets.
Preset parse_preset(const std::string& name);

}  // namespace dragoman

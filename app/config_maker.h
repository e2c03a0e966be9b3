#pragma once

#include <string>
#include <vector>

#include "app/text_training.h"
#include "model_folder/suggested_config.h"

namespace dragoman {

/// Makes the configuration of a run of text alone, and says in three lines what was chosen and why.
class ConfigMaker {
 public:
  /// threads: that train; 0: one for each core. The others must outlive it.
  ConfigMaker(const TextTraining& text, int threads, const RunRequest& request, const Logger& log);

  /// The configuration, headed by the three lines as comments. Without text to validate on, writes
  /// RUN/text: the pairs to train on, and those that are held out. Throws std::runtime_error if a
  /// file cannot be read or written, or has too little text; std::invalid_argument for no preset.
  std::string make();

 private:
  void check_size() const;
  void warn_of_tokenized() const;
  void set_corpora();
  std::string divide(CorpusSettings& valid);
  void say_data();
  void say_model(Preset preset);
  void say_schedule();
  void say(const std::string& line);

  const TextTraining& text_;
  const RunRequest& request_;
  const Logger& log_;
  CorpusSettings corpus_;  // to train on
  TrainingMachine machine_;
  CorpusSurvey survey_;
  Config config_;
  std::string held_out_;  // what is said of validation
  std::vector<std::string> lines_;
};

/// The path as it holds from any working folder.
std::string whole_path(const std::string& path);

/// Throws std::invalid_argument, with the names that there are.
Preset parse_preset(const std::string& name);

}  // namespace dragoman

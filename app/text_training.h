#pragma once

#include <string>
#include <vector>

#include "io/log.h"
#include "model_folder/run_plan.h"

namespace CLI {
class App;
}

namespace dragoman {

/// Options of `dragoman train` in place of a configuration: text files, from which it makes one.
struct TextTraining {
  /// A file and the option that names it.
  struct File {
    std::string option, path;
  };

  std::string source, target;              // one sentence a line
  std::string tsv;                         // lines of source<TAB>target; replaces both
  std::string valid_source, valid_target;  // empty: pairs are held out
  std::string preset;                      // name of a Preset; "": suggest_preset() chooses

  void add_to(CLI::App& command);
  /// Returns the files of text that are given.
  std::vector<File> files() const;
  /// Returns true if there is text to train on.
  bool any() const { return !source.empty() || !target.empty() || !tsv.empty(); }
  /// Returns true if any of these options is given, even one that is not enough alone.
  bool given() const {
    return any() || !valid_source.empty() || !valid_target.empty() || !preset.empty();
  }
};

/// Returns RUN/train.json: the path of the configuration that is made from text.
std::string path_of_text_config(const std::string& run);

/// Returns true unless an assignment sets tokenizer.vocabulary_size: then it is an estimate, and an
/// upper limit, in configurations that were made from text.
bool estimates_vocabulary(const std::vector<std::string>& overrides);

/// Makes RUN/train.json, a configuration that suits the text and the machine, and logs it in three
/// lines. Without validation text, divides the text into RUN/text. Sets request.config to this
/// file, and request.fits_vocabulary unless the overrides have a size; sets request.resume if the
/// same options began the run, or if it stopped before its first checkpoint and begins anew. Throws
/// std::invalid_argument if options do not go together, or if other options began RUN;
/// std::runtime_error if a file cannot be read or has too little text.
void prepare_text_training(const TextTraining& text, int threads, RunRequest& request,
                           const Logger& log);

}  // namespace dragoman

#pragma once

#include <string>

#include "io/log.h"
#include "model_folder/run_plan.h"

namespace CLI {
class App;
}

namespace dragoman {

/// What `dragoman train` is given in place of a configuration: files of text, from which it chooses
/// one itself.
struct TextTraining {
  std::string source, target;              // one sentence a line
  std::string tsv;                         // in place of both
  std::string valid_source, valid_target;  // none: pairs are held out
  std::string preset;                      // name of a Preset; "": as the text suggests

  void add_to(CLI::App& command);
  /// Whether there are such files.
  bool any() const { return !source.empty() || !target.empty() || !tsv.empty(); }
  /// Whether any of these options is given, of which some say nothing alone.
  bool given() const {
    return any() || !valid_source.empty() || !valid_target.empty() || !preset.empty();
  }
};

/// Makes RUN/train.json, the configuration that suits the text and the machine, and says in three
/// lines what it is; without text to validate on, divides the text into RUN/text. Then names it in
/// `request`, to be trained by, or gone on with where it is there already. Throws
/// std::invalid_argument if options do not go together, or RUN was begun with others;
/// std::runtime_error if a file cannot be read, or has too little text.
void prepare_text_training(const TextTraining& text, int threads, RunRequest& request,
                           const Logger& log);

}  // namespace dragoman

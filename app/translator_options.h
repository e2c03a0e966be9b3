#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/transformer_stepper.h"
#include "search/model_folder.h"
#include "search/translator.h"

namespace CLI {
class App;
}

namespace dragoman {

/// What commands that translate take: RUN, --beam, --set search.x=y, --threads, --device.
struct TranslatorOptions {
  std::string run;
  std::vector<std::string> overrides;
  int beam = 0;  // 0: as the model folder says
  int threads = 0;
  std::string device = "cpu";

  void add_to(CLI::App& command);
};

/// A model folder, opened, with a Translator over it.
class OpenedTranslator {
 public:
  explicit OpenedTranslator(const TranslatorOptions& options);

  Translator& operator*() { return *translator_; }
  Translator* operator->() { return translator_.get(); }
  const FolderSettings& settings() const { return folder_.settings; }

 private:
  ModelFolder folder_;
  std::unique_ptr<TransformerStepper> stepper_;
  std::unique_ptr<Translator> translator_;
};

}  // namespace dragoman

#pragma once

#include <string>

#include "program.h"

namespace dragoman {

/// Language models of TinyRun's German: of characters as one stream, and of lines in the tokens of
/// its translator. Both are made once for all tests.
class TinyLanguageModels {
 public:
  static const TinyLanguageModels& get() {
    static const TinyLanguageModels models;
    return models;
  }

  std::string stream() const { return folder_ / "stream"; }
  std::string lines() const { return folder_ / "lines"; }
  std::string stream_config() const { return folder_ / "stream.json"; }

 private:
  TinyLanguageModels() {
    const TinyRun& tiny = TinyRun::get();
    const std::string text = R"("train": [{"target": ")" + tiny.corpus("train.de") +
                             R"("}], "valid": {"target": ")" + tiny.corpus("valid.de") + R"("})";
    const std::string model =
        R"("model": {"architecture": "language-model", "decoder_layers": 2, "width": 32,
           "feed_forward": 64, "heads": 2, "positions": "learned"},
           "train": {"updates": 12, "update_tokens": 640, "warmup": 4, "checkpoint_every": 4,
                     "validate_every": 6, "report_every": 4, "keep": "last", "samples": 2})";
    write_text(stream_config(), "{\"data\": {" + text + R"(, "layout": "stream", "max_length": 32},
      "tokenizer": {"type": "char", "character_coverage": 1, "keep_whitespace": true}, )" +
                                    model + "}");
    write_text(folder_ / "lines.json", "{\"data\": {" + text + R"(, "max_length": 60},
      "tokenizer": {"from": ")" + tiny.run() +
                                           R"("}, )" + model + "}");
    succeeded(run_program("train " + quoted(stream_config()) + " --out " + quoted(stream())));
    succeeded(run_program("train " + quoted(folder_ / "lines.json") + " --out " + quoted(lines())));
  }

  TemporaryFolder folder_;
};

}  // namespace dragoman

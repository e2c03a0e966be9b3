#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "app/commands.h"
#include "architecture/weight_list.h"
#include "architecture/weights_file.h"
#include "io/safetensors.h"
#include "io/text_file.h"
#include "model_folder/checkpoint_files.h"
#include "model_folder/config.h"

namespace dragoman {
namespace {

std::string describe_model(const ModelSettings& model, const VocabularySizes& sizes) {
  std::string text =
      model.is_language_model()
          ? fmt::format("vocabulary\t{}\nlayers\t{}\n", sizes.target, model.decoder_layers)
          : fmt::format("vocabulary\tsource {}, target {}\nlayers\tencoder {}, decoder {}\n",
                        sizes.source, sizes.target, model.encoder_layers, model.decoder_layers);
  text += fmt::format("width\t{}\n", model.width);
  text += fmt::format("feed_forward\t{}\nheads\t{}\nnorm\t{}\n", model.feed_forward, model.heads,
                      name_of(model.norm));
  int64_t total = 0;
  for (const auto& [part, count] : count_parameters(model, sizes)) {
    text += fmt::format("parameters of {}\t{}\n", part, count);
    total += count;
  }
  return text + fmt::format("parameters\t{}\n", total);
}

std::string describe_state(const FolderPaths& paths) {
  std::string text;
  if (std::filesystem::exists(paths.weights())) {
    const SafetensorsFile weights(paths.weights());
    for (const auto& [key, value] : weights.metadata()) {
      if (key == "update" || key == "averaged" || key == kPackedKey)
        text += fmt::format("weights: {}\t{}\n", key, value);
    }
  } else {
    text += "weights\tnone yet\n";
  }
  if (!std::filesystem::is_directory(paths.checkpoints())) return text;
  const auto files = checkpoint_weights(paths);
  text += fmt::format("checkpoints\t{}\n", files.size());
  if (!files.empty()) text += fmt::format("newest checkpoint\t{}\n", files.back());
  return text;
}

std::string describe_languages(const DataSettings& data) {
  if (data.source_language.empty() && data.target_language.empty()) return "";
  return fmt::format("languages\t{} to {}\n", data.source_language, data.target_language);
}

std::string describe_folder(const std::string& folder) {
  const FolderSettings settings = read_folder_settings(folder);
  const FolderPaths paths(folder);
  return describe_languages(settings.data) +
         describe_model(settings.model, load_tokenizers(paths, settings.tokenizer).sizes()) +
         describe_state(paths);
}

/// A configuration has only the largest size of the vocabulary.
std::string describe_config(const std::string& path) {
  const Config config = load_config(path, {});
  const int64_t size = config.tokenizer.vocabulary_size;
  return describe_languages(config.data) + describe_model(config.model, {size, size});
}

int info(const std::string& what) {
  TextWriter output("-");
  output.write(std::filesystem::is_directory(what) ? describe_folder(what) : describe_config(what));
  output.close();
  return 0;
}

}  // namespace

void add_info_command(CLI::App& command, std::function<int()>& run) {
  auto what = std::make_shared<std::string>();
  command.add_option("RUN|CONFIG", *what, "model folder or configuration file")->required();
  command.callback([what, &run] { run = [what] { return info(*what); }; });
}

}  // namespace dragoman

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "app/commands.h"
#include "architecture/weight_list.h"
#include "architecture/weights_file.h"
#include "io/safetensors.h"
#include "io/text_file.h"
#include "model_folder/checkpoint_files.h"
#include "model_folder/run_plan.h"

namespace dragoman {
namespace {

/// `limit` stands before numbers that depend on the vocabulary: "at most ", or "".
std::string describe_model(const ModelSettings& model, const VocabularySizes& sizes,
                           const char* limit = "") {
  std::string text =
      fmt::format("vocabulary\t{}", limit) +
      (model.is_language_model()
           ? fmt::format("{}\nlayers\t{}\n", sizes.target, model.decoder_layers)
           : fmt::format("source {}, target {}\nlayers\tencoder {}, decoder {}\n", sizes.source,
                         sizes.target, model.encoder_layers, model.decoder_layers));
  text += fmt::format("width\t{}\n", model.width);
  text += fmt::format("feed_forward\t{}\nheads\t{}\nnorm\t{}\n", model.feed_forward, model.heads,
                      name_of(model.norm));
  int64_t total = 0;
  for (const auto& [part, count] : count_parameters(model, sizes)) {
    text += fmt::format("parameters of {}\t{}{}\n", part, part == "embeddings" ? limit : "", count);
    total += count;
  }
  return text + fmt::format("parameters\t{}{}\n", limit, total);
}

std::string describe_state(const FolderPaths& paths) {
  std::string text;
  if (std::filesystem::exists(paths.weights())) {
    const SafetensorsFile weights(paths.weights());
    for (const auto& [key, value] : weights.metadata()) {
      if (key == "update" || key == "averaged" || key == kPackedKey)
        text += fmt::format("weights: {}\t{}\n", key, value);
      if (key == "mean_of") text += fmt::format("weights: mean of\t{}\n", value);
    }
  } else {
    text += "weights\tnone yet\n";
  }
  if (!std::filesystem::is_directory(paths.checkpoints())) return text;
  const auto files = checkpoint_weights(paths);
  text += fmt::format("checkpoints\t{}\n", files.size());
  if (!files.empty()) text += fmt::format("newest checkpoint\t{}\n", files.back());
  if (const auto update = newest_checkpoint(paths))
    text += fmt::format("training is saved at update\t{}\n", *update);
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

VocabularySizes sizes_in(const std::string& folder) {
  return load_tokenizers(FolderPaths(folder), read_folder_settings(folder).tokenizer).sizes();
}

/// Describes the model that the configuration trains. It may name folders that this one, or its
/// tokenizer, comes from.
std::string describe_config(const std::string& path) {
  Config config = load_config(path, {});
  const std::string from = config.train.from;
  const std::string languages = describe_languages(config.data);
  if (!from.empty()) {
    if (!std::filesystem::exists(FolderPaths(from).config()))
      return languages + "model\tthat of train.from=" + from + ", which is not here\n";
    adopt_model(config, FolderPaths(from));
    return languages + describe_model(config.model, sizes_in(from));
  }
  const TokenizerSettings& tokenizer = config.tokenizer;
  if (!tokenizer.from.empty())
    return languages + describe_model(config.model, sizes_in(tokenizer.from));
  const int64_t size = tokenizer.vocabulary_size;
  const bool is_limit = tokenizer.type == TokenizerType::kChar && tokenizer.keep_whitespace;
  return languages + describe_model(config.model, {size, size}, is_limit ? "at most " : "");
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

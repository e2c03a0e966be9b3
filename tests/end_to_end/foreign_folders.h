#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "catch.h"
#include "interchange/npz_file.h"
#include "marian_npz_arrays.h"
#include "npz_writer.h"
#include "program.h"
#include "random_weights.h"

// Folders of transformers' and of Marian's with the tiny run's weights, for tests.
namespace dragoman {

using Json = nlohmann::json;

inline Json json_of(const std::string& path) { return Json::parse(content_of(path)); }

inline Outcome export_to(const std::string& run, const std::string& folder) {
  return run_program("export " + quoted(run) + " --format huggingface --out " + quoted(folder));
}

/// The tiny run as a folder of transformers; made once.
inline const std::string& exported() {
  static const TemporaryFolder place;
  static const std::string folder = [] {
    succeeded(export_to(TinyRun::get().run(), place / "hf"));
    return place / "hf";
  }();
  return folder;
}

/// A copy of it that a test may change.
inline std::string copy_of_export(const TemporaryFolder& place) {
  std::filesystem::copy(exported(), place / "hf");
  return place / "hf";
}

inline Outcome import_from(const std::string& folder, const std::string& out) {
  return run_program("import " + quoted(folder) + " --out " + quoted(out));
}

inline void change_json(const std::string& path, const std::function<void(Json&)>& change) {
  Json json = json_of(path);
  change(json);
  write_text(path, json.dump());
}

inline std::string translations(const std::string& run) {
  return succeeded(run_program("translate " + quoted(run) +
                               " --beam 2 --set "
                               "search.max_length_factor=2 --set search.max_length_offset=10 "
                               "--input " +
                               quoted(TinyRun::get().corpus("valid.en"))))
      .out;
}

inline NamedWeights weights_in(const std::string& folder) {
  const auto weights = WeightsFile(folder + "/model.safetensors").read_all();
  return {weights.begin(), weights.end()};
}

/// Gives each of the folder's weights to `change`, with its name, and writes them again.
inline void change_weights(const std::string& folder,
                           const std::function<void(const std::string&, Weight&)>& change) {
  NamedWeights weights = weights_in(folder);
  for (auto& [name, weight] : weights) change(name, weight);
  write_weights(folder + "/model.safetensors", weights, {{"format", "pt"}});
}

/// Gives every token another id in vocabulary, weights and settings, by numbering them backwards:
/// padding becomes 0, end of sentence the last.
inline void number_backwards(const std::string& folder) {
  const int64_t last = json_of(folder + "/config.json")["vocab_size"].get<int64_t>() - 1;
  change_json(folder + "/vocab.json", [&](Json& vocabulary) {
    for (auto& [token, id] : vocabulary.items()) id = last - id.get<int64_t>();
  });
  for (const char* file : {"/config.json", "/generation_config.json"}) {
    change_json(folder + file, [&](Json& config) {
      for (const char* key : {"pad_token_id", "decoder_start_token_id", "eos_token_id"})
        config[key] = last - config[key].get<int64_t>();
      config.erase("bad_words_ids");
    });
  }
  change_weights(folder, [&](const std::string& name, Weight& weight) {
    std::vector<int64_t> order;
    for (int64_t id = last; id >= 0; --id) order.push_back(id);
    if (name == "model.shared.weight") weight = gather_rows(weight, order);
    if (name == "final_logits_bias") weight = gather_columns(weight, order);
  });
}

/// Adds to the output's bias, so that there is one.
inline void bias_logits(const std::string& folder, float bias = 0.25F) {
  change_weights(folder, [bias](const std::string& name, Weight& weight) {
    if (name != "final_logits_bias") return;
    std::vector<float> numbers = numbers_of(weight);
    std::fill_n(numbers.begin() + 5, 3, bias);
    weight = Weight(weight.shape(), std::move(numbers));
  });
}

/// Writes the tiny run as Marian would have: model.npz, with options inside, and vocab.spm.
inline void write_marian_folder(const std::string& folder, const std::string& changes = "") {
  std::filesystem::create_directories(folder);
  const Json config = json_of(exported() + "/config.json");
  const int64_t tokens = config["vocab_size"].get<int64_t>() - 1;
  const std::string options =
      "dim-emb: 32\ndim-vocabs:\n  - " + std::to_string(tokens) + "\n  - " +
      std::to_string(tokens) +
      "\nenc-depth: 1\ndec-depth: 1\ntransformer-heads: 2\ntransformer-dim-ffn: 64\n"
      "transformer-ffn-activation: relu\ntransformer-preprocess: \"\"\n"
      "transformer-postprocess: dan\ntied-embeddings-all: true\ntype: transformer\n" +
      changes;
  NpzWriter writer;
  for (const NpzArray& array : marian_arrays(weights_in(exported()), ModelSettings{}))
    writer.add(array.name, array.dtype, array.shape, array.bytes);
  const std::string text = options + '\0';
  writer.add("special:model.yml", "|i1", {static_cast<int64_t>(text.size())}, text);
  writer.write(folder + "/model.npz");
  std::filesystem::copy(exported() + "/source.spm", folder + "/vocab.spm");
}

}  // namespace dragoman

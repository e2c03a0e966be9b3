#include <filesystem>
#include <nlohmann/json.hpp>

#include "catch.h"
#include "io/npz_file.h"
#include "marian_npz_arrays.h"
#include "npz_writer.h"
#include "program.h"

namespace dragoman {
namespace {

using Json = nlohmann::json;

Json json_of(const std::string& path) { return Json::parse(content_of(path)); }

std::string quoted(const std::string& path) { return "'" + path + "'"; }

/// The tiny run as a folder of transformers; made once.
const std::string& exported() {
  static const TemporaryFolder place;
  static const std::string folder = [] {
    const Outcome outcome = run_program("export " + quoted(TinyRun::get().run()) +
                                        " --format huggingface --out " + quoted(place / "hf"));
    INFO(outcome.err);
    REQUIRE(outcome.status == 0);
    return place / "hf";
  }();
  return folder;
}

/// A copy of it that a test may change.
std::string copy_of_export(const TemporaryFolder& place) {
  std::filesystem::copy(exported(), place / "hf");
  return place / "hf";
}

Outcome import_from(const std::string& folder, const std::string& out) {
  return run_program("import " + quoted(folder) + " --out " + quoted(out));
}

void change_json(const std::string& path, const std::function<void(Json&)>& change) {
  Json json = json_of(path);
  change(json);
  write_text(path, json.dump());
}

std::string translations(const std::string& run) {
  const Outcome outcome =
      run_program("translate " + quoted(run) +
                  " --beam 2 --set "
                  "search.max_length_factor=2 --set search.max_length_offset=10 "
                  "--input " +
                  quoted(TinyRun::get().corpus("valid.en")));
  INFO(outcome.err);
  CHECK(outcome.status == 0);
  return outcome.out;
}

/// Gives every token another id in vocabulary, weights and settings, by numbering them backwards:
/// padding becomes 0, end of sentence the last.
void number_backwards(const std::string& folder) {
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
  NamedTensors weights;
  {
    const SafetensorsFile file(folder + "/model.safetensors");
    for (const TensorView& view : file.tensors()) weights.emplace_back(view.name, to_tensor(view));
  }
  for (auto& [name, tensor] : weights) {
    if (name == "model.shared.weight") tensor = tensor.flip(0);
    if (name == "final_logits_bias") tensor = tensor.flip(1);
  }
  write_tensors(folder + "/model.safetensors", weights, {{"format", "pt"}});
}

/// Adds to the output's bias, so that there is one.
void bias_logits(const std::string& folder) {
  NamedTensors weights;
  {
    const SafetensorsFile file(folder + "/model.safetensors");
    for (const TensorView& view : file.tensors()) weights.emplace_back(view.name, to_tensor(view));
  }
  for (auto& [name, tensor] : weights) {
    if (name == "final_logits_bias") tensor.narrow(1, 5, 3).fill_(0.25);
  }
  write_tensors(folder + "/model.safetensors", weights, {{"format", "pt"}});
}

/// Writes the tiny run as Marian would have: model.npz, with options inside, and vocab.spm.
void write_marian_folder(const std::string& folder, const std::string& changes = "") {
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
  NamedTensors weights;
  const SafetensorsFile file(exported() + "/model.safetensors");
  for (const TensorView& view : file.tensors()) weights.emplace_back(view.name, to_tensor(view));
  NpzWriter writer;
  for (const NpzArray& array : marian_arrays(weights, ModelSettings{}))
    writer.add(array.name, array.dtype, array.shape, array.bytes);
  const std::string text = options + '\0';
  writer.add("special:model.yml", "|i1", {static_cast<int64_t>(text.size())}, text);
  writer.write(folder + "/model.npz");
  std::filesystem::copy(exported() + "/source.spm", folder + "/vocab.spm");
}

}  // namespace

TEST_CASE("an exported model that is imported has the same weights and tokenizer") {
  const TemporaryFolder place;
  const Outcome outcome = import_from(exported(), place / "run");
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  CHECK(content_of(place / "run/model.safetensors").size() > 0);
  const std::string original = TinyRun::get().run();
  CHECK(content_of(place / "run/tokenizer.model") == content_of(original + "/tokenizer.model"));
  const SafetensorsFile ours(original + "/model.safetensors");
  const SafetensorsFile again(place / "run/model.safetensors");
  REQUIRE(again.tensors().size() == ours.tensors().size());
  for (const TensorView& view : ours.tensors())
    CHECK(torch::equal(to_tensor(*again.find(view.name)), to_tensor(view)));
  CHECK(translations(place / "run") == translations(original));
}

TEST_CASE("an exported folder says what transformers asks for") {
  const Json config = json_of(exported() + "/config.json");
  const int64_t size = config["vocab_size"];
  CHECK(config["model_type"] == "marian");
  CHECK(config["architectures"] == Json{"MarianMTModel"});
  CHECK(config["pad_token_id"] == size - 1);
  CHECK(config["decoder_start_token_id"] == size - 1);
  CHECK(config["scale_embedding"] == true);
  const Json generation = json_of(exported() + "/generation_config.json");
  CHECK(generation["bad_words_ids"] == Json{{size - 1}});
  CHECK(generation["num_beams"] == 2);
  const Json vocabulary = json_of(exported() + "/vocab.json");
  CHECK(static_cast<int64_t>(vocabulary.size()) == size);
  CHECK(vocabulary["</s>"] == 0);
  CHECK(vocabulary["<unk>"] == 1);
  CHECK(vocabulary["<pad>"] == size - 1);
  CHECK(content_of(exported() + "/source.spm") == content_of(exported() + "/target.spm"));
  CHECK(json_of(exported() + "/tokenizer_config.json")["source_lang"] == "en");
}

TEST_CASE("a model with a vocabulary of its own translates as the one with SentencePiece's ids") {
  const TemporaryFolder place;
  const std::string folder = copy_of_export(place);
  number_backwards(folder);
  REQUIRE(import_from(folder, place / "run").status == 0);
  CHECK(json_of(place / "run/config.json")["tokenizer"]["vocabulary"] == "shared");
  CHECK(json_of(place / "run/vocabulary.json").back() == "<pad>");
  CHECK(translations(place / "run") == translations(TinyRun::get().run()));

  CHECK(
      run_program("pack " + quoted(place / "run") + " --out " + quoted(place / "packed")).status ==
      0);
  CHECK(std::filesystem::exists(place / "packed/vocabulary.json"));
  CHECK(translations(place / "packed") == translations(place / "run"));
}

TEST_CASE("vocabularies of source and target may be two") {
  const TemporaryFolder place;
  const std::string folder = copy_of_export(place);
  std::filesystem::copy(folder + "/vocab.json", folder + "/target_vocab.json");
  number_backwards(folder);  // vocab.json, and weights that now belong to both sides
  change_json(folder + "/tokenizer_config.json",
              [](Json& json) { json["separate_vocabs"] = true; });
  std::filesystem::copy(folder + "/vocab.json", folder + "/target_vocab.json",
                        std::filesystem::copy_options::overwrite_existing);
  change_json(folder + "/target_vocab.json", [](Json& json) { std::swap(json["a"], json["b"]); });
  const Outcome outcome = import_from(folder, place / "run");
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  CHECK(json_of(place / "run/config.json")["tokenizer"]["vocabulary"] == "separate");
  CHECK(json_of(place / "run/vocabulary.source.json") !=
        json_of(place / "run/vocabulary.target.json"));
  CHECK(run_program("translate " + quoted(place / "run") + " --input " +
                    quoted(TinyRun::get().corpus("valid.en")))
            .status == 0);
}

TEST_CASE("an imported model can be trained on, and the run takes its vocabulary along") {
  const TemporaryFolder place;
  const std::string folder = copy_of_export(place);
  number_backwards(folder);
  bias_logits(folder);
  REQUIRE(import_from(folder, place / "imported").status == 0);
  CHECK(json_of(place / "imported/config.json")["model"]["output_bias"] == true);
  const Outcome outcome = run_program(
      "train " + quoted(TinyRun::get().config()) + " --out " + quoted(place / "run") +
      " --set train.from=" + place / "imported" +
      " --set train.updates=2 --set train.checkpoint_every=1 --set data.bpe_dropout=0.1");
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  CHECK(content_of(place / "run/vocabulary.json") ==
        content_of(place / "imported/vocabulary.json"));
  CHECK(run_program("average " + quoted(place / "run")).status == 0);
  const SafetensorsFile before(place / "imported/model.safetensors");
  const SafetensorsFile after(place / "run/model.safetensors");
  CHECK_FALSE(
      torch::equal(to_tensor(*before.find("output_bias")), to_tensor(*after.find("output_bias"))));
  CHECK(count_lines(translations(place / "run")) > 0);
}

TEST_CASE("settings of decoding are taken over") {
  const TemporaryFolder place;
  const std::string folder = copy_of_export(place);
  const Json vocabulary = json_of(folder + "/vocab.json");
  change_json(folder + "/generation_config.json", [&](Json& json) {
    json["num_beams"] = 6;
    json["length_penalty"] = 0.5;
    json["max_length"] = 40;
    json["bad_words_ids"].push_back({vocabulary["a"]});
    json["bad_words_ids"].push_back({2, 3});
    json["suppress_tokens"] = {vocabulary["b"]};
    json["no_repeat_ngram_size"] = 3;
  });
  const Outcome outcome = import_from(folder, place / "run");
  REQUIRE(outcome.status == 0);
  CHECK_THAT(outcome.err, ContainsSubstring("no_repeat_ngram_size") &&
                              ContainsSubstring("sequences of several tokens"));
  const Json search = json_of(place / "run/config.json")["search"];
  CHECK(search["beam"] == 6);
  CHECK(search["length_penalty"] == "length");
  CHECK(search["alpha"] == 0.5);
  CHECK(search["max_length_offset"] == 39);
  CHECK(search["suppress"] == Json{"b", "a"});
}

TEST_CASE("Marian's own file gives the same model folder as transformers'") {
  const TemporaryFolder place;
  write_marian_folder(place / "marian");
  const Outcome outcome = import_from(place / "marian", place / "from_npz");
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  REQUIRE(import_from(exported(), place / "from_hf").status == 0);
  for (const char* file : {"/model.safetensors", "/tokenizer.model"})
    CHECK(content_of(place / "from_npz" + file) == content_of(place / "from_hf" + file));
}

TEST_CASE("Marian's vocabulary may be a table of tokens, and decoder.yml may name the files") {
  const TemporaryFolder place;
  write_marian_folder(place / "marian");
  std::filesystem::rename(place / "marian/model.npz", place / "marian/best.npz");
  std::filesystem::rename(place / "marian/vocab.spm", place / "marian/source.spm");
  std::filesystem::copy(place / "marian/source.spm", place / "marian/target.spm");
  std::string table;
  for (const auto& [token, id] : json_of(exported() + "/vocab.json").items()) {
    if (token != "<pad>") table += Json(token).dump() + ": " + id.dump() + "\n";
  }
  write_text(place / "marian/both.yml", table);
  write_text(
      place / "marian/decoder.yml",
      "relative-paths: true\nmodels:\n  - best.npz\nvocabs:\n  - both.yml\n  - /far/both.yml\n"
      "beam-size: 3\nnormalize: 0.6\n");
  const Outcome outcome = import_from(place / "marian", place / "run");
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  const Json config = json_of(place / "run/config.json");
  CHECK(config["search"]["beam"] == 3);
  CHECK(config["search"]["alpha"] == 0.6);
  CHECK(config["tokenizer"]["vocabulary"] == "sentencepiece");  // which numbers them the same way
  std::filesystem::remove(place / "marian/target.spm");
  check_error(import_from(place / "marian", place / "other"), 1, "target.spm");
}

TEST_CASE("models of Marian that are something else are refused by the option") {
  for (const auto& [change, says] :
       {std::pair{"transformer-decoder-autoreg: rnn\n", "transformer-decoder-autoreg"},
        {"transformer-tied-layers: [1, 1]\n", "transformer-tied-layers"},
        {"transformer-postprocess-top: n\n", "transformer-postprocess-top"},
        {"right-left: true\n", "right-left"},
        {"transformer-train-position-embeddings: true\n", "position-embeddings"},
        {"lemma-dim-emb: 8\n", "lemma-dim-emb"}}) {
    const TemporaryFolder place;
    write_marian_folder(place / "marian", change);
    check_error(import_from(place / "marian", place / "run"), 1, says);
    CHECK_FALSE(std::filesystem::exists(place / "run"));
  }
  const TemporaryFolder place;
  write_marian_folder(place / "marian");
  std::filesystem::remove(place / "marian/vocab.spm");
  check_error(import_from(place / "marian", place / "run"), 1, "--source-vocabulary");
}

TEST_CASE(
    "folders of other models, or with files missing or damaged, are refused before any work") {
  const auto check = [](const std::function<void(const std::string&)>& damage,
                        const std::string& says, int status = 1) {
    const TemporaryFolder place;
    const std::string folder = copy_of_export(place);
    damage(folder);
    check_error(import_from(folder, place / "run"), status, says);
    CHECK(place.num_entries() == 1);
  };
  const auto with_config = [](const std::string& key, const Json& value) {
    return [key, value](const std::string& folder) {
      change_json(folder + "/config.json", [&](Json& json) { json[key] = value; });
    };
  };
  check(with_config("model_type", "t5"), "\"t5\"");
  check(with_config("architectures", {"MarianModel"}), "MarianModel");
  check(with_config("activation_function", "gelu_new"), "gelu_new");
  check(with_config("encoder_ffn_dim", 65), "ffn_dim");
  check(with_config("d_model", 34), "34");
  check(with_config("encoder_layers", 2), "model.encoder.layers.1");
  check(with_config("vocab_size", 299), "299");
  check(with_config("eos_token_id", 4), "eos_token_id is 4", 0 + 1);
  check(with_config("d_model", "wide"), "d_model", 2);
  for (const std::string& file : {"source.spm", "target.spm", "vocab.json", "model.safetensors"}) {
    check([&](const std::string& folder) { std::filesystem::remove(folder + "/" + file); }, file);
    check(
        [&](const std::string& folder) {
          const std::string content = content_of(folder + "/" + file);
          write_text(folder + "/" + file, content.substr(0, content.size() / 2));
        },
        file == "vocab.json" || file == "model.safetensors" ? file : ".spm");
  }
  check(
      [](const std::string& folder) {
        std::filesystem::rename(folder + "/model.safetensors", folder + "/pytorch_model.bin");
      },
      "save_pretrained");
}

TEST_CASE("import and export need a folder that is there, and one that is not") {
  const TemporaryFolder place;
  check_error(import_from(place / "none", place / "run"), 1, "none is no folder");
  check_error(import_from(place.path(), place / "run"), 1, "no model to import");
  check_error(import_from(exported(), place.path()), 2, "is there already");
  const std::string export_run = "export " + quoted(TinyRun::get().run()) + " --format huggingface";
  check_error(run_program(export_run + " --out " + quoted(place.path())), 2, "is there already");
  check_error(run_program("export " + quoted(place / "none") + " --format huggingface --out " +
                          quoted(place / "hf")),
              1, "no model folder");
  CHECK(place.num_entries() == 0);
}

TEST_CASE("what the format cannot hold is told before anything is written") {
  const TemporaryFolder place;
  for (const auto& [settings, says] :
       {std::pair{"--set model.norm=pre", "model.norm is pre"},
        {"--set model.positions=learned", "model.positions is learned"}}) {
    const std::string run = place / "run";
    std::filesystem::remove_all(run);
    REQUIRE(run_program("train " + quoted(TinyRun::get().config()) + " --out " + quoted(run) + " " +
                        settings + " --set train.updates=1 --set data.valid={}")
                .status == 0);
    check_error(run_program("export " + quoted(run) + " --format huggingface --out " +
                            quoted(place / "hf")),
                2, says);
    CHECK_FALSE(std::filesystem::exists(place / "hf"));
  }
}

TEST_CASE("that an exported model wants lower-cased text is said") {
  const TemporaryFolder place;
  const std::string run = TinyRun::get().copy_to(place);
  change_json(run + "/config.json", [](Json& json) { json["tokenizer"]["lowercase"] = true; });
  const Outcome outcome =
      run_program("export " + quoted(run) + " --format huggingface --out " + quoted(place / "hf"));
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.err, ContainsSubstring("lower-case text before"));
}

}  // namespace dragoman

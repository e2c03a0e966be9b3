#include "foreign_folders.h"

namespace dragoman {
namespace {

/// Checks that importing fails after `damage`, with `says` in the message, and leaves nothing.
void check_refused(const std::function<void(const std::string&)>& damage, const std::string& says,
                   int status = 1) {
  const TemporaryFolder place;
  const std::string folder = copy_of_export(place);
  damage(folder);
  check_error(import_from(folder, place / "run"), status, says);
  CHECK(place.num_entries() == 1);
}

}  // namespace

TEST_CASE("models of Marian that are something else are refused by the option") {
  for (const auto& [change, says] :
       {std::pair{"transformer-decoder-autoreg: rnn\n", "transformer-decoder-autoreg"},
        {"transformer-tied-layers: [1, 1]\n", "transformer-tied-layers"},
        {"transformer-postprocess-top: n\n", "transformer-postprocess-top"},
        {"right-left: true\n", "right-left"},
        {"transformer-train-position-embeddings: true\n", "train-position-embeddings"},
        {"transformer-disable-position-embeddings: true\n", "disable-position-embeddings"},
        {"transformer-attention-mask: alibi\n", "transformer-attention-mask"},
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

TEST_CASE("models of Marian without dropout of embeddings are imported") {
  const TemporaryFolder place;
  write_marian_folder(place / "marian", "transformer-postprocess-emb: \"\"\n");
  CHECK(import_from(place / "marian", place / "run").status == 0);
  write_marian_folder(place / "normed", "transformer-postprocess-emb: nd\n");
  check_error(import_from(place / "normed", place / "out"), 1, "transformer-postprocess-emb");
}

TEST_CASE("folders of other models are refused before any work") {
  const auto with_config = [](const std::string& key, const Json& value) {
    return [key, value](const std::string& folder) {
      change_json(folder + "/config.json", [&](Json& json) { json[key] = value; });
    };
  };
  check_refused(with_config("model_type", "t5"), "\"t5\"");
  check_refused(with_config("architectures", {"MarianModel"}), "MarianModel");
  check_refused(with_config("activation_function", "gelu_new"), "gelu_new");
  check_refused(with_config("encoder_ffn_dim", 65), "ffn_dim");
  check_refused(with_config("d_model", 34), "34");
  check_refused(with_config("encoder_layers", 2), "model.encoder.layers.1");
  check_refused(with_config("vocab_size", 299), "299");
  check_refused(with_config("vocab_size", 100000), "model.resize_token_embeddings(");
  check_refused(with_config("d_model", "wide"), "d_model", 2);
}

TEST_CASE("an id that cannot be is refused by the file that gives it") {
  const auto set = [](const std::string& file, const std::string& key) {
    change_json(file, [&](Json& json) { json[key] = 4; });
  };
  for (const std::string key :
       {"eos_token_id", "forced_eos_token_id", "forced_bos_token_id", "decoder_start_token_id"}) {
    INFO(key);
    check_refused([&](const std::string& folder) { set(folder + "/generation_config.json", key); },
                  "/generation_config.json: " + key + " is ");
    // An older folder says it all in config.json.
    check_refused(
        [&](const std::string& folder) {
          std::filesystem::remove(folder + "/generation_config.json");
          set(folder + "/config.json", key);
        },
        "/config.json: " + key + " is ");
  }
  check_refused(
      [&](const std::string& folder) { set(folder + "/config.json", "forced_eos_token_id"); },
      "/config.json: forced_eos_token_id is 4");
}

TEST_CASE("folders with files missing or damaged are refused before any work") {
  for (const std::string file : {"config.json", "generation_config.json", "tokenizer_config.json"})
    check_refused([&](const std::string& folder) { write_text(folder + "/" + file, "{\"a"); },
                  "the file is damaged", 2);
  for (const std::string file : {"source.spm", "target.spm", "vocab.json", "model.safetensors"}) {
    check_refused([&](const std::string& folder) { std::filesystem::remove(folder + "/" + file); },
                  file);
    check_refused(
        [&](const std::string& folder) {
          const std::string content = content_of(folder + "/" + file);
          write_text(folder + "/" + file, content.substr(0, content.size() / 2));
        },
        file == "vocab.json" || file == "model.safetensors" ? file : ".spm");
  }
  for (const std::string file : {"/pytorch_model.bin", "/pytorch_model.bin.index.json"}) {
    check_refused(
        [&](const std::string& folder) {
          std::filesystem::rename(folder + "/model.safetensors", folder + file);
        },
        file + ": weights in Python's pickle format");
  }
  check_refused(
      [](const std::string& folder) {
        change_json(folder + "/vocab.json", [](Json& json) {
          json["<unknown>"] = json["<unk>"];
          json.erase("<unk>");
        });
      },
      "vocab.json': it has no token <unk>; a model needs");
}

TEST_CASE("an index of shards that names no files is refused, however deep it is") {
  for (const std::string& file : {std::string("3"), std::string("\"a/b\""),
                                  std::string(300000, '[') + std::string(300000, ']')}) {
    check_refused(
        [&](const std::string& folder) {
          std::filesystem::remove(folder + "/model.safetensors");
          write_text(folder + "/model.safetensors.index.json",
                     "{\"weight_map\": {\"w\": " + file + "}}");
        },
        "model.safetensors.index.json: tensor `w` is in no file of this folder");
  }
}

TEST_CASE("a model of CTranslate2 is told from one that can be imported") {
  const TemporaryFolder place;
  std::filesystem::create_directory(place / "ct2");
  write_text(place / "ct2/config.json", "{\"add_source_eos\": false}");
  write_text(place / "ct2/model.bin", "");
  check_error(import_from(place / "ct2", place / "run"), 1,
              "import the model that it was converted from");
}

TEST_CASE("a folder of transformers that is used as a model folder is to be imported") {
  const TemporaryFolder place;
  const std::string folder = quoted(exported()), out = " --out " + quoted(place / "out");
  for (const std::string& command :
       {"info " + folder, "translate " + folder + " </dev/null", "pack " + folder + out,
        "average " + folder, "config " + quoted(exported() + "/config.json")})
    check_error(run_program(command), 1, "`dragoman import FOLDER --out RUN`");
}

TEST_CASE("import and export need a folder that is there, and one that is not") {
  const TemporaryFolder place;
  check_error(import_from(place / "none", place / "run"), 1, "none is no folder");
  check_error(import_from(place.path(), place / "run"), 1, "no model to import");
  check_error(import_from(exported(), place.path()), 2, "is there already");
  check_error(export_to(TinyRun::get().run(), place.path()), 2, "is there already");
  check_error(export_to(place / "none", place / "hf"), 1, "is not a model folder");
  CHECK(place.num_entries() == 0);
}

TEST_CASE("a model that the format cannot hold is refused before anything is written") {
  const TemporaryFolder place;
  for (const auto& [settings, says] :
       {std::pair{"--set model.norm=pre", "train a model with --set model.norm=post"},
        {"--set model.positions=learned", "train a model with --set model.positions=sinusoidal"}}) {
    const std::string run = place / "run";
    std::filesystem::remove_all(run);
    succeeded(run_program(
        train_tiny(run, settings + std::string(" --set train.updates=1 --set data.valid={}"))));
    check_error(export_to(run, place / "hf"), 2, says);
    CHECK_FALSE(std::filesystem::exists(place / "hf"));
  }
}

TEST_CASE("export says that a model needs lower-cased text, or keeps white space") {
  const TemporaryFolder place;
  const std::string run = TinyRun::get().copy_to(place);
  change_json(run + "/config.json", [](Json& json) {
    json["tokenizer"]["lowercase"] = json["tokenizer"]["keep_whitespace"] = true;
  });
  const Outcome outcome = succeeded(export_to(run, place / "hf"));
  CHECK_THAT(outcome.err, ContainsSubstring("lower-case text before"));
  CHECK_THAT(outcome.err, ContainsSubstring("tokenizer.keep_whitespace"));
}

TEST_CASE(
    "export says that a translation begins with an embedding that CTranslate2 takes for zero") {
  const TemporaryFolder place;
  const std::string run = TinyRun::get().copy_to(place);
  const auto warning_of = [&](const std::string& out) {
    return succeeded(export_to(run, place / out)).err;
  };
  CHECK_THAT(warning_of("trained"), !ContainsSubstring("embedding of padding"));
  change_weights(run, [](const std::string& name, Weight& weight) {
    if (name != "shared_embedding") return;
    std::vector<float> numbers = numbers_of(weight);
    numbers.back() = 0.01F;
    weight = Weight(weight.shape(), std::move(numbers));
  });
  CHECK_THAT(warning_of("tuned"), ContainsSubstring("the embedding of padding"));
}

TEST_CASE("export says that padding has another name than CTranslate2 expects") {
  const TemporaryFolder place;
  succeeded(run_program(
      train_tiny(place / "run",
                 "--set 'tokenizer.user_symbols=[\"<pad>\"]' --set train.updates=1 --set "
                 "data.valid={}")));
  const Outcome outcome = succeeded(export_to(place / "run", place / "hf"));
  CHECK_THAT(outcome.err, ContainsSubstring("the token of padding is <pad>_"));
}

}  // namespace dragoman

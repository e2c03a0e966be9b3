#include "foreign_folders.h"

namespace dragoman {

TEST_CASE("Marian's own file gives the same model folder as transformers'") {
  const TemporaryFolder place;
  write_marian_folder(place / "marian");
  succeeded(import_from(place / "marian", place / "from_npz"));
  succeeded(import_from(exported(), place / "from_hf"));
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
  const Json vocabulary = json_of(exported() + "/vocab.json");
  for (const auto& [token, id] : vocabulary.items()) {
    if (token != "<pad>") table += Json(token).dump() + ": " + id.dump() + "\n";
  }
  write_text(place / "marian/both.yml", table);
  write_text(
      place / "marian/decoder.yml",
      "relative-paths: true\nmodels:\n  - best.npz\nvocabs:\n  - both.yml\n  - /far/both.yml\n"
      "beam-size: 3\nnormalize: 0.6\nmax-length-factor: 3\nallow-unk: true\n");
  succeeded(import_from(place / "marian", place / "run"));
  const Json config = json_of(place / "run/config.json");
  CHECK(config["search"]["beam"] == 3);
  CHECK(config["search"]["alpha"] == 0.6);
  CHECK(config["search"]["max_length_factor"] == 3);
  CHECK(config["search"]["max_length_offset"] == 0);
  CHECK(config["search"]["unknown"] == "allow");
  CHECK(config["tokenizer"]["vocabulary"] == "sentencepiece");  // which numbers them the same way
  std::filesystem::remove(place / "marian/target.spm");
  check_error(import_from(place / "marian", place / "other"), 1, "target.spm");
  for (const char* name : {"marian/a.decoder.yml", "marian/b.decoder.yml"})
    std::filesystem::copy(place / "marian/decoder.yml", place / name);
  check_error(import_from(place / "marian", place / "other"), 1, "target.spm");  // of decoder.yml
  std::filesystem::remove(place / "marian/decoder.yml");
  check_error(import_from(place / "marian", place / "other"), 1, "2 files *decoder.yml");
}

TEST_CASE("Marian's table of tokens may have a token <pad>, which is not padding") {
  const TemporaryFolder place;
  write_marian_folder(place / "marian");
  std::filesystem::rename(place / "marian/vocab.spm", place / "marian/source.spm");
  std::filesystem::copy(place / "marian/source.spm", place / "marian/target.spm");
  Json vocabulary = json_of(exported() + "/vocab.json");
  vocabulary["<pad>"] = vocabulary["a"];
  vocabulary.erase("a");
  write_text(place / "marian/vocab.json", vocabulary.dump());
  succeeded(import_from(place / "marian", place / "run"));
  CHECK(json_of(place / "run/vocabulary.json").back() == "<pad>_");
}

TEST_CASE("settings of Marian's decoder.yml that are not imported are named") {
  const TemporaryFolder place;
  write_marian_folder(place / "marian");
  const auto import_with = [&](const std::string& settings) {
    write_text(place / "marian/decoder.yml", settings);
    std::filesystem::remove_all(place / "run");
    return succeeded(import_from(place / "marian", place / "run")).err;
  };
  CHECK_THAT(import_with("word-penalty: 0.5\n"),
             ContainsSubstring("word-penalty") && !ContainsSubstring("normalize"));
  for (const char* normalize : {"12", "-1"})
    CHECK_THAT(import_with(std::string("normalize: ") + normalize),
               ContainsSubstring("a normalize outside of 0 to 10"));
  for (const char* sampling : {"[full]", "true"})
    CHECK_THAT(import_with(std::string("output-sampling: ") + sampling),
               ContainsSubstring("output-sampling"));
  for (const char* sampling : {"[]", "false"})
    CHECK_THAT(import_with(std::string("output-sampling: ") + sampling),
               !ContainsSubstring("not taken over"));
}

}  // namespace dragoman

#include <algorithm>
#include <cmath>

#include "foreign_folders.h"

namespace dragoman {

TEST_CASE("an exported model that is imported has the same weights and tokenizer") {
  const TemporaryFolder place;
  succeeded(import_from(exported(), place / "run"));
  CHECK(weights_of(place / "run").size() > 0);
  const std::string original = TinyRun::get().run();
  CHECK(content_of(place / "run/tokenizer.model") == content_of(original + "/tokenizer.model"));
  CHECK(weights_in(place / "run") == weights_in(original));
  CHECK(translations(place / "run") == translations(original));
}

TEST_CASE("an exported folder says what transformers asks for") {
  const Json config = json_of(exported() + "/config.json");
  const int64_t size = config["vocab_size"];
  CHECK(config["model_type"] == "marian");
  CHECK(config["architectures"] == Json::array({"MarianMTModel"}));
  CHECK(config["pad_token_id"] == size - 1);
  CHECK(config["decoder_start_token_id"] == size - 1);
  CHECK(config["scale_embedding"] == true);
  const Json generation = json_of(exported() + "/generation_config.json");
  const Json padding = Json::array({size - 1}), unknown = Json::array({1});
  CHECK(generation["bad_words_ids"] == Json::array({padding, unknown}));
  CHECK(generation["num_beams"] == 2);
  CHECK(generation["early_stopping"] == true);
  const Json vocabulary = json_of(exported() + "/vocab.json");
  CHECK(static_cast<int64_t>(vocabulary.size()) == size);
  CHECK(vocabulary["</s>"] == 0);
  CHECK(vocabulary["<unk>"] == 1);
  CHECK(vocabulary["<pad>"] == size - 1);
  CHECK(content_of(exported() + "/source.spm") == content_of(exported() + "/target.spm"));
  CHECK(json_of(exported() + "/tokenizer_config.json")["source_lang"] == "en");
}

/// Exports the tiny run with other settings of search, and returns its generation_config.json.
Json exported_generation(const Json& search) {
  const TemporaryFolder place;
  const std::string run = TinyRun::get().copy_to(place);
  change_json(run + "/config.json", [&](Json& json) { json["search"].update(search); });
  succeeded(export_to(run, place / "hf"));
  return json_of(place / "hf/generation_config.json");
}

TEST_CASE("a shortest length above the maximal one is exported as a longer maximal length") {
  const Json limits{{"min_length", 20}, {"max_length_factor", 0}, {"max_length_offset", 8}};
  const Json generation = exported_generation(limits);
  CHECK(generation["min_length"] == 20);
  CHECK(generation["max_length"] == 21);  // the start, too
}

TEST_CASE("an exported folder forbids end of sentence where transformers heeds it") {
  const Json generation = exported_generation({{"suppress", {"</s>", "a"}}});
  CHECK(generation["suppress_tokens"] == Json::array({0}));
  for (const Json& ids : generation["bad_words_ids"]) CHECK(ids != Json::array({0}));
}

TEST_CASE("a model with a vocabulary of its own translates as the one with SentencePiece's ids") {
  const TemporaryFolder place;
  const std::string folder = copy_of_export(place);
  number_backwards(folder);
  succeeded(import_from(folder, place / "run"));
  CHECK(json_of(place / "run/config.json")["tokenizer"]["vocabulary"] == "shared");
  CHECK(json_of(place / "run/vocabulary.json").back() == "<pad>");
  CHECK(translations(place / "run") == translations(TinyRun::get().run()));

  succeeded(run_program("pack " + quoted(place / "run") + " --out " + quoted(place / "packed")));
  CHECK(std::filesystem::exists(place / "packed/vocabulary.json"));
  CHECK(translations(place / "packed") == translations(place / "run"));
}

/// Imports the tiny run with another vocabulary for each language, and returns the model folder.
std::string run_with_two_vocabularies(const TemporaryFolder& place) {
  const std::string folder = copy_of_export(place);
  number_backwards(folder);
  change_json(folder + "/tokenizer_config.json",
              [](Json& json) { json["separate_vocabs"] = true; });
  std::filesystem::copy(folder + "/vocab.json", folder + "/target_vocab.json");
  change_json(folder + "/target_vocab.json", [](Json& json) { std::swap(json["a"], json["b"]); });
  succeeded(import_from(folder, place / "run"));
  return place / "run";
}

TEST_CASE("vocabularies of source and target may be two") {
  const TemporaryFolder place;
  run_with_two_vocabularies(place);
  CHECK(json_of(place / "run/config.json")["tokenizer"]["vocabulary"] == "separate");
  CHECK(json_of(place / "run/vocabulary.source.json") !=
        json_of(place / "run/vocabulary.target.json"));
  succeeded(run_program("translate " + quoted(place / "run") + " --input " +
                        quoted(TinyRun::get().corpus("valid.en"))));
}

TEST_CASE("one matrix for two vocabularies needs as many tokens in both") {
  const TemporaryFolder place;
  const std::string run = run_with_two_vocabularies(place);
  change_json(run + "/vocabulary.source.json",
              [](Json& tokens) { tokens.insert(tokens.begin() + 5, "one more"); });
  check_error(run_program("translate " + quoted(run) + " </dev/null"), 1,
              "model.shared_embeddings is all, but the source has");
}

TEST_CASE("two vocabularies are exported for transformers alone, if their ends have one id") {
  const TemporaryFolder place;
  const std::string run = run_with_two_vocabularies(place);
  const Outcome outcome = succeeded(export_to(run, place / "out"));
  CHECK_THAT(outcome.err, ContainsSubstring("do not convert the folder for CTranslate2"));
  const std::string file = run + "/vocabulary.target.json";
  const Json tokens = json_of(file);
  for (const auto& [token, says] :
       {std::pair{"</s>", "end of sentence"}, {"<unk>", "the unknown token"}}) {
    Json other = tokens;
    std::swap(*std::find(other.begin(), other.end(), token), other[5]);
    write_text(file, other.dump());
    check_error(export_to(run, place / "other"), 2, says);
  }
}

TEST_CASE("an imported model can be trained on, and the run takes its vocabulary along") {
  const TemporaryFolder place;
  const std::string folder = copy_of_export(place);
  number_backwards(folder);
  bias_logits(folder);
  succeeded(import_from(folder, place / "imported"));
  CHECK(json_of(place / "imported/config.json")["model"]["output_bias"] == true);
  succeeded(run_program(
      train_tiny(place / "run",
                 "--set train.from=" + place / "imported" +
                     " --set train.updates=2 --set train.checkpoint_every=1 --set train.keep=last "
                     "--set data.bpe_dropout=0.1")));
  CHECK(content_of(place / "run/vocabulary.json") ==
        content_of(place / "imported/vocabulary.json"));
  CHECK(run_program("average " + quoted(place / "run")).status == 0);
  const auto before = by_name(weights_in(place / "imported")),
             after = by_name(weights_in(place / "run"));
  CHECK_FALSE(before.at("output_bias") == after.at("output_bias"));
  CHECK(count_lines(translations(place / "run")) > 0);
}

TEST_CASE("an imported model with a vocabulary is trained on by two files of text") {
  const TemporaryFolder place;
  const TinyRun& tiny = TinyRun::get();
  const std::string folder = copy_of_export(place);
  number_backwards(folder);
  succeeded(import_from(folder, place / "imported"));
  const std::string from = " --set train.from=" + place / "imported";
  const Outcome outcome =
      succeeded(run_program("train --source " + quoted(tiny.corpus("train.en")) + " --target " +
                            quoted(tiny.corpus("train.de")) + " --out " + quoted(place / "run") +
                            from + " --set train.updates=2"));
  CHECK_THAT(outcome.err, ContainsSubstring("validation at update 0: ") &&
                              ContainsSubstring("validation at update 2: "));
  CHECK(content_of(place / "run/vocabulary.json") ==
        content_of(place / "imported/vocabulary.json"));
  const Outcome config = run_program("config " + quoted(place / "run/train.json"));
  INFO(config.err);
  CHECK_THAT(config.out, ContainsSubstring("\"vocabulary\": \"shared\""));
}

TEST_CASE("an imported model that forbids tokens is not trained on") {
  const TemporaryFolder place;
  const std::string folder = copy_of_export(place);
  bias_logits(folder, -INFINITY);
  succeeded(import_from(folder, place / "imported"));
  const Outcome outcome =
      run_program(train_tiny(place / "run", "--set train.from=" + place / "imported"));
  CHECK(outcome.status == 2);
  CHECK_THAT(outcome.err, ContainsSubstring("forbids tokens (output_bias is minus infinity)"));
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
    json["do_sample"] = true;
  });
  // An older folder says it all in config.json.
  std::filesystem::copy(folder, place / "old");
  change_json(place / "old/config.json",
              [&](Json& json) { json.update(json_of(folder + "/generation_config.json")); });
  std::filesystem::remove(place / "old/generation_config.json");
  for (const std::string& from : {folder, place / "old"}) {
    const Outcome outcome = import_from(from, from + "-run");
    REQUIRE(outcome.status == 0);
    CHECK_THAT(outcome.err,
               ContainsSubstring("do_sample") && ContainsSubstring("sequences of several tokens"));
    const Json search = json_of(from + "-run/config.json")["search"];
    CHECK(search["beam"] == 6);
    CHECK(search["length_penalty"] == "length");
    CHECK(search["alpha"] == 0.5);
    CHECK(search["max_length_offset"] == 39);
    CHECK(search["suppress"] == Json::array({"b", "a"}));
  }
}

TEST_CASE("settings of decoding are exported, and come back") {
  const TemporaryFolder place;
  const std::string run = TinyRun::get().copy_to(place);
  const Json set{{"beam", 3},
                 {"alpha", 0.75},
                 {"no_repeat_ngram", 3},
                 {"repetition_penalty", 1.25},
                 {"min_length", 4},
                 {"min_length_factor", 0.5},
                 {"max_length_factor", 0},
                 {"max_length_offset", 30},
                 {"suppress", {"a"}}};
  change_json(run + "/config.json", [&](Json& json) { json["search"].update(set); });
  const Outcome outcome = succeeded(export_to(run, place / "hf"));
  CHECK_THAT(outcome.err, ContainsSubstring("min_length_factor"));
  const Json generation = json_of(place / "hf/generation_config.json");
  CHECK(generation["no_repeat_ngram_size"] == 3);
  CHECK(generation["repetition_penalty"] == 1.25);
  CHECK(generation["min_length"] == 4);
  CHECK(generation["max_length"] == 31);
  CHECK_FALSE(generation.contains("max_new_tokens"));
  succeeded(import_from(place / "hf", place / "again"));
  Json expected = set;
  expected["min_length_factor"] = 0;
  const Json search = json_of(place / "again/config.json")["search"];
  for (const auto& [name, value] : expected.items()) {
    INFO(name);
    CHECK(search[name] == value);
  }
}

}  // namespace dragoman

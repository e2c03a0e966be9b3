#include "model_folder/config.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <functional>

#include "app/commands.h"
#include "catch.h"
#include "io/settings_describe.h"

namespace dragoman {
namespace {

const std::string kConfigs = DRAGOMAN_SOURCE_DIR "/configs/";
constexpr const char* kShipped[] = {"demo", "multi30k", "multi30k-best",
                                    "base", "big",      "language_model"};

using Assignments = std::vector<std::string>;

// A configuration that may be trained, changed as `overrides` say.
Config load(const Assignments& overrides) {
  Assignments all{"train.schedule=inverse-sqrt"};
  all.insert(all.end(), overrides.begin(), overrides.end());
  return load_config(kConfigs + "demo.json", all);
}

// The same of a language model, changed as `overrides` say.
Config load_language_model(const Assignments& overrides) {
  Assignments all{"model.architecture=language-model", "data.train=[{\"target\": \"a.txt\"}]",
                  "data.valid={\"target\": \"b.txt\"}"};
  all.insert(all.end(), overrides.begin(), overrides.end());
  return load(all);
}

class ConfigFolder {
 public:
  ConfigFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "config_test.XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~ConfigFolder() { std::filesystem::remove_all(path_); }
  ConfigFolder(const ConfigFolder&) = delete;
  ConfigFolder& operator=(const ConfigFolder&) = delete;

  std::string write(const std::string& name, const std::string& content) const {
    const std::string path = path_ + "/" + name;
    std::ofstream(path) << content;
    return path;
  }

 private:
  std::string path_;
};

}  // namespace

TEST_CASE("config: the shipped configurations load") {
  for (const std::string name : kShipped) {
    INFO(name);
    const Config config = load_config(kConfigs + name + ".json", {});
    CHECK(config.model.is_language_model() == (name == "language_model"));
    if (!config.model.is_language_model()) {
      CHECK(config.data.source_language == "en");
      CHECK(config.data.target_language == "de");
    }
    CHECK(config.data.train.size() == 1);
    CHECK_FALSE(config.data.valid.empty());
  }
}

TEST_CASE("config: the shipped configurations comment every key that they set") {
  for (const std::string name : kShipped) {
    std::ifstream file(kConfigs + name + ".json");
    bool comment_above = false;
    for (std::string line; std::getline(file, line);) {
      const bool has_comment = line.find("// ") != std::string::npos;
      const size_t start = line.find_first_not_of(' ');
      INFO(name << ": " << line);
      if (start != std::string::npos && line[start] == '"') CHECK((has_comment || comment_above));
      comment_above = start != std::string::npos && line.compare(start, 2, "//") == 0;
    }
  }
}

TEST_CASE("config: base and big are rows of the paper's Table 3") {
  const Config base = load_config(kConfigs + "base.json", {});
  CHECK(base.model.encoder_layers == 6);
  CHECK(base.model.decoder_layers == 6);
  CHECK(base.model.width == 512);
  CHECK(base.model.feed_forward == 2048);
  CHECK(base.model.heads == 8);
  CHECK(base.model.dropout == 0.1);
  CHECK(base.train.label_smoothing == 0.1);
  CHECK(base.train.updates == 100000);

  const Config big = load_config(kConfigs + "big.json", {});
  CHECK(big.model.encoder_layers == 6);
  CHECK(big.model.decoder_layers == 6);
  CHECK(big.model.width == 1024);
  CHECK(big.model.feed_forward == 4096);
  CHECK(big.model.heads == 16);
  CHECK(big.model.dropout == 0.3);
  CHECK(big.train.label_smoothing == 0.1);
  CHECK(big.train.updates == 300000);
}

TEST_CASE("config: what is printed, with or without comments, loads as the same configuration") {
  const ConfigFolder folder;
  for (const std::string name : kShipped) {
    const Config config = load_config(kConfigs + name + ".json", {"train.seed=7"});
    const std::string plain = folder.write("plain.json", write_settings(config).dump(2));
    const std::string annotated = folder.write("annotated.json", annotate_settings(config));
    CHECK(write_settings(load_config(plain, {})) == write_settings(config));
    CHECK(write_settings(load_config(annotated, {})) == write_settings(config));
  }
}

TEST_CASE("config: overrides are applied in order, before the whole is checked") {
  const Config config = load({"train.updates=5", "train.updates=500", "model.width=96",
                              "model.heads=3", "data.train.1.tsv=more.tsv.gz"});
  CHECK(config.train.updates == 500);
  CHECK(config.model.width == 96);
  REQUIRE(config.data.train.size() == 2);
  CHECK(config.data.train[1].tsv == "more.tsv.gz");
}

TEST_CASE("config: mistakes in the file name file, key and what was meant") {
  const ConfigFolder folder;
  const std::string path = folder.write("c.json", R"({"model": {"dropuot": 0.1}})");
  CHECK_THROWS_WITH(load_config(path, {}),
                    "unknown key `dropuot` in model (" + path + "), did you mean `dropout`?");
  CHECK_THROWS_WITH(load({"train.best=belu"}),
                    "train.best is \"belu\", but must be one of bleu, chrf, loss (--set)");
}

TEST_CASE("config: a contradiction is refused with its key, its value and the file") {
  CHECK_THROWS_WITH(load({"model.heads=3"}),
                    "model.heads is 3, but must divide model.width (128); change one of the two (" +
                        kConfigs + "demo.json)");

  const auto refused = [](const Assignments& overrides, const std::string& message) {
    CHECK_THROWS_AS(load(overrides), std::invalid_argument);
    CHECK_THROWS_WITH(load(overrides), ContainsSubstring(message));
  };
  refused({"model.width=127", "model.heads=1"}, "model.width is 127, but must be even");
  refused({"tokenizer.shared=false"}, "model.shared_embeddings is all");
  refused({"tokenizer.target_model=de.model"}, "tokenizer.target_model is de.model");
  refused({"tokenizer.byte_fallback=true", "tokenizer.vocabulary_size=259"}, "more than 259");
  refused({"tokenizer.vocabulary_size=5000000000"}, "an integer between 4 and 2147483647");
  refused({"data.max_length=128"}, "data.max_length is 128, but must be less than model.max_len");
  refused({"train.parts=1025"}, "train.parts is 1025, more than train.update_tokens (1024)");
  refused({"train.update_tokens=64"}, "train.update_tokens is 64, but must be more than data.m");
  refused({"train.beta1=1"}, "train.beta1");
  refused({"train.beta2=1"}, "train.beta2");
  refused({"train.epsilon=0"}, "train.epsilon is 0");
  refused({"train.warmup=0"}, "train.warmup is 0");
  refused({"train.device=gpu"}, "train.device is \"gpu\"");
  refused({"train.device=cuda:"}, "train.device is \"cuda:\"");
  refused({"data.valid={}", "train.keep=last", "train.patience=3"}, "train.patience is 3");
  refused({"data.valid={}", "train.keep=best"}, "train.keep is best");
  refused({"train.updates=0"}, "training would never end");
  refused({"data.valid.tsv=v.tsv"}, "data.valid has tsv (v.tsv) and source or target");
  refused({"data.train.0.weight=-1"},
          "data.train.0.weight is -1, but must be a number between 0 and 10000");
  refused({"data.train.0.weight=1e12"}, "must be a number between 0 and 10000");
  refused({"train.samples=1000000000"}, "must be an integer between 0 and 1000");
  refused({"data.train.0.weight=0"}, "the weights of all corpora of data.train are 0");
  refused({"data.valid.weight=2"}, "data.valid.weight is set");
  refused({"data.min_length=9", "data.max_length=8"}, "data.min_length is 9");
  refused({"data.train=[{\"tsv\": \"-\"}]"}, "no tokenizer can be trained on it");
  refused({"data.train=[{\"tsv\": \"-\"}, {\"tsv\": \"b\"}]"}, "beside other corpora");
  refused({"data.train.0.source=-"}, "data.train.0.tsv=-");
  refused({"data.valid={\"tsv\": \"-\"}"}, "data.valid is read from stdin");
  refused({"data.bpe_dropout=0.1", "data.unigram_alpha=0.1"}, "both set");
  refused({"data.unigram_alpha=0.1"}, "goes with tokenizer.type unigram, not bpe");
  refused({"data.bpe_dropout=0.1", "tokenizer.type=char"},
          "goes with tokenizer.type bpe, not char");
  refused({"train.schedule=cosine", "train.updates=0", "train.epochs=3"}, "raise train.updates");
  refused({"train.schedule=linear", "train.updates=100", "train.warmup=100"},
          "raise train.updates, lower train.warmup, or choose another schedule");
  refused({"train.keep=average-best"}, "train.keep_best is 1");
  refused({"train.keep=average", "train.moving_average=0.999"}, "both average");
  refused({"search.protect=[\"default\", \"(unclosed\"]"},
          "search.protect: `(unclosed` is neither");
  refused({"train.r_drop=5", "model.dropout=0", "model.attention_dropout=0"},
          "train.r_drop is set");
  refused({"data.train.1.source=x"}, "data.train.1 needs both source and target");
}

TEST_CASE("config: what lies just inside a contradiction is allowed") {
  CHECK_NOTHROW(load({"tokenizer.shared=false", "model.shared_embeddings=target",
                      "tokenizer.target_model=de.model"}));
  CHECK_NOTHROW(load({"data.max_length=127"}));
  CHECK_NOTHROW(load({"train.update_tokens=65"}));
  CHECK_NOTHROW(load({"train.r_drop=5", "model.dropout=0", "model.attention_dropout=0.1"}));
  CHECK_NOTHROW(load({"train.warmup=0", "train.schedule=constant"}));
  CHECK_NOTHROW(load({"train.device=cuda:12"}));
  CHECK_NOTHROW(load({"data.valid={}", "train.keep=last"}));
  CHECK_NOTHROW(load({"data.train=[]", "data.valid={}"}));
  CHECK_NOTHROW(load({"tokenizer.byte_fallback=true", "tokenizer.vocabulary_size=260"}));
  CHECK_NOTHROW(load({"data.unigram_alpha=0.1", "tokenizer.type=unigram"}));
  CHECK_NOTHROW(load({"train.schedule=cosine", "train.updates=5000"}));
  CHECK_NOTHROW(load({"train.keep=average-best", "train.keep_best=2"}));
  CHECK_NOTHROW(load({"data.train=[{\"tsv\": \"-\"}]", "tokenizer.model=m", "train.updates=0"}));
  CHECK_NOTHROW(check_config(Config{}));
}

TEST_CASE("config: a language model learns from targets alone, and only a language model does") {
  const auto refused = [](const Assignments& overrides, const std::string& message) {
    CHECK_THROWS_AS(load_language_model(overrides), std::invalid_argument);
    CHECK_THROWS_WITH(load_language_model(overrides), ContainsSubstring(message));
  };
  const std::string alone = "but a language model learns from target alone";
  CHECK_NOTHROW(load_language_model({}));
  refused({"data.train.0.source=s"}, "data.train.0.source is set (s), " + alone);
  refused({"data.train.1.tsv=t"}, "data.train.1.tsv is set (t), " + alone);
  refused({"data.train.0.tag=<t>"}, "data.train.0.tag is set (<t>), " + alone);
  refused({"data.valid.source=s"}, "data.valid.source is set (s), " + alone);
  refused({"data.train.1.weight=2"}, "data.train.1 names no target");
  refused({"data.train.0.target=-"}, "data.train.0.target is - (stdin)");
  refused({"data.valid.target=-"}, "data.valid.target is - (stdin)");
  refused({"model.architecture=translator"},
          "data.train.0 has target (a.txt) alone, which only a language model learns from");
  refused({"tokenizer.shared=false"}, "a language model has one vocabulary");
  refused({"data.bpe_dropout=0.1", "data.sampled_sides=source"}, "data.sampled_sides is source");
  CHECK_NOTHROW(load_language_model({"data.bpe_dropout=0.1"}));
  CHECK_NOTHROW(load_language_model({"model.shared_embeddings=target"}));
}

TEST_CASE("config: a stream is the text of a language model with white space kept") {
  const Assignments stream{"data.layout=stream", "tokenizer.keep_whitespace=true"};
  const auto with = [&](Assignments overrides) {
    overrides.insert(overrides.begin(), stream.begin(), stream.end());
    return load_language_model(overrides);
  };
  CHECK_NOTHROW(with({}));
  CHECK_NOTHROW(with({"tokenizer.keep_whitespace=false", "tokenizer.model=m"}));
  CHECK_THROWS_WITH(with({"tokenizer.keep_whitespace=false"}),
                    ContainsSubstring("tokenizer.keep_whitespace is false"));
  CHECK_THROWS_WITH(with({"data.bpe_dropout=0.1"}), ContainsSubstring("no sampled segmentations"));
  CHECK_THROWS_WITH(with({"tokenizer.type=none"}), ContainsSubstring("tokenizer.type none"));
  CHECK_THROWS_WITH(with({"tokenizer.normalization=nfkc"}),
                    ContainsSubstring("tokenizer.normalization is nfkc"));
  CHECK_THROWS_WITH(load({"data.layout=stream"}),
                    ContainsSubstring("data.layout is stream, but model.architecture is"));
}

TEST_CASE("config: the norm of a language model is pre, unless the file or --set says otherwise") {
  CHECK(load_config(kConfigs + "base.json", {}).model.norm == NormPosition::kPost);
  CHECK(load_language_model({}).model.norm == NormPosition::kPre);
  CHECK(load_language_model({"model.norm=post"}).model.norm == NormPosition::kPost);
  const ConfigFolder folder;
  const auto norm_of = [&](const std::string& model) {
    const std::string path = folder.write("c.json", "{\"model\": {" + model + "}}");
    return load_config(path, {}).model.norm;
  };
  CHECK(norm_of(R"("architecture": "language-model")") == NormPosition::kPre);
  CHECK(norm_of(R"("architecture": "language-model", "norm": "post")") == NormPosition::kPost);
  CHECK(norm_of(R"("architecture": "translator")") == NormPosition::kPost);
}

TEST_CASE("config: the tokenizer of a folder is taken with its settings") {
  const ConfigFolder folder;
  const std::string path = folder.write("config.json", R"({"tokenizer": {"type": "char",
    "vocabulary_size": 77, "shared": false, "model": "elsewhere.model"}})");
  const std::string run = path.substr(0, path.rfind('/'));
  const Config config =
      load({"tokenizer.from=" + run, "model.shared_embeddings=target", "tokenizer.type=bpe"});
  CHECK(config.tokenizer.from == run);
  CHECK(config.tokenizer.type == TokenizerType::kChar);
  CHECK(config.tokenizer.vocabulary_size == 77);
  CHECK(!config.tokenizer.shared);
  CHECK(config.tokenizer.model.empty());
  CHECK(load_language_model({"tokenizer.from=" + run}).tokenizer.shared);
  CHECK_NOTHROW(load({"tokenizer.from=" + run, "model.shared_embeddings=target",
                      "data.train=[{\"tsv\": \"-\"}]"}));
  CHECK_THROWS_WITH(
      load({"tokenizer.from=" + run, "model.shared_embeddings=target", "tokenizer.model=m"}),
      ContainsSubstring("tokenizer.from is " + run + ", but tokenizer.model"));
  CHECK_THROWS_WITH(load({"tokenizer.from=" + run + "/none"}),
                    ContainsSubstring("is not a model folder"));
}

TEST_CASE("config: the reference has every key once") {
  const std::string reference = describe_settings(Config{});
  for (const std::string key : {"data.train.N.source", "tokenizer.vocabulary_size", "model.width",
                                "train.updates", "search.beam"}) {
    INFO(key);
    const size_t found = reference.find("\n" + key + " = ");
    REQUIRE(found != std::string::npos);
    CHECK(reference.find("\n" + key + " = ", found + 1) == std::string::npos);
  }
}

TEST_CASE("config command: --set takes one value, so that CONFIG may follow it") {
  CLI::App command;
  std::function<int()> run;
  add_config_command(command, run);
  CHECK_FALSE(run);
  CHECK_NOTHROW(command.parse("--set train.seed=7 none.json --set train.updates=3"));
  REQUIRE(run);
  CHECK_THROWS_WITH(run(), ContainsSubstring("none.json"));
}

}  // namespace dragoman

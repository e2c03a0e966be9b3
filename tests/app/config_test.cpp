#include "model_folder/config.h"

#include <CLI/CLI.hpp>
#include <functional>

#include "app/commands.h"
#include "catch.h"
#include "demo_config.h"
#include "io/settings_describe.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {
namespace {

/// The same of a language model, changed as `overrides` say.
Config load_language_model(const Assignments& overrides) {
  Assignments all{"model.architecture=language-model", "data.train=[{\"target\": \"a.txt\"}]",
                  "data.valid={\"target\": \"b.txt\"}"};
  all.insert(all.end(), overrides.begin(), overrides.end());
  return load_demo(all);
}

}  // namespace

TEST_CASE("config: overrides are applied in order, before the whole is checked") {
  const Config config = load_demo({"train.updates=5", "train.updates=500", "model.width=96",
                                   "model.heads=3", "data.train.1.tsv=more.tsv.gz"});
  CHECK(config.train.updates == 500);
  CHECK(config.model.width == 96);
  REQUIRE(config.data.train.size() == 2);
  CHECK(config.data.train[1].tsv == "more.tsv.gz");
}

TEST_CASE("config: mistakes in the file name file, key and what was meant") {
  const TemporaryFolder folder;
  const std::string path = written_file(folder / "c.json", R"({"model": {"dropuot": 0.1}})");
  CHECK_THROWS_WITH(load_config(path, {}),
                    "unknown key `dropuot` in model (" + path + "), did you mean `dropout`?");
  CHECK_THROWS_WITH(load_demo({"train.best=belu"}),
                    "train.best is \"belu\", but must be one of bleu, chrf, loss (--set)");
}

TEST_CASE("config: sizes that no model has are refused before anything is counted") {
  const std::string most = "9223372036854775806";
  for (const std::string key :
       {"encoder_layers", "decoder_layers", "width", "feed_forward", "heads", "alignment_heads"})
    CHECK_THROWS_WITH(load_demo({"model." + key + "=" + most}),
                      ContainsSubstring("model." + key + " is " + most + ", but must be"));
}

TEST_CASE("config: a contradiction is refused with its key, its value and the file") {
  CHECK_THROWS_WITH(load_demo({"model.heads=3"}),
                    "model.heads is 3, but must divide model.width (128); change one of the two (" +
                        std::string(kDemoConfig) + ")");
  check_refused({"model.width=127", "model.heads=1"}, "model.width is 127, but must be even");
  check_refused({"tokenizer.shared=false"}, "model.shared_embeddings is all");
  check_refused({"tokenizer.target_model=de.model"}, "tokenizer.target_model is de.model");
  check_refused({"tokenizer.byte_fallback=true", "tokenizer.vocabulary_size=259"}, "more than 259");
  check_refused({"tokenizer.vocabulary_size=5000000000"}, "an integer between 4 and 2147483647");
  check_refused({"data.max_length=129"},
                "data.max_length is 129, more than model.max_length (128); lower the one");
  check_refused({"data.valid.tsv=v.tsv"}, "data.valid has tsv (v.tsv) and source or target");
  check_refused({"data.train.0.weight=-1"},
                "data.train.0.weight is -1, but must be a number between 0 and 1000000000");
  check_refused({"data.train.0.weight=1e12"}, "must be a number between 0 and 1000000000");
  check_refused({"data.train.0.tag=<a b>"}, "data.train.0.tag is empty or holds white space");
  check_refused({"data.train.0.tag=</s>"}, "data.train.0.tag is </s>, a token that the vocabulary");
  check_refused({"data.valid.tag=<unk>"}, "data.valid.tag is <unk>, a token that the vocabulary");
  check_refused({"data.train.0.weight=0"}, "the weights of all corpora of data.train are 0");
  check_refused({"data.valid.weight=2"}, "data.valid.weight is set");
  check_refused({"data.min_length=9", "data.max_length=8"}, "data.min_length is 9");
  check_refused({"data.train=[{\"tsv\": \"-\"}]"}, "no tokenizer can be trained on it");
  check_refused({"data.train=[{\"tsv\": \"-\"}, {\"tsv\": \"b\"}]"}, "beside other corpora");
  check_refused({"data.train.0.source=-"}, "data.train.0.tsv=-");
  check_refused({"data.valid={\"tsv\": \"-\"}"}, "data.valid is read from stdin");
  check_refused({"data.bpe_dropout=0.1", "data.unigram_alpha=0.1"}, "both set");
  check_refused({"data.unigram_alpha=0.1"}, "goes with tokenizer.type unigram, not bpe");
  check_refused({"data.bpe_dropout=0.1", "tokenizer.type=char"},
                "goes with tokenizer.type bpe, not char");
  check_refused({"search.protect=[\"default\", \"(unclosed\"]"},
                "search.protect: `(unclosed` is neither");
  check_refused({"data.train.1.source=x"}, "data.train.1 needs both source and target");
}

TEST_CASE("config: a key without its section is told with it") {
  check_refused({"updates=100"}, "unknown key `updates` in --set, did you mean `train.updates`?");
  check_refused({"from=x"}, "did you mean `tokenizer.from` or `train.from`?");
  check_refused({"trian.updates=1"}, "unknown key `trian` (--set), did you mean `train`?");
  CHECK_NOTHROW(load_demo({"model={}"}));  // a section, and a setting of tokenizer
}

TEST_CASE("config: a contradiction in how to train is refused") {
  check_refused({"train.parts=1025"}, "train.parts is 1025, more than train.update_tokens (1024)");
  check_refused({"train.update_tokens=64"},
                "train.update_tokens is 64, but must be more than data.m");
  check_refused({"train.beta1=1"}, "train.beta1");
  check_refused({"train.beta2=1"}, "train.beta2");
  check_refused({"train.epsilon=0"}, "train.epsilon is 0");
  check_refused({"train.warmup=0"}, "train.warmup is 0");
  check_refused({"train.device=gpu"}, "train.device is \"gpu\"");
  check_refused({"train.device=cuda:"}, "train.device is \"cuda:\"");
  check_refused({"data.valid={}", "train.keep=last", "train.patience=3"}, "train.patience is 3");
  check_refused({"data.valid={}", "train.keep=best"}, "train.keep is best");
  check_refused({"train.updates=0"}, "training would never end");
  check_refused({"train.samples=1000000000"}, "must be an integer between 0 and 1000");
  check_refused({"train.schedule=cosine", "train.updates=0", "train.epochs=3"},
                "raise train.updates");
  check_refused({"train.schedule=linear", "train.updates=100", "train.warmup=100"},
                "raise train.updates, lower train.warmup, or choose another schedule");
  check_refused(
      {"train.final_rate=1e-5"},
      "train.final_rate is 1e-05, but the rate of train.schedule inverse-sqrt has no end");
  check_refused({"train.schedule=linear", "train.updates=5000", "train.final_rate=0.5",
                 "train.learning_rate=0.25"},
                "train.final_rate is 0.5, more than train.learning_rate (0.25)");
  check_refused({"train.keep=average-best"}, "raise it, as by --set train.keep_best=5");
  check_refused({"train.keep=average", "train.moving_average=0.999"}, "both average");
  check_refused({"train.r_drop=5", "model.dropout=0", "model.attention_dropout=0"},
                "train.r_drop is set");
}

TEST_CASE("config: what lies just inside a contradiction is allowed") {
  CHECK_NOTHROW(load_demo({"tokenizer.shared=false", "model.shared_embeddings=target",
                           "tokenizer.target_model=de.model"}));
  CHECK_NOTHROW(load_demo({"data.max_length=128"}));
  CHECK_NOTHROW(load_demo({"train.update_tokens=65"}));
  CHECK_NOTHROW(load_demo({"train.r_drop=5", "model.dropout=0", "model.attention_dropout=0.1"}));
  CHECK_NOTHROW(load_demo({"train.warmup=0", "train.schedule=constant"}));
  CHECK_NOTHROW(load_demo({"train.device=cuda:12"}));
  CHECK_NOTHROW(load_demo({"data.valid={}", "train.keep=last"}));
  CHECK_NOTHROW(load_demo({"data.train=[]", "data.valid={}"}));
  CHECK_NOTHROW(load_demo({"tokenizer.byte_fallback=true", "tokenizer.vocabulary_size=260"}));
  CHECK_NOTHROW(load_demo({"data.unigram_alpha=0.1", "tokenizer.type=unigram"}));
  CHECK_NOTHROW(load_demo({"train.schedule=cosine", "train.updates=5000"}));
  CHECK_NOTHROW(load_demo({"train.schedule=linear", "train.updates=5000", "train.final_rate=0.25",
                           "train.learning_rate=0.25"}));
  CHECK_NOTHROW(load_demo({"train.keep=average-best", "train.keep_best=2"}));
  CHECK_NOTHROW(
      load_demo({"data.train=[{\"tsv\": \"-\"}]", "tokenizer.model=m", "train.updates=0"}));
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
  CHECK_THROWS_WITH(load_demo({"data.layout=stream"}),
                    ContainsSubstring("data.layout is stream, but model.architecture is"));
}

TEST_CASE("config: the norm of a language model is pre, unless the file or --set says otherwise") {
  CHECK(load_config(DRAGOMAN_SOURCE_DIR "/configs/base.json", {}).model.norm ==
        NormPosition::kPost);
  CHECK(load_language_model({}).model.norm == NormPosition::kPre);
  CHECK(load_language_model({"model.norm=post"}).model.norm == NormPosition::kPost);
  const TemporaryFolder folder;
  const auto norm_of = [&](const std::string& model) {
    const std::string path = written_file(folder / "c.json", "{\"model\": {" + model + "}}");
    return load_config(path, {}).model.norm;
  };
  CHECK(norm_of(R"("architecture": "language-model")") == NormPosition::kPre);
  CHECK(norm_of(R"("architecture": "language-model", "norm": "post")") == NormPosition::kPost);
  CHECK(norm_of(R"("architecture": "translator")") == NormPosition::kPost);
}

TEST_CASE("config: the tokenizer of a folder is taken with its settings") {
  const TemporaryFolder folder;
  const std::string path = written_file(folder / "config.json", R"({"tokenizer": {"type": "char",
    "vocabulary_size": 77, "shared": false, "model": "elsewhere.model"}})");
  const std::string run = path.substr(0, path.rfind('/'));
  const Config config =
      load_demo({"tokenizer.from=" + run, "model.shared_embeddings=target", "tokenizer.type=bpe"});
  CHECK(config.tokenizer.from == run);
  CHECK(config.tokenizer.type == TokenizerType::kChar);
  CHECK(config.tokenizer.vocabulary_size == 77);
  CHECK(!config.tokenizer.shared);
  CHECK(config.tokenizer.model.empty());
  CHECK(load_language_model({"tokenizer.from=" + run}).tokenizer.shared);
  CHECK_NOTHROW(load_demo({"tokenizer.from=" + run, "model.shared_embeddings=target",
                           "data.train=[{\"tsv\": \"-\"}]"}));
  CHECK_THROWS_WITH(
      load_demo({"tokenizer.from=" + run, "model.shared_embeddings=target", "tokenizer.model=m"}),
      ContainsSubstring("tokenizer.from is " + run + ", but tokenizer.model"));
  CHECK_THROWS_WITH(load_demo({"tokenizer.from=" + run + "/none"}),
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

#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "catch.h"
#include "grammar/embedded_corpus.h"
#include "program.h"
#include "tiny_language_models.h"

namespace dragoman {
namespace {

std::string complete(const std::string& run, const std::string& arguments) {
  return succeeded(run_program("complete " + quoted(run) + " " + arguments)).out;
}

}  // namespace

TEST_CASE("a language model is trained with the same command, and says bits per character") {
  const TinyLanguageModels& models = TinyLanguageModels::get();
  const std::string valid = content_of(models.stream() + "/valid.tsv");
  CHECK(valid.starts_with(
      "update\tepoch\tloss\tperplexity\tbits_per_character\tbest\tsample_1\tsample_2\n"));
  // Of a character model, a token is a character: bits are nats / log 2.
  std::istringstream row(valid.substr(valid.rfind("\n12\t") + 1));
  double update = 0, epoch = 0, loss = 0, perplexity = 0, bits = 0;
  row >> update >> epoch >> loss >> perplexity >> bits;
  CHECK(bits == Approx(std::log2(perplexity)).epsilon(1e-4));
  CHECK(loss < std::stod(valid.substr(valid.find("\n6\t1\t") + 5)));
  CHECK_THAT(run_program("info " + quoted(models.stream())).out,
             ContainsSubstring("layers\t2\n") && !ContainsSubstring("encoder"));
}

TEST_CASE("a language model killed and resumed has the weights of one that was not") {
  const TinyLanguageModels& models = TinyLanguageModels::get();
  const TemporaryFolder folder;
  const std::string train =
      "\"$dragoman\" train " + quoted(models.stream_config()) + " --out " + quoted(folder / "run");
  run_bash("cd " + quoted(folder.path()) + "\n" + train + " & pid=$!\n" +
           wait_for(kFirstCheckpoint) + "kill -9 $pid");
  succeeded(run_bash(train + " --resume"));
  CHECK(weights_of(folder / "run") == weights_of(models.stream()));
}

TEST_CASE("prompts are continued alike, one by one and together, drawn and searched") {
  const TinyLanguageModels& models = TinyLanguageModels::get();
  const TemporaryFolder folder;
  write_text(folder / "prompts", "Der\nDie große\nEin");
  for (const std::string& run : {models.stream(), models.lines()}) {
    for (const std::string options :
         {"--beam 1", "--beam 3", "--seed 7", "--temperature 0.7 --top-k 5"}) {
      const std::string all = options + " --max-length 40 ";
      const std::string together = complete(run, all + "--input " + quoted(folder / "prompts"));
      CHECK(count_lines(together) == 3);
      std::string alone;
      for (const char* prompt : {"Der", "Die große", "Ein"})
        alone += complete(run, all + "--input - <<< '" + prompt + "'");
      CHECK(together == alone);
      CHECK(complete(run, all + "--workers 2 --batch-tokens 1 --input " +
                              quoted(folder / "prompts")) == together);
    }
  }
}

TEST_CASE("a prompt of standard input is continued while the input is still open") {
  // The second prompt is sent only after the text of the first one has come back.
  const std::string& run = TinyLanguageModels::get().lines();
  const std::string options = " --seed 7 --max-length 10";
  const Outcome outcome = succeeded(
      run_bash("coproc \"$dragoman\" complete " + quoted(run) + options +
               " 2>/dev/null\n"
               "for prompt in Der Ein; do\n"
               "  echo $prompt >&${COPROC[1]}; IFS= read -t 60 -r text <&${COPROC[0]} || exit 9\n"
               "  echo \"$text\"\n"
               "done\n"));
  INFO(outcome.err);
  CHECK(outcome.out == complete(run, options + " <<< $'Der\\nEin'"));
}

TEST_CASE("text that grows is the text that comes at once, and ends before a stop") {
  const std::string& run = TinyLanguageModels::get().stream();
  const std::string prompt = "--prompt 'Der alte' --seed 3 --max-length 200";
  const std::string grown = complete(run, prompt);
  CHECK(grown.starts_with("Der alte"));
  const auto json = nlohmann::json::parse(complete(run, prompt + " --format json"));
  const std::string text = json["translations"][0]["text"];
  CHECK(grown == "Der alte" + text + "\n");
  CHECK(json["translations"][0]["tokens"].size() == 200);
  const std::string stop = text.substr(text.size() / 2, 2);
  CHECK(complete(run, prompt + " --stop " + quoted(stop)) ==
        "Der alte" + text.substr(0, text.find(stop)) + "\n");
}

TEST_CASE("a text follows the part of its prompt that the model has read") {
  const TinyLanguageModels& models = TinyLanguageModels::get();
  const std::string options = " --beam 2 --max-length 9";
  const std::string text = complete(models.lines(), "--prompt Der" + options);
  CHECK(complete(models.lines(), "--prompt 'Der  '" + options) == text);
  CHECK(complete(models.lines(), "--input - <<< 'Der  '" + options) == text);
  CHECK(complete(models.lines(), "--prompt 'Der  ' --beam 1 --max-length 9") ==
        complete(models.lines(), "--prompt Der --beam 1 --max-length 9"));
  CHECK(complete(models.stream(), "--prompt 'Der  '" + options).starts_with("Der  "));
}

TEST_CASE("a completion's probability is what scoring it says") {
  const std::string& run = TinyLanguageModels::get().lines();
  const TemporaryFolder folder;
  write_text(folder / "prompt", "\n");
  const auto json = nlohmann::json::parse(complete(
      run, "--beam 1 --format json --max-length 200 --input " + quoted(folder / "prompt")));
  const auto& best = json["translations"][0];
  write_text(folder / "text", best["text"].get<std::string>() + "\n\n");
  const Outcome scored = succeeded(run_program("score " + quoted(run) + " --target " +
                                               quoted(folder / "text") + " --format json"));
  INFO(scored.err);
  const auto again = nlohmann::json::parse(scored.out.substr(0, scored.out.find('\n')));
  CHECK(count_lines(scored.out) == 2);
  if (again["translations"][0]["tokens"] == best["tokens"] &&
      best["token_log_probabilities"].size() == best["tokens"].size() + 1) {
    CHECK(again["translations"][0]["log_probability"].get<double>() ==
          Approx(best["log_probability"].get<double>()).margin(1e-3));
  }
  const Outcome text = run_program("score " + quoted(run) + " --target " + quoted(folder / "text"));
  double log_probability = 0, perplexity = 0;
  std::istringstream(text.out) >> log_probability >> perplexity;
  const auto tokens = again["translations"][0]["token_log_probabilities"].size();
  CHECK(perplexity ==
        Approx(std::exp(-log_probability / static_cast<double>(tokens))).epsilon(1e-3));
}

TEST_CASE("fusion adds a language model's log-probabilities to a translator's") {
  const TinyRun& tiny = TinyRun::get();
  const TinyLanguageModels& models = TinyLanguageModels::get();
  const std::string translate =
      "translate " + tiny_run() + " --input " + quoted(tiny.corpus("test.en")) + " --beam 2";
  const std::string fusion = translate + " --fusion " + quoted(models.lines());
  const Outcome plain = run_program(translate),
                weightless = run_program(fusion + " --fusion-weight 0");
  INFO(weightless.err);
  CHECK(weightless.status == 0);
  CHECK(weightless.out == plain.out);
  const Outcome fused = run_program(fusion + " --fusion-weight 5");
  CHECK(fused.out != plain.out);
  CHECK(count_lines(fused.out) == count_lines(plain.out));
  check_error(run_program(translate + " --fusion " + quoted(models.stream())), 2, "lines");
  check_error(run_program(translate + " --fusion " + tiny_run()), 2, "is a translator");
}

TEST_CASE("a trained language model comes near the entropy of the grammar, and not below it") {
  constexpr size_t kPairs = 20000, kSeed = 11;
  const TemporaryFolder folder;
  run_program("corpus --out " + quoted(folder.path()) + " --pairs " + std::to_string(kPairs) +
              " --seed " + std::to_string(kSeed));
  write_text(folder / "model.json", R"({"data": {"train": [{"target": ")" + folder / "train.en" +
                                        R"("}], "valid": {"target": ")" + folder / "valid.en" +
                                        R"("}, "max_length": 64},
      "tokenizer": {"vocabulary_size": 500},
      "model": {"architecture": "language-model", "decoder_layers": 2, "width": 128,
                "feed_forward": 384, "heads": 4, "dropout": 0.0},
      "train": {"updates": 1500, "update_tokens": 2048, "schedule": "cosine", "warmup": 100,
                "learning_rate": 2e-3, "label_smoothing": 0, "samples": 0}})");
  succeeded(
      run_program("train " + quoted(folder / "model.json") + " --out " + quoted(folder / "run")));
  const Outcome scored =
      run_program("score " + quoted(folder / "run") + " --target " + quoted(folder / "test.en"));
  std::istringstream lines(scored.out);
  double nats = 0, log_probability = 0, perplexity = 0;
  size_t sentences = 0;
  for (; lines >> log_probability >> perplexity; ++sentences) nats -= log_probability;
  const EmbeddedCorpus corpus = generate_corpus(kPairs, kSeed);
  REQUIRE(sentences == corpus.test_nats.size());
  const double least = std::accumulate(corpus.test_nats.begin(), corpus.test_nats.end(), 0.0);
  const auto mean = [&](double sum) { return sum / static_cast<double>(sentences); };
  INFO("nats a sentence: " << mean(nats) << ", by the grammar " << mean(least));
  CHECK(mean(nats) > mean(least) - 0.2);
  CHECK(mean(nats) < 1.2 * mean(least));
}

TEST_CASE("scoring by a language model refuses options without effect") {
  const std::string score_lines = "score " + quoted(TinyLanguageModels::get().lines()) +
                                  " --target " + quoted(TinyRun::get().corpus("test.en"));
  check_error(run_program(score_lines + " --weights 1"), 2, "--weights");
  check_error(run_program(score_lines + " --set nonsense=1"), 2, "nonsense=1");
  check_error(run_program(score_lines + " --alignment"), 2, "--alignment has no effect");
  check_error(run_program(score_lines + " --set search.beam=3"), 2, "search.beam has no effect");
  CHECK(run_program(score_lines + " --batch-tokens 1").out == run_program(score_lines).out);
}

TEST_CASE("what a language model cannot do is said in one line") {
  const TinyRun& tiny = TinyRun::get();
  const TinyLanguageModels& models = TinyLanguageModels::get();
  const std::string complete_stream = "complete " + quoted(models.stream());
  check_error(run_program(complete_stream + " --prompt ''"), 2, "the prompt is empty");
  check_error(run_program(complete_stream + " --prompt 'Der 漢'"), 2, "漢");
  check_error(run_program(complete_stream + " --prompt '" + std::string(33, 'a') + "'"), 2,
              "33 tokens, more than the model's context of 32");
  check_error(run_program("complete " + quoted(models.lines()) + " --prompt '" +
                          std::string(200, 'a') + "'"),
              2, "start of the line counted, more than the model's context of 60");
  check_error(run_program(complete_stream + " --prompt a --input b"), 2, "leave out one");
  check_error(run_program(complete_stream + " --prompt a --stop ''"), 2, "--stop is empty");
  check_error(run_program(complete_stream + " --prompt a --samples 1001"), 2,
              "--samples is 1001, but at most 1000 texts can be given: lower --samples, or set "
              "--num-best");
  check_error(run_program(complete_stream + " --prompt a --beam 4 --samples 2"), 2,
              "--beam has no effect with --samples: leave it out, or change that");
  const Outcome partial =
      run_program(complete_stream + " --max-length 2 --input - <<< $'Der\\nDas\\n\\nDie'");
  CHECK(partial.status == 2);
  CHECK_THAT(partial.err, ContainsSubstring("standard input:3: the prompt is empty"));
  CHECK(std::ranges::count(partial.out, '\n') == 2);  // the texts of the prompts before it
  check_error(run_program("complete " + tiny_run() + " --prompt a"), 2, "is a translator");
  check_error(run_program("translate " + quoted(models.lines()) + " < /dev/null"), 2,
              "is a language model");
  const std::string text = quoted(tiny.corpus("test.en"));
  for (const std::string& command :
       {std::string("export --format huggingface --out x"), std::string("shortlist"),
        "evaluate --source " + text + " --reference " + text})
    check_error(run_program(command + " " + quoted(models.lines())), 2, "is a language model");
  check_error(run_program("score " + quoted(models.lines()) + " --source a --target b"), 2,
              "leave out --source");
  check_error(run_program("score " + quoted(models.lines()) + " --shortlist < " + text), 2,
              "--shortlist");
  check_error(run_program(complete_stream + " --shortlist --prompt a"), 2, "--shortlist");
  const TemporaryFolder folder;
  write_text(folder / "short.txt", "ab\n");
  check_error(
      run_program("train " + quoted(models.stream_config()) + " --out " + quoted(folder / "run") +
                  " --set data.train.0.target=" + quoted(folder / "short.txt")),
      1, "block");
  check_error(
      run_program("train " + quoted(models.stream_config()) + " --out " + quoted(folder / "run2") +
                  " --set data.train.0.source=" + quoted(folder / "short.txt")),
      2, "data.train.0.source");
}

}  // namespace dragoman

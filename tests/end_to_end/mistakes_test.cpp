#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <span>

#include "catch.h"
#include "program.h"

namespace dragoman {
namespace {

/// What a person types, and how the one line that answers it ends: with what to type next.
struct Mistake {
  const char* command;
  int status;
  const char* end;
};

// $dragoman runs in a folder with what Playground makes.
const Mistake kOfCommands[] = {
    {"$dragoman", 2, "or see the commands with `dragoman --help`"},
    {"$dragoman trian", 2, "did you mean `train`? (dragoman --help lists the commands)"},
    {"$dragoman tokenizer trian --input x", 2,
     "unknown command `trian`, did you mean `train`? (dragoman tokenizer --help lists the "
     "commands)"},
    {"$dragoman help", 2, "(dragoman --help lists the commands)"},
    {"$dragoman --verison", 2, "did you mean `--version`? (dragoman --help lists the commands)"},
    {"$dragoman translate", 2, "RUN is required (dragoman translate --help lists its options)"},
    {"$dragoman translate run --ouput x", 2,
     "did you mean `--output`? (dragoman translate --help lists its options)"},
    {"$dragoman export run --bogus 2 --format huggingface --out e", 2,
     "dragoman: error: unknown option --bogus (dragoman export --help lists its options)"},
    {"$dragoman tokenizer train --input text.en --modle m", 2,
     "unknown option --modle, did you mean `--model`? (dragoman tokenizer train --help lists its "
     "options)"},
    {"$dragoman tokenizer encode --model m", 2,
     "unknown option --model: give MODEL alone, without --model (dragoman tokenizer encode --help "
     "lists its options)"},
    {"$dragoman tokenizer decode --modle m", 2,
     "unknown option --modle (dragoman tokenizer decode --help lists its options)"},
    {"$dragoman tokenizer --model m train --input text.en", 2,
     "unknown option --model here: it belongs at the end (dragoman tokenizer train --help lists "
     "its options)"},
    {"$dragoman complete run --prompt --bogus --beam", 2,
     "needs a value (dragoman complete --help lists its options)"},
    {"$dragoman translate run --beam", 2,
     "dragoman: error: --beam needs a value (dragoman translate --help lists its options)"},
    {"$dragoman tokenizer train --input text.en", 2,
     "--model is required (dragoman tokenizer train --help lists its options)"},
    {"$dragoman corpus --out c --pairs many --seed 1", 2,
     "--pairs is \"many\", but must be an integer between 1 and 5000000"},
    {"$dragoman corpus --out c --pairs 0", 2,
     "--pairs is 0, but must be an integer between 1 and 5000000"},
    {"$dragoman corpus --out c --seed -1", 2, "--seed is -1, but must be an integer of at least 0"},
    {"$dragoman corpus --out c --seed 18446744073709551616", 2,
     "at least 0 and at most 9223372036854775807"},
    {"$dragoman evaluate --hypothesis one.en --reference one.en --typo-seed -1", 2,
     "--typo-seed is -1, but must be an integer of at least 0"},
    {"$dragoman evaluate --hypothesis one.en --reference one.en --typo-rate nan", 2,
     "--typo-rate is \"nan\", but must be a number between 0 and 1"},
    {"$dragoman serve --probe=nan", 2,
     "--probe is \"nan\", but must be a number between 0 and 86400"},
    {"$dragoman serve run --api-keys ''", 2, "--api-keys is empty: give a value, or leave it out"},
    {"$dragoman score run --source one.en --target ''", 2, "give a value, or leave it out"},
    {"$dragoman filter --source one.en --target one.de --dropped ''", 2, "or leave it out"},
    {"$dragoman train --source one.en --target one.de --out new --preset ''", 2, "or leave it out"},
    {"$dragoman evaluate --hypothesis one.en --reference one.en --seed ''", 2, "or leave it out"},
    {"$dragoman complete run --input ''", 2, "or leave it out"},
    {"$dragoman config ''", 2, "CONFIG is empty: give a value, or leave it out"},
    {"$dragoman export run --format hugginface --out e", 2,
     "not in {huggingface} (dragoman export --help lists its options)"},
};

const Mistake kOfTranslating[] = {
    {"$dragoman translate --weights 1 2 run run", 2,
     "; values of --weights end at the next option: put RUN before it (dragoman translate --help "
     "lists its options)"},
    {"$dragoman evaluate --source one.en --reference one.de --metrics bleu run", 2,
     "put RUN before it (dragoman evaluate --help lists its options)"},
    {"$dragoman translate nosuch", 1, "name the RUN of `dragoman train`, as `ls` shows it"},
    {"$dragoman translate text.en run", 1,
     "and text after it by --input text.en (or --source, where a command scores)"},
    {"$dragoman translate run text.en", 1,
     "and text after it by --input text.en (or --source, where a command scores)"},
    {"$dragoman translate folder", 1, "name the RUN of `dragoman train`"},
    {"$dragoman translate run/checkpoints", 1, "name the RUN of `dragoman train`, which is run"},
    {"$dragoman translate run --input text.em", 1, "check the path, did you mean 'text.en'?"},
    {"$dragoman translate run --input folder", 1, "it is a folder; name a file"},
    {"$dragoman translate run --input utf16.en", 1,
     "convert it to UTF-8: iconv -f UTF-16 -t UTF-8 utf16.en >NEW"},
    {"$dragoman translate run --input cut.gz", 1,
     "its gzip data is cut short; make or fetch the file again"},
    {"$dragoman translate run --input text.en --output nosuch/x", 1, "check the path"},
    {"$dragoman translate run --input text.en --output /dev/full", 1,
     "free some space, or inodes (df -i), or choose another folder"},
    {"$dragoman translate run --beam zero", 2,
     "--beam is \"zero\", but must be an integer between 1 and 1000"},
    {"$dragoman translate run --precision fp16", 2, "must be one of fp32, bf16, int8"},
    {"$dragoman translate run --device cuda:99", 2,
     "choose cpu (--device cpu, or --set train.device=cpu to train)"},
    {"$dragoman translate run --protect $'\\xff'", 2, "type it in a terminal that is set to UTF-8"},
    {"$dragoman translate run --stand-ins $'\\xff'", 2,
     "type it in a terminal that is set to UTF-8"},
    {"$dragoman translate later", 1, "a later version made the folder; install that one"},
    {"$dragoman config later/config.json", 1, "a later version made the folder; install that one"},
    {"$dragoman translate cut", 1, "copy the file again or write it anew"},
    {"$dragoman complete run --prompt x", 2, "`dragoman translate` translates with it"},
    {"$dragoman tokenizer encode text.en", 1,
     "name a whole SentencePiece model, as RUN/tokenizer.model"},
    {"$dragoman tokenizer decode --input text.en", 2,
     "MODEL is required (dragoman tokenizer decode --help lists its options)"},
    {"$dragoman tokenizer train --input text.en --model -", 2,
     "a model is not written to stdout; name a file"},
    {"$dragoman tokenizer train --input - --input - --model m", 2,
     "standard input can be read once; leave out one --input -"},
    {"$dragoman tokenizer train --input text.de --input text.en --model ./text.en", 2,
     "`./text.en` is read, and the output would replace it; name another file"},
    {"$dragoman translate run --input text.en --output ./text.en", 2,
     "`./text.en` is read, and the output would replace it; name another file"},
    {"$dragoman translate run --input text.en --prefix text.de --output text.de", 2,
     "`text.de` is read, and the output would replace it; name another file"},
    {"$dragoman translate run --document html --input one.en --terminology one.de --output one.de",
     2, "`one.de` is read, and the output would replace it; name another file"},
    {"$dragoman score run --source text.en --target text.de --output text.de", 2,
     "`text.de` is read, and the output would replace it; name another file"},
    {"$dragoman markup --source text.en --output text.en", 2,
     "`text.en` is read, and the output would replace it; name another file"},
    {"$dragoman complete run --input text.en --output text.en", 2,
     "`text.en` is read, and the output would replace it; name another file"},
    {"$dragoman tokenizer encode run/tokenizer.model --input text.en --output text.en", 2,
     "`text.en` is read, and the output would replace it; name another file"},
    {"$dragoman align --source text.en --target text.de --save-model -", 2,
     "a model is not written to stdout; name a file"},
    {"$dragoman import run --out i", 1, "is a model folder of Dragoman already; use it as it is"},
    {"$dragoman evaluate --hypothesis empty.en --reference empty.en", 1, "name files with text"},
    {"$dragoman import folder --out i", 1, "name the folder that has one"},
    {"$dragoman pack run --out run", 2, "name a new folder"},
    {"$dragoman manual --out text.en", 1, "name another folder, or remove the cause"},
    {"$dragoman serve", 2, "name a model folder to serve, or use --probe"},
    {"$dragoman evaluate run", 2,
     "--reference is required (dragoman evaluate --help lists its options)"},
    {"$dragoman evaluate --reference text.de", 2,
     "or `dragoman evaluate --hypothesis F --reference F`"},
    {"$dragoman evaluate --hypothesis one.en --reference text.de", 1,
     "compare them by `paste FILE FILE | less`"},
};

const Mistake kOfTraining[] = {
    {"$dragoman train --source text.en --target text.de", 2, "add --out my-model"},
    {"$dragoman train --out new", 2, "or a configuration, `dragoman train CONFIG --out RUN`"},
    {"$dragoman train text.en text.de --out new", 2,
     "text is given by --source text.en --target text.de"},
    {"$dragoman train text.en --out new", 2,
     "text is given to `dragoman train` by --source and --target"},
    {"$dragoman train broken.json --out new", 2,
     "text is given to `dragoman train` by --source and --target"},
    {"$dragoman train typo.json --out new", 2, "did you mean `train`?"},
    {"$dragoman train rnu", 1, "check the path, did you mean 'run'?"},
    {"$dragoman train rnu --out new", 1, "check the path, did you mean 'run'?"},
    {"$dragoman average cut", 1, "name the RUN of `dragoman train`, which keeps them"},
    {"$dragoman train folder", 1, "name the RUN of `dragoman train`"},
    {"$dragoman train run --threads -1", 2,
     "--threads is -1, but must be an integer between 1 and 1024"},
    {"$dragoman train run --set model.width=64", 2,
     "or train into another folder, with train.from to take its weights"},
    {"$dragoman train --source text.en --out new", 2, "as configs/language_model.json"},
    {"$dragoman train --target text.en --out new", 2, "as configs/language_model.json"},
    {"$dragoman train --source text.em --target text.de --out new", 1, "did you mean 'text.en'?"},
    {"$dragoman train --source folder --target text.de --out new", 2,
     "name a file in it, as folder/train.en"},
    {"$dragoman train --source - --target text.de --out new", 2, "save it to a file and name that"},
    {"$dragoman train --source text.en --target text.en --out new", 2,
     "name the text and its translation"},
    {"$dragoman train --source one.en --target text.de --out new", 1,
     "see where they part with `paste SOURCE TARGET | less`, and mend that"},
    {"$dragoman train --source utf16.en --target text.de --out new", 1, "/utf16.en >NEW"},
    {"$dragoman train --source latin1.en --target text.de --out new", 1,
     "as by `iconv -f LATIN1 -t UTF-8 FILE >NEW`, or repair the line"},
    {"$dragoman train --source one.en --target one.en --out new", 2,
     "name the text and its translation"},
    {"$dragoman train --source one.en --target one.de --out new", 1,
     "give 100 at least, and better 10,000 or more"},
    {"$dragoman train --source text.en --target text.de --valid-source text.de "
     "--valid-target text.en --out new",
     2, "or swap --valid-source and --valid-target"},
    {"$dragoman train --source text.en --target text.de --preset huge --out new", 2,
     "must be one of tiny, small, base, big"},
    {"$dragoman train --source text.en --target text.de --out new --set model.widht=5", 2,
     "did you mean `width`?"},
    {"$dragoman train --source text.en --target text.de --out new --reports text.en", 2,
     "`text.en` is read, and the output would replace it; name another file"},
    {"$dragoman train --source text.en --target text.de --out one.en", 1,
     "name another folder, or remove the cause"},
    {"$dragoman train --source text.en --target text.de --out /proc/new", 1,
     "name another folder, or remove the cause"},
    {"$dragoman train --source text.en --target text.de --out run", 2,
     "continue it with `dragoman train run`, or name another --out"},
    {"$dragoman train --source text.en --target text.de --out gpu --set train.device=cuda:99", 2,
     "choose cpu (--device cpu, or --set train.device=cpu to train)"},
    {"ulimit -v 150000; $dragoman train --source text.en --target text.de --out small", 1,
     "raise the limit on memory (ulimit -v unlimited)"},
};

/// A folder with a run and with files of every kind of damage.
class Playground {
 public:
  Playground() {
    namespace fs = std::filesystem;
    for (const char* const language : {"en", "de"})
      fs::copy(TinyRun::get().corpus(std::string("train.") + language),
               folder_ / (std::string("text.") + language));
    for (const char* const copy : {"run", "later", "cut"})
      fs::copy(TinyRun::get().run(), folder_ / copy, fs::copy_options::recursive);
    fs::create_directory(folder_ / "folder");
    change("later/config.json", "\"format\": 1", "\"format\": 9");
    fs::remove_all(folder_ / "cut/checkpoints");
    fs::resize_file(folder_ / "cut/model.safetensors", 1000);
    write("one.en", "one\n");
    write("one.de", "eins\n");
    write("empty.en", "");
    write("utf16.en", std::string("\xff\xfeH\0i\0\n\0", 8));
    write("latin1.en", content_of(folder_ / "text.en") + "caf\xe9\n");
    write("cut.gz", std::string("\x1f\x8b\x08\0\0\0\0\0\0\x03\xcb", 11));
    write("broken.json", "{\"train\": {");
    write("typo.json", "{\"trian\": {}}");
  }

  void write(const std::string& name, const std::string& text) const {
    write_text(folder_ / name, text);
  }

  Outcome run(const std::string& command) const {
    return run_bash("cd '" + folder_.path() + "'\n" + command + " </dev/null");
  }

  std::string path(const std::string& name) const { return folder_ / name; }

 private:
  void change(const std::string& name, const std::string& old, const std::string& text) const {
    std::string content = content_of(folder_ / name);
    content.replace(content.find(old), old.size(), text);
    write(name, content);
  }

  TemporaryFolder folder_;
};

void check_mistakes(std::span<const Mistake> mistakes) {
  const Playground playground;
  for (const Mistake& mistake : mistakes) {
    INFO(mistake.command);
    const Outcome outcome = playground.run(mistake.command);
    check_error(outcome, mistake.status, "");
    CHECK_THAT(outcome.err, Catch::Matchers::EndsWith(std::string(mistake.end) + "\n"));
  }
}

}  // namespace

TEST_CASE("mistakes in a command are answered with what to type next") {
  check_mistakes(kOfCommands);
}

TEST_CASE("mistakes in translating are answered with what to type next") {
  check_mistakes(kOfTranslating);
}

TEST_CASE("mistakes in training are answered with what to type next") {
  check_mistakes(kOfTraining);
}

TEST_CASE("an error is one write, so that lines of several programs do not mix") {
  int ends[2];
  REQUIRE(::pipe2(ends, O_DIRECT) == 0);  // each read() returns one write
  run_bash("\"$dragoman\" trian 2>&" + std::to_string(ends[1]));
  char written[4096];
  const ssize_t count = ::read(ends[0], written, sizeof written);
  for (const int end : ends) ::close(end);
  REQUIRE(count > 0);
  const std::string line(written, static_cast<size_t>(count));
  CHECK(line.starts_with("dragoman: error: "));
  CHECK(line.ends_with("(dragoman --help lists the commands)\n"));
}

TEST_CASE("a mistake leaves no run behind") {
  const Playground playground;
  playground.run("$dragoman train --source text.en --target one.de --out new");
  CHECK_FALSE(std::filesystem::exists(playground.path("new")));
}

TEST_CASE("tokenised text is warned of before it is trained on") {
  const Playground playground;
  playground.run("sed -i 's/\\.$/ ./' text.en");
  const Outcome outcome = playground.run(
      "$dragoman train --source text.en --target text.de --out new --set train.device=cuda:99");
  CHECK_THAT(outcome.err, ContainsSubstring("warning: ") && ContainsSubstring("looks tokenised"));
}

}  // namespace dragoman

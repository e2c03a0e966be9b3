#include "serve/model_registry.h"

#include <filesystem>
#include <thread>

#include "catch.h"
#include "io/safetensors.h"
#include "serve/api_error.h"
#include "tiny_models.h"
#include "written_file.h"

namespace dragoman {
namespace {

ModelRegistry open_models(const std::vector<std::string>& folders,
                          const std::vector<std::string>& terminology = {}) {
  return {folders, terminology, TranslatorOptions{.threads = 1}, make_null_logger()};
}

std::string error_of(const std::vector<std::string>& folders,
                     const std::vector<std::string>& terminology = {}) {
  try {
    open_models(folders, terminology);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "none";
}

std::vector<std::string> model_names(const ModelRegistry& models) {
  std::vector<std::string> names;
  for (const auto& model : models.all()) names.push_back(model->card().name);
  return names;
}

/// The error that `work` throws, as "404 unknown_model: ...".
template <class Work>
std::string registry_error_of(const Work& work) {
  try {
    work();
  } catch (const ApiError& error) {
    return std::to_string(error.status()) + " " + error.code() + ": " + error.what();
  }
  return "none";
}

double score_of(const ServedModel& model) {
  return model.translator()
      .translate_n_best({{.text = "abc"}}, model.settings())
      .front()
      .front()
      .score;
}

}  // namespace

TEST_CASE("models are called as their folders, or as one says") {
  const TemporaryFolder place;
  write_tiny_model(place / "a=b", Architecture::kTranslator);
  CHECK(
      (model_names(open_models({tiny_translator(), tiny_language_model() + "/", place / "a=b"})) ==
       std::vector<std::string>{"tiny", "tiny-lm", "a=b"}));
  CHECK((model_names(open_models({"demo=" + tiny_translator()})) ==
         std::vector<std::string>{"demo"}));
}

TEST_CASE("folders that cannot be called anything, or the same, are refused") {
  CHECK_THAT(error_of({}), ContainsSubstring("no model folder"));
  for (const char* text : {"", "=", "name=", "=folder", "/"})
    CHECK_THAT(error_of({text}), ContainsSubstring("NAME=FOLDER"));
  CHECK_THAT(error_of({tiny_translator(), tiny_translator()}),
             ContainsSubstring("two models would be called `tiny`") &&
                 ContainsSubstring("NAME=" + tiny_translator()));
  CHECK((model_names(open_models({tiny_translator(), "b=" + tiny_translator()})) ==
         std::vector<std::string>{"tiny", "b"}));
  CHECK_THROWS_AS(open_models({"/no/such/folder"}), std::runtime_error);
}

TEST_CASE("a model is found by its name, the first one without") {
  const ModelRegistry models = open_models({tiny_translator(), tiny_language_model()});
  CHECK(models.find("")->card().name == "tiny");
  CHECK(models.find("tiny-lm")->card().is_language_model);
  const std::string error = registry_error_of([&] { models.find("tiny-ml"); });
  CHECK_THAT(error, ContainsSubstring("404 unknown_model: ") &&
                        ContainsSubstring("did you mean `tiny-lm`?"));
}

TEST_CASE("a translator is found by its languages") {
  const ModelRegistry models = open_models({tiny_language_model(), tiny_translator()});
  CHECK(models.find_languages("en", "de")->card().name == "tiny");
  CHECK(models.find_languages("auto", "de")->card().name == "tiny");
  CHECK_THAT(registry_error_of([&] { models.find_languages("de", "en"); }),
             ContainsSubstring("400 bad_request: "));
  CHECK_THAT(registry_error_of([&] { models.find_languages("auto", ""); }),
             ContainsSubstring("400 bad_request: "));
}

TEST_CASE("a model's card describes its folder") {
  const ModelCard& card = served_translator()->card();
  const SafetensorsFile weights(tiny_translator() + "/model.safetensors");
  int64_t numbers = 0;
  for (const TensorView& tensor : weights.tensors())
    numbers += static_cast<int64_t>(tensor.num_bytes / sizeof(float));
  CHECK(card.parameters == numbers);
  CHECK(card.source_vocabulary == 12);
  CHECK(card.target_vocabulary == 12);
  CHECK(card.encoder_layers == 2);
  CHECK(card.decoder_layers == 3);
  CHECK(card.heads == 4);
  CHECK(card.width == 16);
  CHECK(card.max_length == 32);
  CHECK(card.source_language == "en");
  CHECK(card.target_language == "de");
  CHECK(card.precision == "fp32");
  CHECK_FALSE(card.lowercases);
  CHECK(served_translator()->settings().beam == 4);
  const ModelCard& other = served_language_model()->card();
  CHECK(other.encoder_layers == 0);
  CHECK(other.source_vocabulary == 0);
  CHECK(served_language_model()->settings().beam == 4);
}

TEST_CASE("a model of the other kind is an error that says what it does") {
  CHECK_THAT(registry_error_of([] { served_language_model()->translator(); }),
             ContainsSubstring("400 wrong_kind_of_model: the model `tiny-lm`") &&
                 ContainsSubstring("/v1/complete"));
  CHECK_THAT(registry_error_of([] { served_translator()->language_model(); }),
             ContainsSubstring("400 wrong_kind_of_model: the model `tiny`") &&
                 ContainsSubstring("/v1/translate"));
  CHECK(served_language_model()->language_model().complete({"ab"}, {}).size() == 1);
}

TEST_CASE("a served model gives its attention, also to several callers at once") {
  std::vector<std::thread> threads;
  std::vector<AttentionMaps> maps(3);
  const auto model = std::make_shared<const ServedModel>("fresh", tiny_translator(),
                                                         TranslatorOptions{.threads = 1});
  for (AttentionMaps& map : maps)
    threads.emplace_back([&] { map = model->attention("abc", "de"); });
  for (std::thread& thread : threads) thread.join();
  for (const AttentionMaps& map : maps) {
    CHECK(map.encoder.size() == 2);
    CHECK(map.cross.size() == 3);
    CHECK(map.cross == maps[0].cross);
  }
}

TEST_CASE("attention is that of the weights that are served, or an error") {
  const TemporaryFolder place;
  write_tiny_model(place / "m", Architecture::kTranslator, 1);
  ModelRegistry models = open_models({place / "m"});
  write_tiny_model(place / "new", Architecture::kTranslator, 2);
  std::filesystem::rename(place / "new/model.safetensors", place / "m/model.safetensors");
  CHECK_THAT(registry_error_of([&] { models.find("")->attention("abc", "de"); }),
             ContainsSubstring("503 unavailable: the folder of the model `m` has changed"));
  REQUIRE(models.reload());
  CHECK(models.find("")->attention("abc", "de").cross.size() == 3);
}

TEST_CASE("models are opened again, and a caller keeps the one that it holds") {
  const TemporaryFolder place;
  write_tiny_model(place / "m", Architecture::kTranslator, 1);
  ModelRegistry models = open_models({place / "m"});
  const auto before = models.find("");
  const double score = score_of(*before);
  write_tiny_model(place / "m", Architecture::kTranslator, 2);
  REQUIRE(models.reload());
  CHECK(score_of(*before) == score);
  CHECK(score_of(*models.find("m")) != Approx(score));
}

TEST_CASE("all models stay as they are when one of them cannot be opened again") {
  const TemporaryFolder place;
  write_tiny_model(place / "m", Architecture::kTranslator);
  ModelRegistry models = open_models({tiny_translator(), place / "m"});
  const auto before = models.all();
  written_file(place / "m/model.safetensors", "nothing of the kind");
  CHECK_FALSE(models.reload());
  CHECK(models.all() == before);
  CHECK(score_of(*models.find("m")) == Approx(score_of(*before[1])));
}

TEST_CASE("a terminology belongs to the first model, or to the one that is named") {
  const TemporaryFolder place;
  const std::string terms = written_file(place / "terms.tsv", "ab\tcd\n");
  const std::vector<std::string> both = {tiny_language_model(), tiny_translator()};
  CHECK(open_models({tiny_translator()}, {terms}).find("")->terminology() != nullptr);
  CHECK(open_models(both, {"tiny=" + terms}).find("tiny")->terminology() != nullptr);
  CHECK(open_models(both).find("tiny")->terminology() == nullptr);
  CHECK_THAT(error_of(both, {terms}), ContainsSubstring("language model"));
  CHECK_THAT(error_of(both, {"small=" + terms}), ContainsSubstring("`small`, which is not served"));
  CHECK_THAT(error_of(both, {"tiny=" + terms, "tiny=" + terms}), ContainsSubstring("two files"));
  const std::string unknown = written_file(place / "unknown.tsv", "ab\tX\n");
  CHECK_THAT(error_of({tiny_translator()}, {unknown}),
             ContainsSubstring("unknown.tsv: the term's translation"));
}

}  // namespace dragoman

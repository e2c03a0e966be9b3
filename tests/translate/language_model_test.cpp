#include "translate/language_model.h"

#include <algorithm>
#include <thread>

#include "catch.h"
#include "threads/cancellation.h"
#include "tiny_folders.h"
#include "translate/translator.h"

namespace dragoman {
namespace {

/// The settings of a call that names some of them.
SearchSettings completing(const SearchSettings& held, const std::vector<std::string>& named) {
  return with_completion_defaults(held, [&](const std::string& setting) {
    return std::find(named.begin(), named.end(), setting) != named.end();
  });
}

}  // namespace

TEST_CASE("completing draws one sample and gives all samples, unless other settings are named") {
  SearchSettings held;
  held.beam = 4;
  held.num_best = 4;
  CHECK(completing(held, {}).samples == 1);
  CHECK(completing(held, {}).num_best == 1);
  CHECK(completing(held, {"beam"}).samples == 0);
  CHECK(completing(held, {"beam"}).num_best == 1);
  CHECK(completing(held, {"beam", "num_best"}).num_best == 4);
  held.samples = 3;
  held.top_k = 5;
  CHECK(completing(held, {"samples"}).num_best == 3);
  CHECK(completing(held, {"samples"}).top_k == 5);
  CHECK(completing(held, {"beam"}).samples == 0);
  CHECK(completing(held, {"beam"}).top_k == 0);
}

TEST_CASE("settings that have no effect on completing are refused where the call names them") {
  const SearchSettings held{.beam = 4,
                            .length_penalty = LengthPenalty::kNone,
                            .alpha = 2,
                            .patience = 2,
                            .samples = 2,
                            .seed = 2};
  CHECK_THROWS_WITH(completing(held, {"beam", "samples"}),
                    "search.beam has no effect with search.samples: leave it out, or change that");
  CHECK_THROWS_WITH(completing(held, {"beam", "seed"}),
                    "search.seed has no effect without search.samples: set that too, or leave it "
                    "out");
  CHECK_THROWS_WITH(completing(held, {"beam", "alpha"}),
                    "search.alpha has no effect with search.length_penalty none: leave it out, or "
                    "change that");
  CHECK_NOTHROW(completing(held, {"beam"}));
  CHECK_NOTHROW(completing(held, {"samples", "seed"}));
}

TEST_CASE("more samples than texts that can be given are an error that names samples") {
  const SearchSettings held{.num_best = 2, .samples = 1001};
  CHECK_THROWS_WITH(completing(held, {"samples"}),
                    "search.samples is 1001, but at most 1000 texts can be given: lower "
                    "search.samples, or set search.num_best");
  CHECK(completing({.num_best = 2, .samples = 1000}, {"samples"}).num_best == 1000);
  CHECK(completing(held, {"samples", "num_best"}).num_best == 2);
  CHECK(completing(held, {}).samples == 1);
}

TEST_CASE("completing works with any settings of the search that a folder may have") {
  const LanguageModel model(tiny_language_model());
  const auto check = [&](const SearchSettings& held, const std::vector<std::string>& named = {}) {
    check_search_settings(held);
    model.check(completing(held, named));
  };
  CHECK_NOTHROW(check({.coverage_penalty = 0.2, .alignment = true}));
  CHECK_NOTHROW(check({.unknown = UnknownTokens::kReplace}));
  CHECK_NOTHROW(check({.stopping = Stopping::kFirst}));
  CHECK_NOTHROW(check({.patience = 2}));
  CHECK_NOTHROW(check({.samples = 3, .mbr = MbrUtility::kChrf}));
  CHECK_NOTHROW(check({.samples = 3, .document = DocumentFormat::kHtml}));
  CHECK_THROWS_WITH(check({.alignment = true}, {"alignment"}), ContainsSubstring("no source"));
  CHECK_THROWS_WITH(check({.stopping = Stopping::kFirst}, {"stopping"}),
                    ContainsSubstring("search.stopping is for beam search"));
}

TEST_CASE("completing refuses named settings of translating, not those of the folder") {
  SearchSettings held;
  held.markup = Markup::kHtml;
  held.protect = {"default"};
  for (const std::string name :
       {"markup", "protect", "stand_ins", "mbr", "document", "document_review", "terminology_mode",
        "alignment_layer", "markup_sentences", "max_length_factor"}) {
    CHECK_THROWS_WITH(
        with_completion_defaults(held, [&](const char* setting) { return name == setting; }),
        ContainsSubstring("search." + name + " is for translating"));
  }
  CHECK_NOTHROW(
      with_completion_defaults(held, [](const std::string& name) { return name == "max_length"; }));
}

TEST_CASE("models are not opened with options out of range") {
  TranslatorOptions threads, precision;
  threads.threads = -1;
  precision.precision = static_cast<NumberFormat>(9);
  CHECK_THROWS_WITH(Translator(tiny_translator(), threads),
                    "threads is -1, but must be an integer between 0 and 4096");
  CHECK_THROWS_WITH(Translator(tiny_translator(), precision),
                    "precision is 9, but must be one of fp32, bf16, int8");
  CHECK_THROWS_AS(LanguageModel(tiny_language_model(), precision), std::invalid_argument);
}

TEST_CASE("the part of a prompt that a model reads is without white space at its end") {
  const LanguageModel model(tiny_language_model());
  CHECK(model.read_part(" ab cd \t") == " ab cd");
  CHECK(model.read_part("ab") == "ab");
  CHECK(model.read_part(" ") == "");
}

TEST_CASE("of a line without text the end is scored, whatever its bytes") {
  const LanguageModel model(tiny_language_model());
  const auto scored = model.score({"", " ", "\xff\xfe", "ab"});
  REQUIRE(scored.size() == 4);
  CHECK(scored[0].token_log_probabilities.size() == 1);
  CHECK(scored[0].log_probability < 0);
  CHECK(scored[0].text.empty());
  CHECK(scored[1].log_probability == scored[0].log_probability);
  CHECK(scored[2].log_probability == scored[0].log_probability);
  CHECK(scored[3].token_log_probabilities.size() == 4);  // space, a, b, end
}

TEST_CASE("preparing lines to score or to continue can be cancelled") {
  const LanguageModel model(tiny_language_model());
  const Cancellation cancellation([] { return false; });
  std::this_thread::sleep_for(Cancellation::kInterval);
  CHECK_THROWS_AS(model.score({""}), Cancelled);
  CHECK_THROWS_AS(model.complete({""}, model.settings()), Cancelled);
}

}  // namespace dragoman

#include "translate/setting_effects.h"

#include "catch.h"

namespace dragoman {
namespace {

/// Returns what check_effects() says of settings of which the call gives `given`; "" if nothing.
std::string refusal(std::string_view given, const SearchSettings& settings) {
  try {
    check_effects(
        settings, [&](std::string_view name) { return name == given; }, false);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("settings of a search that is not used are refused") {
  CHECK(refusal("alpha", {.length_penalty = LengthPenalty::kNone, .alpha = 0.5}) ==
        "search.alpha has no effect with search.length_penalty none: leave it out, or change that");
  CHECK(refusal("seed", {.seed = 2}) ==
        "search.seed has no effect without search.samples: set that too, or leave it out");
  CHECK(refusal("beam", {.samples = 2}) ==
        "search.beam has no effect with search.samples: leave it out, or change that");
  CHECK(refusal("patience", {.patience = 2, .samples = 2}) ==
        "search.patience has no effect with search.samples: leave it out, or change that");
  CHECK(refusal("samples", {.patience = 2, .samples = 2}).empty());
  CHECK(refusal("seed", {.samples = 2, .seed = 2}).empty());
}

TEST_CASE("a layer to align by is refused where nothing aligns") {
  SearchSettings settings{.alignment_layer = 1};
  CHECK(refusal("alignment_layer", settings) ==
        "search.alignment_layer has no effect without search.alignment or search.markup: set that "
        "too, or leave it out");
  CHECK(refusal("", settings).empty());
  const SearchSettings aligning = GENERATE(
      SearchSettings{.coverage_penalty = 0.1}, SearchSettings{.unknown = UnknownTokens::kReplace},
      SearchSettings{.alignment = true}, SearchSettings{.markup = Markup::kXml},
      SearchSettings{.protect = {"default"}}, SearchSettings{.document = DocumentFormat::kSrt});
  settings = aligning;
  settings.alignment_layer = 1;
  CHECK(refusal("alignment_layer", settings).empty());
}

}  // namespace dragoman

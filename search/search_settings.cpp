#include "search/search_settings.h"

#include "io/settings_check.h"

namespace dragoman {
namespace {

void check_sampling(const SearchSettings& settings) {
  const SearchSettings unchanged;
  const bool filters = settings.temperature != unchanged.temperature ||
                       settings.top_k != unchanged.top_k || settings.top_p != unchanged.top_p ||
                       settings.epsilon != unchanged.epsilon;
  demand(settings.samples > 0 || !filters,
         "search.temperature, search.top_k, search.top_p and search.epsilon are for sampling: set "
         "search.samples too, or leave them out");
  demand(settings.samples == 0 || settings.stopping == unchanged.stopping,
         "search.stopping is for beam search, not for sampling: leave out one of search.stopping "
         "and search.samples");
}

/// Limit, because each stand-in is searched for in every line.
constexpr size_t kMostStandIns = 100;

void check_stand_ins(const std::vector<std::string>& words) {
  demand(words.size() <= kMostStandIns, "search.stand_ins has " + std::to_string(words.size()) +
                                            " words, but may have " +
                                            std::to_string(kMostStandIns));
  for (const std::string& word : words) {
    demand(word.find_first_not_of(" \t\r\n") != std::string::npos,
           "search.stand_ins has an empty word, which cannot stand for anything: leave it out");
  }
}

}  // namespace

SearchSettings for_one_best(const SearchSettings& settings, int64_t beam) {
  const SearchSettings defaults;
  SearchSettings one = settings;
  one.beam = beam;
  one.num_best = 1;
  one.mbr = MbrUtility::kNone;
  one.alignment = false;
  one.markup = Markup::kNone;
  // Without alignment, only the replacement of unknown tokens looks at a layer's attention.
  if (one.unknown != UnknownTokens::kReplace) one.alignment_layer = defaults.alignment_layer;
  one.terminology_mode = defaults.terminology_mode;
  one.protect = {};
  one.stand_ins = {};
  one.document = DocumentFormat::kNone;
  one.samples = 0;
  one.temperature = defaults.temperature;
  one.top_k = defaults.top_k;
  one.top_p = defaults.top_p;
  one.epsilon = defaults.epsilon;
  return one;
}

void check_search_settings(const SearchSettings& settings) {
  check_settings(settings, {.file = "", .path = "search"});
  check_sampling(settings);
  check_stand_ins(settings.stand_ins);
  const int64_t candidates = settings.samples > 0 ? settings.samples : settings.beam;
  const std::string of_what = settings.samples > 0 ? "search.samples, " : "search.beam, ";
  demand(settings.num_best <= candidates,
         "search.num_best is " + std::to_string(settings.num_best) + ", but may be at most " +
             of_what + std::to_string(candidates) + ": raise that, or lower search.num_best");
  demand(settings.mbr == MbrUtility::kNone || candidates > 1,
         "search.mbr chooses among several translations: set search.samples or search.beam to "
         "more than 1");
  demand(settings.max_length == 0 || settings.min_length <= settings.max_length,
         "search.min_length is " + std::to_string(settings.min_length) +
             ", more than search.max_length, " + std::to_string(settings.max_length) +
             ": lower the one or raise the other");
  demand(
      settings.document == DocumentFormat::kNone || (settings.num_best == 1 && !settings.alignment),
      "search.document gives one translation of each document, without an alignment: set "
      "search.num_best=1 and search.alignment=false");
  demand(settings.patience == 1 || settings.stopping == Stopping::kBeam,
         "search.patience goes with search.stopping=beam only: leave out one of them");
}

}  // namespace dragoman

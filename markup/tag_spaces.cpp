#include "markup/tag_spaces.h"

#include <algorithm>

#include "markup/white_space.h"

namespace dragoman {
namespace {

/// True for a kept text that stands beside the words of the translation.
bool is_new_word(const TagRun& run) { return run.is_text && !run.holds_words; }

}  // namespace

/// True if the piece is a tag and not part of a kept element, which counts as a word.
bool TagSpaces::is_tag_alone(size_t piece) const {
  const Piece& tag = fragment_.pieces[piece];
  if (!tag.is_tag()) return false;
  return !tag.is_kept && (tag.partner == kNoPiece || !fragment_.pieces[tag.partner].is_kept);
}

/// Returns the white space between a text of the sentence and the tag `piece` behind it. White
/// space between two tags does not count.
std::string_view TagSpaces::space_before(size_t piece) const {
  if (piece <= sentence_.first || fragment_.pieces[piece - 1].is_tag()) return {};
  const std::string_view text = fragment_.bytes(piece - 1);
  const bool is_between_tags = is_space_only(text, fragment_.syntax) &&
                               piece - 1 > sentence_.first && is_tag_alone(piece - 2);
  return is_between_tags ? std::string_view() : trailing_space(text, fragment_.syntax);
}

std::string_view TagSpaces::space_after(size_t piece) const {
  if (piece + 1 >= sentence_.last || fragment_.pieces[piece + 1].is_tag()) return {};
  const std::string_view text = fragment_.bytes(piece + 1);
  const bool is_between_tags = is_space_only(text, fragment_.syntax) &&
                               piece + 2 < sentence_.last && is_tag_alone(piece + 2);
  return is_between_tags ? std::string_view() : leading_space(text, fragment_.syntax);
}

/// Returns the white space between two runs if they are also neighbours in the source. Texts of
/// kept elements that are not neighbours are separated by a space.
std::string_view TagSpaces::space_between(const TagRun& one, const TagRun& other) const {
  const bool parts_texts = one.is_text && other.is_text && one.last + 1 != other.first;
  const std::string_view other_space = parts_texts ? " " : "";
  if (one.last + 2 != other.first || fragment_.pieces[one.last + 1].is_tag()) return other_space;
  const std::string_view text = fragment_.bytes(one.last + 1);
  return is_space_only(text, fragment_.syntax) ? text : other_space;
}

/// Returns the white space of the source before each run, and after the last one.
std::vector<std::string> TagSpaces::spaces_of_source(const std::vector<TagRun>& runs) const {
  std::vector<std::string> spaces(runs.size() + 1);
  if (runs.empty()) return spaces;
  spaces.front() = space_before(runs.front().first);
  for (size_t i = 1; i < runs.size(); ++i) spaces[i] = space_between(runs[i - 1], runs[i]);
  const bool is_one_place = runs.back().last - runs.front().first < 2 * runs.size();
  const bool is_taken = !spaces.front().empty() && !is_one_place;
  if (!runs.back().holds_words && !is_taken) spaces.back() = space_after(runs.back().last);
  return spaces;
}

/// Returns where to put a gap's space if the source has none there: behind end tags, before other
/// tags.
size_t TagSpaces::place_of_space(const std::vector<TagRun>& runs) const {
  const auto follows_word = [&](const TagRun& run) {
    if (run.follows_word || run.first == sentence_.first) return run.follows_word;
    const bool is_single = fragment_.pieces[run.first].kind == PieceKind::kLone;
    return is_single && !fragment_.pieces[run.first - 1].is_tag() &&
           space_before(run.first).empty();
  };
  const auto first = std::find_if_not(runs.begin(), runs.end(), follows_word);
  return static_cast<size_t>(first - runs.begin());
}

/// True if an element ends where the next one begins, in the source too.
bool TagSpaces::are_neighbours(const std::vector<TagRun>& runs) const {
  const size_t next = place_of_space(runs);
  return next > 0 && next < runs.size() && runs[next - 1].last + 1 == runs[next].first &&
         runs[next - 1].follows_word;
}

/// True if a tag of a block element is in the gap, which separates words without white space.
bool TagSpaces::has_block(const std::vector<TagRun>& runs) const {
  return std::any_of(runs.begin(), runs.end(), [&](const TagRun& run) {
    return fragment_.pieces[run.first].parts_words || fragment_.pieces[run.last].parts_words;
  });
}

/// Adjusts white space in a gap inside the sentence. Tags from two different places get white space
/// on one side at most; if the translation has none in the gap, neither side gets any.
void TagSpaces::fit_inside(std::vector<std::string>& spaces, std::string_view space,
                           const std::vector<TagRun>& runs) const {
  if (space.empty()) {
    spaces.front().clear();
    spaces.back().clear();
    return;
  }
  const bool is_there = std::any_of(spaces.begin(), spaces.end(),
                                    [](const std::string& there) { return !there.empty(); });
  if (!is_there && !are_neighbours(runs) && !has_block(runs)) spaces[place_of_space(runs)] = space;
  for (std::string& there : spaces) {
    if (runs.size() == 1 && is_new_word(runs[0]) && there.empty()) there = space;
  }
}

std::vector<std::string> TagSpaces::around(const std::vector<TagRun>& runs, std::string_view space,
                                           GapPlace place) const {
  std::vector<std::string> spaces = spaces_of_source(runs);
  if (!place.is_begin && !place.is_end) {
    fit_inside(spaces, space, runs);
  } else if (!runs.empty()) {
    const bool keeps_front = !place.is_begin && is_new_word(runs.front()),
               keeps_back = !place.is_end && is_new_word(runs.back());
    if (!runs.front().is_at_edge && !keeps_front) spaces.front().clear();
    if (!runs.back().is_at_edge && !keeps_back) spaces.back().clear();
  }
  // White space before and after the whole sentence is the source's, even if tags moved.
  if (place.is_begin && !fragment_.pieces[sentence_.first].is_tag())
    spaces.front() = leading_space(fragment_.bytes(sentence_.first), fragment_.syntax);
  const bool is_written = !runs.empty() && runs.back().last + 1 == sentence_.last;
  if (place.is_end && !is_written && !fragment_.pieces[sentence_.last - 1].is_tag())
    spaces.back() = trailing_space(fragment_.bytes(sentence_.last - 1), fragment_.syntax);
  return spaces;
}

std::string_view TagSpaces::bytes(const TagRun& run) const {
  const size_t begin = fragment_.pieces[run.first].begin;
  return std::string_view(fragment_.text).substr(begin, fragment_.pieces[run.last].end - begin);
}

}  // namespace dragoman

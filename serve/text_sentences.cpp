#include "serve/text_sentences.h"

#include <unicode/brkiter.h>
#include <unicode/locid.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <functional>

#include "io/utf8.h"
#include "markup/characters.h"
#include "translate/text_units.h"

namespace dragoman {
namespace {

/// True for characters that end a line. All are in the basic plane.
bool ends_line(char32_t character) {
  return (character >= 0x0A && character <= 0x0D) || character == 0x85 || character == 0x2028 ||
         character == 0x2029;
}

bool is_white(char16_t unit) { return u_isUWhiteSpace(unit); }

std::string utf8(const icu::UnicodeString& text) {
  std::string bytes;
  text.toUTF8String(bytes);
  return bytes;
}

/// Collects the pieces of a text in order.
class Collector {
 public:
  void add_between(const icu::UnicodeString& text) { pending_ += text; }

  /// White space around the sentence goes into `between`.
  void add_sentence(const icu::UnicodeString& text) {
    int32_t begin = 0, end = text.length();
    while (begin < end && is_white(text[begin])) ++begin;
    while (end > begin && is_white(text[end - 1])) --end;
    pending_ += text.tempSubStringBetween(0, begin);
    if (begin < end) {
      found_.between.push_back(utf8(pending_));
      found_.sentences.push_back(utf8(text.tempSubStringBetween(begin, end)));
      pending_.remove();
    }
    pending_ += text.tempSubStringBetween(end);
  }

  TextSentences finish() {
    found_.between.push_back(utf8(pending_));
    return std::move(found_);
  }

 private:
  TextSentences found_;
  icu::UnicodeString pending_;  // text before the next sentence
};

using LineReader = std::function<void(const icu::UnicodeString& line, Collector& pieces)>;

/// `ends`: tells which characters end a line.
TextSentences collect(const std::string& text, bool (*ends)(char32_t), const LineReader& add_line) {
  const icu::UnicodeString all = icu::UnicodeString::fromUTF8(text);
  Collector pieces;
  int32_t begin = 0;
  for (int32_t end = 0; end < all.length(); ++end) {
    if (!ends(all[end])) continue;
    add_line(all.tempSubStringBetween(begin, end), pieces);
    pieces.add_between(all.tempSubString(end, 1));
    begin = end + 1;
  }
  add_line(all.tempSubStringBetween(begin), pieces);
  return pieces.finish();
}

/// Returns what stands between two translations whose sources have `between` between them.
std::string_view space_between(std::string_view before, std::string_view between,
                               std::string_view after) {
  if (before.empty() || after.empty()) return between;
  if (between == " " && touch_without_space(before, after)) return "";
  const auto wants_space = [](char32_t c) {
    return !is_chinese_or_japanese(c) && u_isUWhiteSpace(static_cast<UChar32>(c)) == 0;
  };
  const bool part = wants_space(last_character(before)) && wants_space(first_character(after));
  return between.empty() && part ? " " : between;
}

/// Returns null if the system has no rules for the locale.
std::unique_ptr<icu::BreakIterator> find_boundaries(const icu::Locale& locale) {
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<icu::BreakIterator> found(
      icu::BreakIterator::createSentenceInstance(locale, status));
  return U_SUCCESS(status) ? std::move(found) : nullptr;
}

}  // namespace

std::string TextSentences::join(const std::vector<std::string>& translations) const {
  std::string text;
  for (size_t i = 0; i < translations.size(); ++i) {
    text += i == 0 ? between[0] : space_between(text, between[i], translations[i]);
    text += translations[i];
  }
  return text + between.back();
}

void TextSentences::unite(std::vector<ByteSpan> spans) {
  std::sort(spans.begin(), spans.end(),
            [](const ByteSpan& a, const ByteSpan& b) { return a.begin < b.begin; });
  TextSentences united{{}, {between.front()}};
  size_t end = between.front().size();  // end of the sentence added last
  size_t num_begun = 0;                 // number of spans that begin before `end`
  size_t reach = 0;                     // their farthest end
  for (size_t i = 0; i < sentences.size(); ++i) {
    const size_t next = i == 0 ? end : end + between[i].size();
    for (; i > 0 && num_begun < spans.size() && spans[num_begun].begin < end; ++num_begun)
      reach = std::max(reach, spans[num_begun].end);
    if (i > 0 && reach > next) {
      united.sentences.back() += united.between.back() + sentences[i];
      united.between.back() = between[i + 1];
    } else {
      united.sentences.push_back(sentences[i]);
      united.between.push_back(between[i + 1]);
    }
    end = next + sentences[i].size();
  }
  *this = std::move(united);
}

std::vector<std::vector<ByteSpan>> TextSentences::spans_of_sentences(
    const std::vector<ByteSpan>& spans) const {
  std::vector<ByteSpan> places;  // of the sentences
  size_t end = 0;
  for (size_t i = 0; i < sentences.size(); ++i) {
    const size_t begin = end + between[i].size();
    end = begin + sentences[i].size();
    places.push_back({begin, end});
  }
  std::vector<std::vector<ByteSpan>> found(sentences.size());
  for (const ByteSpan& span : spans) {
    auto place = std::upper_bound(
        places.begin(), places.end(), span.begin,
        [](size_t begin, const ByteSpan& sentence) { return begin < sentence.end; });
    for (; place != places.end() && place->begin < span.end; ++place) {
      const ByteSpan part{std::max(span.begin, place->begin), std::min(span.end, place->end)};
      if (part.begin == part.end) continue;
      found[static_cast<size_t>(place - places.begin())].push_back(
          {part.begin - place->begin, part.end - place->begin});
    }
  }
  return found;
}

/// Finds the ends of sentences. Copy the iterator for each text, because searching changes it.
struct SentenceSplitter::Boundaries {
  std::unique_ptr<icu::BreakIterator> iterator;
  std::mutex mutex;  // held while copying
};

SentenceSplitter::SentenceSplitter(const std::string& language)
    : boundaries_(std::make_unique<Boundaries>()) {
  UErrorCode status = U_ZERO_ERROR;
  icu::Locale locale(language.c_str());
  locale.setKeywordValue("ss", "standard", status);  // turns on abbreviations
  if (U_SUCCESS(status)) boundaries_->iterator = find_boundaries(locale);
  if (boundaries_->iterator == nullptr)
    boundaries_->iterator = find_boundaries(icu::Locale::getRoot());
}

SentenceSplitter::~SentenceSplitter() = default;

TextSentences SentenceSplitter::split(const std::string& text) const {
  if (boundaries_->iterator == nullptr) return split_lines(text);
  std::unique_ptr<icu::BreakIterator> iterator;
  {
    const std::lock_guard lock(boundaries_->mutex);
    iterator.reset(boundaries_->iterator->clone());
  }
  return collect(text, ends_line, [&](const icu::UnicodeString& line, Collector& pieces) {
    iterator->setText(line);
    int32_t begin = iterator->first();
    for (int32_t end = next_sentence_end(*iterator, line); end != icu::BreakIterator::DONE;
         begin = end, end = next_sentence_end(*iterator, line))
      pieces.add_sentence(line.tempSubStringBetween(begin, end));
  });
}

std::vector<ByteSpan> line_spans(std::string_view text) {
  std::vector<ByteSpan> lines;
  size_t begin = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = at;
    if (!ends_line(next_character(text, at))) continue;
    lines.push_back({begin, end});
    begin = at;
  }
  lines.push_back({begin, text.size()});
  return lines;
}

TextSentences split_lines(const std::string& text) {
  // The CR of CR LF is white space at the end of its line.
  return collect(
      text, [](char32_t character) { return character == '\n'; },
      [](const icu::UnicodeString& line, Collector& pieces) { pieces.add_sentence(line); });
}

}  // namespace dragoman

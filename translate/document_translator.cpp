#include "translate/document_translator.h"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "document/html_page.h"
#include "document/po_file.h"
#include "document/srt_file.h"
#include "document/xliff_file.h"
#include "threads/cancellation.h"
#include "translate/in_text.h"
#include "translate/plain_translation.h"

namespace dragoman {
namespace {

/// Sentences translated together; many, so that batches have sentences of similar lengths.
constexpr size_t kSentencesAtATime = 4096;

EntryChoice choice_of(DocumentEntries entries) {
  switch (entries) {
    case DocumentEntries::kUntranslated:
      return EntryChoice::kUntranslated;
    case DocumentEntries::kUnfinished:
      return EntryChoice::kUnfinished;
    case DocumentEntries::kAll:
      break;
  }
  return EntryChoice::kAll;
}

std::unique_ptr<Document> parse(std::string_view bytes, const SearchSettings& settings) {
  DocumentOptions options{.attributes = settings.markup_attributes,
                          .entries = choice_of(settings.document_entries),
                          .marks_review = settings.document_review};
  options.kept_spans = kept_spans_of(settings);
  switch (settings.document) {
    case DocumentFormat::kHtml:
      return parse_html_page(bytes, options);
    case DocumentFormat::kPo:
      return parse_po_file(bytes, options);
    case DocumentFormat::kXliff:
      return parse_xliff_file(bytes, options);
    case DocumentFormat::kSrt:
    case DocumentFormat::kNone:
      break;
  }
  return parse_srt_file(bytes, options);
}

/// Translates the segments of one document.
class SegmentTranslator {
 public:
  SegmentTranslator(const LineTranslator& lines, const SearchSettings& settings,
                    const TranslationRequest& request, TranslationCounts& counts)
      : lines_(lines), settings_(for_sentences(settings)), request_(request), counts_(counts) {}

  std::vector<std::string> translate(const std::vector<DocumentSegment>& segments) {
    std::vector<std::string> written;
    std::vector<MarkedText> marked;
    size_t num_sentences = 0;
    for (const DocumentSegment& segment : segments) {
      Cancellation::check();
      MarkupOptions options = segment.markup;
      options.cut_sentences = cut_sentences;
      set_symbols(lines_.placeholders(), settings_, options);
      marked.emplace_back(segment.text, options);
      num_sentences += marked.back().plain().size();
      const bool is_last = &segment == &segments.back();
      if (num_sentences < kSentencesAtATime && !is_last) continue;
      translate_marked(marked, written);
      marked.clear();
      num_sentences = 0;
    }
    return written;
  }

  double score() const { return score_; }
  double log_probability() const { return log_probability_; }

 private:
  void translate_marked(const std::vector<MarkedText>& marked, std::vector<std::string>& written) {
    std::vector<TranslationRequest> requests;
    std::vector<PlainTranslation> plain;
    for (const MarkedText& text : marked) {
      for (size_t i = 0; i < text.plain().size(); ++i) {
        requests.push_back(sentence_request(text, i, request_));
        if (requests.size() == kSentencesAtATime) translate_sentences(requests, plain);
      }
    }
    translate_sentences(requests, plain);
    auto next = plain.begin();
    for (const MarkedText& text : marked) {
      Cancellation::check();
      const auto end = next + static_cast<std::ptrdiff_t>(text.plain().size());
      written.push_back(text.translated({next, end}));
      next = end;
    }
  }

  /// Appends the translations of `requests` to `plain`, and empties `requests`.
  void translate_sentences(std::vector<TranslationRequest>& requests,
                           std::vector<PlainTranslation>& plain) {
    const auto found = lines_.translate(requests, settings_, counts_, AlignmentDetail::kLinks);
    for (size_t i = 0; i < found.size(); ++i) {
      const Translation& best = found[i].front();
      score_ += best.score;
      log_probability_ += best.log_probability;
      plain.push_back(plain_translation(requests[i], best));
    }
    requests.clear();
  }

  const LineTranslator& lines_;
  const SearchSettings settings_;
  const TranslationRequest& request_;
  TranslationCounts& counts_;
  double score_ = 0;
  double log_probability_ = 0;
};

/// Adds the counts of a document's sentences, and its notes, to the counts of documents.
void add_counts(const TranslationCounts& sentences, const std::vector<DocumentNote>& notes,
                TranslationCounts& counts) {
  const auto document = static_cast<size_t>(counts.lines);
  for (const DocumentNote& note : notes) counts.notes.push_back({document, note.line, note.what});
  if (!sentences.split_lines.empty()) counts.split_lines.push_back(document);
  ++counts.lines;
  counts.source_tokens += sentences.source_tokens;
  counts.target_tokens += sentences.target_tokens;
}

Translation translate_document(const LineTranslator& lines, const SearchSettings& settings,
                               const TranslationRequest& request, TranslationCounts& counts) {
  const std::unique_ptr<Document> document = parse(request.text, settings);
  TranslationCounts of_sentences;
  SegmentTranslator segments(lines, settings, request, of_sentences);
  const std::vector<std::string> translated = segments.translate(document->segments());
  std::vector<DocumentNote> notes;
  Translation whole;
  whole.text = document->translated(translated, notes);
  whole.score = segments.score();
  whole.log_probability = segments.log_probability();
  add_counts(of_sentences, notes, counts);
  return whole;
}

}  // namespace

void check_documents(const std::vector<TranslationRequest>& requests) {
  for (const TranslationRequest& request : requests) {
    if (!request.prefix.empty() || !request.phrases.empty() || !request.protected_spans.empty() ||
        request.watch.on_text || request.watch.on_step) {
      throw std::invalid_argument(
          "a document is translated as a whole: leave out search.document, or the prefixes, "
          "phrases, protected spans, and stream, steps or on_text, which are for lines");
    }
  }
}

std::vector<std::vector<Translation>> translate_documents(
    const LineTranslator& lines, const std::vector<TranslationRequest>& requests,
    const SearchSettings& settings, TranslationCounts& counts) {
  lines.check(settings);
  check_documents(requests);
  std::vector<std::vector<Translation>> translations;
  for (size_t i = 0; i < requests.size(); ++i) {
    translations.push_back({in_text(i, requests.size(), [&] {
      return translate_document(lines, settings, requests[i], counts);
    })});
  }
  return translations;
}

}  // namespace dragoman

#include "markup/marked_text.h"

#include <stdexcept>
#include <utility>

#include "markup/fragment_parser.h"
#include "markup/sentence_cutter.h"
#include "markup/shown_links.h"
#include "markup/span_protector.h"
#include "markup/span_symbols.h"

namespace dragoman {

MarkedText::MarkedText(std::string text, const MarkupOptions& options)
    : fragment_(parse_fragment(std::move(text), options.syntax)), spelling_(options.syntax) {
  if (options.is_one_sentence) {
    for (Piece& piece : fragment_.pieces) {
      piece.parts_words = std::exchange(piece.ends_sentence, false);
      piece.is_translated = false;  // else its text would be a sentence by itself
    }
  }
  fragment_.takes_out_new = options.takes_out_new;
  if (options.kept_spans || !options.protected_spans.empty())
    protect_spans(fragment_, options.kept_spans, options.protected_spans);
  TranslatedParts parts = find_translated_parts(fragment_, spelling_);
  if (options.cut_sentences) {
    split_sentences(fragment_, parts.sentences, spelling_, options.cut_sentences);
    parts = find_translated_parts(fragment_, spelling_);
  }
  sentences_ = std::move(parts.sentences);
  // Numbers and symbols stay as they are in markup, such as in the cells of a table.
  if (options.syntax != MarkupSyntax::kPlain && !options.is_one_sentence)
    std::erase_if(sentences_, [](const Sentence& sentence) { return !sentence.has_language(); });
  for (Sentence& sentence : sentences_)
    put_symbols(options.symbols, options.symbols_are_words, sentence);
  for (const Sentence& sentence : sentences_) plain_.push_back(sentence.plain);
  if (options.attributes) find_values(parts.tags, options);
}

/// Finds the values of attributes to translate. Each has one plain text.
void MarkedText::find_values(const std::vector<size_t>& tags, const MarkupOptions& options) {
  for (const AttributeText& value : attribute_texts(fragment_, tags, spelling_)) {
    if (options.kept_spans) {
      MarkedText text(spelling_.encode(value.plain),
                      {.syntax = options.syntax,
                       .kept_spans = options.kept_spans,
                       .takes_out_new = options.takes_out_new,
                       .symbols = options.symbols,
                       .symbols_are_words = options.symbols_are_words,
                       .is_one_sentence = true});
      if (text.plain_.size() != 1) continue;  // nothing to translate
      in_values_.push_back(std::move(text));
    }
    values_.push_back(value);
    plain_.push_back(in_values_.empty() ? value.plain : in_values_.back().plain_[0]);
  }
}

std::vector<ByteSpan> MarkedText::kept(size_t i) const {
  std::vector<ByteSpan> spans;
  if (i >= sentences_.size())
    return in_values_.empty() ? spans : in_values_[i - sentences_.size()].kept(0);
  for (const SentenceTag& tag : sentences_[i].tags) {
    if (tag.is_kept && tag.begin < tag.end) spans.push_back({tag.begin, tag.end});
  }
  return spans;
}

std::string MarkedText::with_symbols(size_t i, const std::string& text) const {
  if (i < sentences_.size()) return dragoman::with_symbols(sentences_[i], text);
  return in_values_.empty() ? text : in_values_[i - sentences_.size()].with_symbols(0, text);
}

std::string MarkedText::translated(const std::vector<PlainTranslation>& translations) const {
  ShownText shown(fragment_);
  return translated(translations, shown);
}

MarkedTranslation MarkedText::translated_with_links(
    const std::vector<PlainTranslation>& translations) const {
  ShownText shown(fragment_);
  std::string text = translated(translations, shown);
  return {std::move(text),
          shown_links(shown_source(fragment_, sentences_), shown, sentences_, translations)};
}

std::string MarkedText::translated(const std::vector<PlainTranslation>& translations,
                                   ShownText& shown) const {
  if (translations.size() != plain_.size()) {
    throw std::invalid_argument("a fragment of " + std::to_string(plain_.size()) + " texts got " +
                                std::to_string(translations.size()) + " translations");
  }
  if (values_.empty()) return write(fragment_, translations, shown);
  std::vector<std::string> values;
  for (size_t i = 0; i < values_.size(); ++i) {
    const PlainTranslation& translation = translations[sentences_.size() + i];
    values.push_back(in_values_.empty() ? spelling_.encode(translation.text)
                                        : in_values_[i].translated({translation}));
  }
  return write(with_values(fragment_, values_, values), translations, shown);
}

/// Writes the translated sentences, and the bytes of `fragment` between them.
std::string MarkedText::write(const Fragment& fragment,
                              const std::vector<PlainTranslation>& translations,
                              ShownText& shown) const {
  std::string written;
  size_t done = 0;  // bytes of the fragment that are written
  size_t shown_pieces = 0;
  for (size_t i = 0; i < sentences_.size(); ++i) {
    const Sentence& sentence = sentences_[i];
    const size_t begin = fragment.pieces[sentence.first].begin;
    written.append(fragment.text, done, begin - done);
    shown.add_rest(shown_pieces, sentence.first);
    shown.begin_sentence();
    written += write_sentence(fragment, sentence, translations[i], spelling_, shown);
    shown_pieces = sentence.last;
    done = fragment.pieces[sentence.last - 1].end;
  }
  shown.add_rest(shown_pieces, fragment.pieces.size());
  return written.append(fragment.text, done);
}

}  // namespace dragoman

// A translation as data: sentences, each with its position in the text, its translations and the
// chosen one. Makes no elements.

/**
 * Returns the positions of the words of `text`, separated by ASCII white space as in the service's
 * links.
 */
export function wordSpans(text) {
  return [...text.matchAll(/[^ \t\n\v\f\r]+/gu)].map((match) => (
    { start: match.index, end: match.index + match[0].length }
  ));
}

export const wordsOf = (text) => wordSpans(text).map(({ start, end }) => text.slice(start, end));

/** Appends a word to `prefix`. */
export const joinWords = (prefix, word) => (prefix ? `${prefix} ${word}` : word);

export class Sentence {
  /**
   * answer: {source, translations} from the service; sourceStart: the sentence's offset in the
   * text.
   */
  constructor(answer, sourceStart, gap, prefix = '') {
    this.source = answer.source;
    this.translations = answer.translations;
    this.sourceStart = sourceStart;
    this.gap = gap; // the text between the translation before and this one
    this.prefix = prefix; // the beginning that the reader chose
    this.rank = 0; // of the translation shown
  }

  get shown() {
    return this.translations[this.rank];
  }

  get text() {
    return this.shown.text;
  }

  /** Returns the text before a word, without the space between. */
  before(word) {
    return this.text.slice(0, wordSpans(this.text)[word].start).trimEnd();
  }

  /** Pairs of indices [source word, target word]. */
  get links() {
    return this.shown.word_alignment ?? [];
  }

  /** Returns the positions in the whole text of the source words aligned with a target word. */
  sourceSpans(word) {
    const words = wordSpans(this.source);
    return this.links
      .filter(([source, target]) => target === word && source < words.length)
      .map(([source]) => ({
        start: this.sourceStart + words[source].start,
        end: this.sourceStart + words[source].end,
      }));
  }

  /** Returns this sentence with another translation. */
  translatedAs(answer, prefix) {
    return new Sentence({ ...answer, source: this.source }, this.sourceStart, this.gap, prefix);
  }
}

export class TranslatedText {
  /** answer: one of `translations` in the service's response for `source`. */
  constructor(source, { text, sentences }) {
    this.sentences = [];
    let sourceEnd = 0;
    let textEnd = 0;
    for (const answer of sentences) {
      const start = find(source, answer.source, sourceEnd);
      const found = text.indexOf(answer.translations[0].text, textEnd);
      const gap = found < 0 ? ' ' : text.slice(textEnd, found);
      this.sentences.push(new Sentence(answer, start, gap));
      sourceEnd = start + answer.source.length;
      if (found >= 0) textEnd = found + answer.translations[0].text.length;
    }
    this.tail = text.slice(textEnd);
  }

  get text() {
    return this.sentences.map((sentence) => sentence.gap + sentence.text).join('') + this.tail;
  }
}

function find(text, part, from) {
  const found = text.indexOf(part, from);
  return found < 0 ? from : found;
}

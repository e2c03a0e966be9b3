// A translation as the page holds it: sentences, each with its place in the text, its translations
// and the one of them that is shown. No elements here.

/** Where the words of `text` are, as white space parts them. */
export function wordSpans(text) {
  return [...text.matchAll(/\S+/gu)].map((match) => (
    { start: match.index, end: match.index + match[0].length }
  ));
}

export const wordsOf = (text) => wordSpans(text).map(({ start, end }) => text.slice(start, end));

/** `prefix` with one word more. */
export const joinWords = (prefix, word) => (prefix ? `${prefix} ${word}` : word);

export class Sentence {
  /** answer: {source, translations} of the service; sourceStart: its place in the whole text. */
  constructor(answer, sourceStart, gap, prefix = '') {
    this.source = answer.source;
    this.translations = answer.translations;
    this.sourceStart = sourceStart;
    this.gap = gap; // what stands between the translation before and this one
    this.prefix = prefix; // what the reader chose that it begins with
    this.rank = 0; // of the translation that is shown
  }

  get shown() {
    return this.translations[this.rank];
  }

  get text() {
    return this.shown.text;
  }

  /** The text before a word, without the space between. */
  before(word) {
    return this.text.slice(0, wordSpans(this.text)[word].start).trimEnd();
  }

  /** [source word, target word], both counted from 0. */
  get links() {
    return this.shown.word_alignment ?? [];
  }

  /** Where in the whole text the source words of a target word are. */
  sourceSpans(word) {
    const words = wordSpans(this.source);
    return this.links
      .filter(([source, target]) => target === word && source < words.length)
      .map(([source]) => ({
        start: this.sourceStart + words[source].start,
        end: this.sourceStart + words[source].end,
      }));
  }

  /** The same sentence, translated anew. */
  translatedAs(answer, prefix) {
    return new Sentence({ ...answer, source: this.source }, this.sourceStart, this.gap, prefix);
  }
}

export class TranslatedText {
  /** answer: one of `translations` in the service's answer for `source`. */
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

// Shows the translation as words to choose, by mouse, touch or keyboard: Tab reaches one word,
// arrow keys move to the others.

import { make } from './dom.js';
import { RovingFocus } from './roving_focus.js';
import { wordSpans, wordsOf } from './translated_text.js';

export class OutputView {
  #element;
  #focus;
  #sentences = []; // [{element, text}]
  #handlers;
  #frame = 0;
  #partials = new Map(); // keyed by sentence; drawn with the next frame

  /** handlers: onChoose(sentence, word, element), onPoint(sentence, word), onLeave() */
  constructor(element, handlers) {
    this.#element = element;
    this.#handlers = handlers;
    this.#focus = new RovingFocus(element, '.word');
    element.addEventListener('click', (event) => {
      if (getSelection().isCollapsed) this.#choose(event.target); // a selection of text is no click
    });
    element.addEventListener('keydown', (event) => this.#onKey(event));
    for (const name of ['pointerover', 'focusin'])
      element.addEventListener(name, (event) => this.#point(event.target));
    for (const name of ['pointerleave', 'focusout'])
      element.addEventListener(name, () => handlers.onLeave());
  }

  /** translated: a TranslatedText, or null */
  show(translated) {
    this.dropPartials();
    this.#sentences = (translated?.sentences ?? []).map((sentence, index) => ({
      element: sentenceElement(sentence.text, index),
      text: sentence.text,
    }));
    const focused = this.#focused();
    const parts = this.#sentences.flatMap(({ element }, index) => (
      [translated.sentences[index].gap, element]
    ));
    this.#element.replaceChildren(...parts, translated?.tail ?? '');
    this.#focus.begin();
    if (focused) this.#focusAgain(focused);
  }

  /** Shows the best translation so far of a sentence, followed by the old text, dimmed. */
  showPartial(index, text) {
    this.#partials.set(index, text);
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#drawPartials());
  }

  /** Drops the partial translations that are not yet drawn. */
  dropPartials() {
    cancelAnimationFrame(this.#frame);
    this.#partials.clear();
  }

  #drawPartials() {
    for (const [index, text] of this.#partials) this.#drawPartial(index, text);
    this.#partials.clear();
  }

  #drawPartial(index, text) {
    while (this.#sentences.length <= index) this.#append();
    const { element, text: before } = this.#sentences[index];
    const rest = wordsOf(before).slice(wordsOf(text).length).join(' ');
    element.replaceChildren(text, make('span', { class: 'stale' }, rest ? ` ${rest}` : ''));
  }

  #append() {
    const element = make('span', { class: 'sentence' });
    if (this.#sentences.length > 0) this.#element.append(' ');
    this.#element.append(element);
    this.#sentences.push({ element, text: '' });
  }

  #focused() {
    const { activeElement } = document;
    return this.#element.contains(activeElement) ? { ...activeElement.dataset } : null;
  }

  #focusAgain({ sentence, word }) {
    const same = `[data-sentence="${sentence}"][data-word="${word}"]`;
    this.#focus.moveTo(this.#element.querySelector(same) ?? this.#focus.items[0]);
  }

  #choose(target) {
    const word = target.closest?.('.word');
    if (!word) return;
    this.#focus.moveTo(word);
    this.#handlers.onChoose(Number(word.dataset.sentence), Number(word.dataset.word), word);
  }

  #point(target) {
    const word = target.closest?.('.word');
    if (word) this.#handlers.onPoint(Number(word.dataset.sentence), Number(word.dataset.word));
    else this.#handlers.onLeave();
  }

  #onKey(event) {
    const word = event.target.closest('.word');
    if (!word || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    this.#choose(word);
  }
}

function sentenceElement(text, index) {
  const element = make('span', { class: 'sentence' });
  let end = 0;
  wordSpans(text).forEach((span, word) => {
    element.append(text.slice(end, span.start), wordElement(text, span, index, word));
    end = span.end;
  });
  element.append(text.slice(end));
  return element;
}

function wordElement(text, { start, end }, sentence, word) {
  const attributes = {
    class: 'word',
    role: 'button',
    tabindex: '-1',
    'aria-haspopup': 'dialog',
    'data-sentence': sentence,
    'data-word': word,
  };
  return make('span', attributes, text.slice(start, end));
}

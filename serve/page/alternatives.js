// The popover at a word of the translation: alternatives for the word, and how the sentence would
// continue.

import { findAlternatives, wordProbability } from './alternative_words.js';
import { Latest, isAbort } from './api.js';
import { languageOf, make, setState } from './dom.js';
import { finePercent } from './pieces.js';
import { describe } from './problems.js';

const WORDS_OF_REST = 8;
const GAP = 6; // pixels between the word and the popover

export class Alternatives {
  #element;
  #api;
  #latest = new Latest();
  #anchor = null;
  #onChoose;
  #onClose;

  /** onChoose(prefix): the chosen beginning of the translation; onClose() */
  constructor(element, api, { onChoose, onClose }) {
    this.#element = element;
    this.#api = api;
    this.#onChoose = onChoose;
    this.#onClose = onClose;
    element.addEventListener('keydown', (event) => this.#onKey(event));
    element.addEventListener('focusout', ({ relatedTarget: next }) => {
      if (next && !element.contains(next)) this.close();
    });
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.isOpen) this.close({ returnFocus: true });
    });
    document.addEventListener('pointerdown', (event) => this.#onPointer(event));
    window.addEventListener('resize', () => this.#place());
  }

  get isOpen() {
    return !this.#element.hidden;
  }

  /** request: {model, settings, options, maxBeam}; word: index in the sentence */
  async open(anchor, sentence, word, request) {
    const isSame = this.isOpen && anchor === this.#anchor;
    this.close({ returnFocus: isSame });
    if (isSame) return;
    this.#anchor = anchor;
    const current = anchor.textContent;
    const prefix = sentence.before(word);
    const now = { word: current, probability: wordProbability(sentence.shown, word) };
    this.#show('busy', current, make('p', { class: 'hint' }, 'Looking for other ways on …'));
    this.#element.focus();
    try {
      const found = await this.#latest.run((signal) => findAlternatives(
        this.#api, { ...request, source: sentence.source, prefix, current }, signal,
      ));
      this.#showFound(current, now, found);
    } catch (failure) {
      if (!isAbort(failure)) this.#showFailure(current, failure);
    }
  }

  close({ returnFocus = false } = {}) {
    this.#latest.abort();
    if (!this.isOpen) return;
    this.#element.hidden = true;
    setState(this.#element, 'idle');
    this.#anchor.removeAttribute('aria-expanded');
    if (returnFocus) this.#anchor.focus();
    this.#onClose();
  }

  #show(state, word, ...content) {
    const title = make('h3', { id: 'alternatives-title' }, 'Instead of ',
      make('q', languageOf('output'), word));
    const close = make('button', {
      type: 'button',
      class: 'button quiet icon',
      'aria-label': 'Close',
      onclick: () => this.close({ returnFocus: true }),
    }, '✕');
    this.#element.replaceChildren(make('header', { class: 'pane-head' }, title, close), ...content);
    this.#element.hidden = false;
    this.#anchor.setAttribute('aria-expanded', 'true');
    setState(this.#element, state);
    this.#place();
  }

  #showFound(current, now, found) {
    const most = Math.max(now.probability, ...found.map(({ probability }) => probability));
    const items = found.map((each) => make('li', {}, this.#choice(each, most)));
    const note = found.length > 0 ? 'The percentage is how probable the model holds each word here.'
      : 'The model sees no other word here.';
    this.#show('done', current, make('ul', { class: 'choices' }, currentItem(now, most), ...items),
      make('p', { class: 'hint' }, note));
    (this.#element.querySelector('.choice') ?? this.#element).focus();
  }

  #showFailure(current, failure) {
    const { title, advice } = describe(failure);
    const problem = make('p', { role: 'alert' }, make('strong', {}, `${title}. `), advice);
    this.#show('error', current, problem);
    this.#element.focus();
  }

  #choice({ word, rest, probability, prefix }, most) {
    const choose = () => {
      this.close({ returnFocus: true });
      this.#onChoose(prefix);
    };
    return make('button', { type: 'button', class: 'choice', onclick: choose },
      ...row(word, make('span', languageOf('output'), shortened(rest)), probability, most));
  }

  /**
   * Places the popover under the word, within the window's width. On phones, CSS puts it at the
   * lower edge.
   */
  #place() {
    if (!this.isOpen) return;
    const parent = this.#element.offsetParent?.getBoundingClientRect();
    if (!parent) return;
    const word = this.#anchor.getBoundingClientRect();
    const most = parent.width - this.#element.offsetWidth;
    const left = Math.max(0, Math.min(word.left - parent.left, most));
    this.#element.style.setProperty('--left', `${left}px`);
    this.#element.style.setProperty('--top', `${word.bottom - parent.top + GAP}px`);
  }

  #onKey(event) {
    const choices = [...this.#element.querySelectorAll('.choice')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || choices.length === 0) return;
    event.preventDefault();
    const index = choices.indexOf(document.activeElement);
    choices[Math.max(0, Math.min(index + step, choices.length - 1))].focus();
  }

  #onPointer({ target }) {
    if (this.isOpen && !this.#element.contains(target) && !this.#anchor.contains(target))
      this.close();
  }
}

function currentItem({ word, probability }, most) {
  return make('li', { class: 'choice-now' }, ...row(word, 'as it is now', probability, most));
}

function row(word, rest, probability, most) {
  const bar = make('span', { class: 'bar-fill' });
  bar.style.inlineSize = `${Math.round(100 * (probability / most || 0))}%`;
  return [
    make('span', { class: 'choice-text' }, make('strong', languageOf('output'), word), ' ', rest),
    make('span', { class: 'number hint' }, finePercent(probability)),
    make('span', { class: 'bar-track', 'aria-hidden': 'true' }, bar),
  ];
}

function shortened(rest) {
  const words = rest.split(' ');
  return words.length > WORDS_OF_REST ? `${words.slice(0, WORDS_OF_REST).join(' ')} …` : rest;
}

// Draws source and target words with lines between aligned ones: in two rows if they fit, else in
// two columns.

import { languageOf, make, makeSvg } from './dom.js';
import { wordsOf } from './translated_text.js';

export class AlignmentStrip {
  #element;
  #links = [];
  #words = { source: [], target: [] };
  #lines = [];
  #svg = makeSvg('svg', { class: 'strip-lines', 'aria-hidden': 'true' });

  /** onPoint(index of a target word, or null) */
  constructor(element, onPoint) {
    this.#element = element;
    element.addEventListener('pointerover', ({ target }) => onPoint(this.#targetOf(target)));
    element.addEventListener('pointerleave', () => onPoint(null));
    // Waits for the next frame, because an observer that changes what it observes is an error.
    const observer = new ResizeObserver(() => requestAnimationFrame(() => this.#layOut()));
    observer.observe(element.parentElement); // gives the room: the element is as wide as its words
  }

  show(sentence) {
    this.#words = {
      source: wordsOf(sentence.source).map(wordElement),
      target: wordsOf(sentence.text).map(wordElement),
    };
    this.#links = sentence.links.filter(([source, target]) => (
      source < this.#words.source.length && target < this.#words.target.length
    ));
    this.#lines = this.#links.map(() => makeSvg('path', { class: 'strip-line' }));
    this.#svg.replaceChildren(...this.#lines);
    const row = (words, id) => make('div', { class: 'strip-row', ...languageOf(id) }, ...words);
    const { source, target } = this.#words;
    this.#element.replaceChildren(row(source, 'source'), row(target, 'output'), this.#svg);
    this.#element.setAttribute('aria-label', this.#description());
    this.#layOut();
  }

  /** Highlights the words aligned with a target word; null: none. */
  highlight(word) {
    const all = [...this.#words.source, ...this.#words.target, ...this.#lines];
    for (const element of all) element.classList.remove('is-linked');
    this.#words.target[word]?.classList.add('is-linked');
    this.#links.forEach(([source, target], i) => {
      if (target !== word) return;
      this.#words.source[source].classList.add('is-linked');
      this.#lines[i].classList.add('is-linked');
    });
  }

  #targetOf(element) {
    const target = this.#words.target.indexOf(element);
    if (target >= 0) return target;
    const source = this.#words.source.indexOf(element);
    const link = this.#links.find((each) => each[0] === source);
    return link ? link[1] : null;
  }

  #description() {
    const { source, target } = this.#words;
    const pairs = this.#links.map(([from, to]) => (
      `${target[to].textContent} from ${source[from].textContent}`
    ));
    return `Words that belong together: ${pairs.join(', ') || 'none'}`;
  }

  #layOut() {
    const element = this.#element;
    if (element.clientWidth === 0) return; // hidden
    element.dataset.layout = 'rows';
    if (element.scrollWidth > element.clientWidth + 1) element.dataset.layout = 'columns';
    const origin = element.getBoundingClientRect();
    this.#links.forEach(([source, target], i) => {
      const from = this.#words.source[source].getBoundingClientRect();
      const to = this.#words.target[target].getBoundingClientRect();
      const path = element.dataset.layout === 'rows' ? pathDown : pathAcross;
      this.#lines[i].setAttribute('d', path(from, to, origin));
    });
  }
}

const wordElement = (word) => make('span', { class: 'strip-word' }, word);

function pathDown(from, to, origin) {
  const [x1, x2] = [from, to].map((box) => box.left + box.width / 2 - origin.left);
  const [y1, y2] = [from.bottom - origin.top, to.top - origin.top];
  const middle = (y1 + y2) / 2;
  return `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`;
}

function pathAcross(from, to, origin) {
  const [x1, x2] = [from.right - origin.left, to.left - origin.left];
  const [y1, y2] = [from, to].map((box) => box.top + box.height / 2 - origin.top);
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
}

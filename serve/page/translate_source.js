// The source text: a field that grows with its text, over a copy that marks words, because a field
// cannot.

import { make } from './dom.js';

export class SourceView {
  #field;
  #mirror;
  #count;
  #isComposing = false;

  /** onChange(): the text changes; onComposed(): an input method has finished its text */
  constructor(root, onChange, onComposed) {
    this.#field = root.querySelector('#source');
    this.#mirror = root.querySelector('#mirror');
    this.#count = root.querySelector('#count');
    this.#field.addEventListener('input', ({ isComposing = false }) => {
      this.#isComposing = isComposing;
      this.mark([]);
      onChange();
    });
    // The text may be the same as before, for example if the reader leaves the field.
    this.#field.addEventListener('compositionend', () => {
      this.#isComposing = false;
      onComposed();
    });
  }

  /** True while the text ends in what an input method has yet to finish, as letters of Pinyin. */
  get isComposing() {
    return this.#isComposing;
  }

  get text() {
    return this.#field.value;
  }

  /** Changes the text, and focuses it, as typing does: undo brings the old one back. */
  set text(text) {
    this.#field.focus();
    this.#field.select();
    document.execCommand?.(text === '' ? 'delete' : 'insertText', false, text);
    if (this.#field.value === text) return;
    this.#field.value = text; // the browser does not type
    this.#field.dispatchEvent(new Event('input', { bubbles: true }));
  }

  get length() {
    return [...this.text].length;
  }

  showCount(limit) {
    const number = new Intl.NumberFormat('en');
    this.#count.textContent = `${number.format(this.length)} of ${number.format(limit)} characters`;
    this.#count.classList.toggle('is-over', this.length > limit);
  }

  /** Marks spans [{start, end}] of the text. */
  mark(spans) {
    const { text } = this;
    const parts = [];
    let end = 0;
    for (const span of [...spans].sort((one, other) => one.start - other.start)) {
      if (span.start < end) continue;
      parts.push(text.slice(end, span.start), make('mark', {}, text.slice(span.start, span.end)));
      end = span.end;
    }
    // Browsers give a final line break a line of its own only if a character follows.
    this.#mirror.replaceChildren(...parts, `${text.slice(end)}\u200b`);
  }
}

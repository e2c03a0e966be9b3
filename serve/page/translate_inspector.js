// Details of one sentence: other translations, alignment, attention, search.

import { Latest, isAbort, load } from './api.js';
import { languageOf, make, setState } from './dom.js';
import { scoreText } from './pieces.js';
import { showProblem } from './problems.js';
import { AlignmentStrip } from './translate_alignment.js';

const TITLE_LENGTH = 60;

export class Inspector {
  #root;
  #api;
  #handlers;
  #strip;
  #panels;
  #document = null;
  #index = 0;
  #request = () => ({});

  /** handlers: onRank(sentence, rank), onPoint(sentence, word or null) */
  constructor(root, api, handlers) {
    this.#root = root.querySelector('#inspector');
    this.#api = api;
    this.#handlers = handlers;
    this.#strip = new AlignmentStrip(this.#find('#strip'), (word) => (
      handlers.onPoint(this.#index, word)
    ));
    this.#find('#sentence').addEventListener('change', ({ target }) => (
      this.showSentence(Number(target.value))
    ));
    this.#panels = [
      new Panel(this.#find('#panel-attention'), (body, signal) => (
        this.#showAttention(body, signal)
      )),
      new Panel(this.#find('#panel-beam'), (body, signal) => this.#showBeam(body, signal)),
    ];
  }

  get index() {
    return this.#index;
  }

  /**
   * document: a TranslatedText, or null; request(): {model, options, draws, beam} of its request
   */
  show(document, request) {
    this.#document = document?.sentences.length > 0 ? document : null;
    this.#request = request;
    this.#root.hidden = !this.#document;
    if (!this.#document) return;
    this.#offerSentences();
    this.showSentence(Math.min(this.#index, document.sentences.length - 1));
  }

  showSentence(index) {
    this.#index = index;
    this.#find('#sentence').value = String(index);
    const sentence = this.#sentence;
    this.#showRanking(sentence);
    this.#find('#alignment').hidden = sentence.links.length === 0;
    this.#strip.show(sentence);
    this.#updatePanels(sentence);
  }

  highlight(sentence, word) {
    this.#strip.highlight(sentence === this.#index ? word : null);
  }

  get #sentence() {
    return this.#document.sentences[this.#index];
  }

  #find(selector) {
    return this.#root.querySelector(selector);
  }

  #offerSentences() {
    const { sentences } = this.#document;
    const options = sentences.map(({ source }, i) => (
      make('option', { value: i }, `${i + 1}. ${shortened(source)}`)
    ));
    this.#find('#sentence').replaceChildren(...options);
    this.#find('#sentence-field').hidden = sentences.length < 2;
  }

  #showRanking({ translations, rank }) {
    const items = translations.map((translation, i) => make('li', {}, make('button', {
      type: 'button',
      class: 'best-choice',
      'aria-pressed': String(i === rank),
      onclick: () => this.#chooseRank(i),
    }, make('span', languageOf('output'), translation.text), score(translation))));
    this.#find('#best').replaceChildren(...items);
    this.#find('#ranking').hidden = translations.length < 2;
  }

  #chooseRank(rank) {
    this.#handlers.onRank(this.#index, rank);
    this.#find('#best').querySelectorAll('button')[rank].focus();
  }

  #updatePanels({ source, text, prefix, rank }) {
    const { model, options } = this.#request();
    this.#panels[0].update(JSON.stringify([model, source, text]));
    this.#panels[1].update(JSON.stringify([model, source, options, prefix, rank]));
  }

  async #showAttention(body, signal) {
    const { showAttention } = await load('attention');
    const { source, shown } = this.#sentence;
    const { model } = this.#request();
    const { text: target, tokens, token_alignment: alignment } = shown;
    const request = { api: this.#api, model, source, target, tokens, alignment };
    await showAttention(body, request, signal);
  }

  async #showBeam(body, signal) {
    const { model, options, draws, beam } = this.#request();
    if (draws) {
      body.replaceChildren(make('p', { class: 'hint' },
        'Tokens are drawn at random now: nothing is searched for. Set the temperature to 0.'));
      return;
    }
    const { showBeam } = await load('beam_tree');
    const { source, prefix, rank } = this.#sentence;
    const request = { model, text: source, prefix, split: 'none', steps: true, options };
    const answer = await this.#api.post('/v1/translate', request, { signal });
    const { steps = [], translations } = answer.translations[0].sentences[0];
    const translation = translations[rank] ?? translations[0];
    showBeam(body, { steps, translation, beam });
  }
}

/** A disclosure that fills its content when it is open, and again when `key` changes. */
class Panel {
  #element;
  #body;
  #fill;
  #latest = new Latest();
  #wanted = '';
  #shown = '';

  /** fill(body, signal) */
  constructor(element, fill) {
    this.#element = element;
    this.#body = element.querySelector('.panel-body');
    this.#fill = fill;
    element.addEventListener('toggle', () => this.#refresh());
  }

  /** key: identifies the data of the content */
  update(key) {
    this.#wanted = key;
    this.#refresh();
  }

  async #refresh() {
    if (!this.#element.open || this.#shown === this.#wanted) return;
    this.#shown = this.#wanted;
    // avoids a jump while the content loads
    this.#body.style.minHeight = `${this.#body.offsetHeight}px`;
    setState(this.#element, 'busy');
    try {
      await this.#latest.run(async (signal) => {
        await this.#fill(this.#body, signal);
        if (!signal.aborted) this.#finish('done');
      });
    } catch (failure) {
      if (!isAbort(failure)) this.#fail(failure);
    }
  }

  #finish(state) {
    this.#body.style.minHeight = '';
    setState(this.#element, state);
  }

  #fail(failure) {
    const box = make('div', { class: 'problem', role: 'alert' });
    this.#body.replaceChildren(box);
    this.#shown = ''; // the next update tries again
    showProblem(box, failure, () => this.#refresh());
    this.#finish('error');
  }
}

function shortened(text) {
  return text.length > TITLE_LENGTH ? `${text.slice(0, TITLE_LENGTH - 1)}…` : text;
}

function score({ score: value }) {
  return make('span', { class: 'hint number' }, `score ${scoreText(value, 3)}`);
}

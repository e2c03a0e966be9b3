// The tab for language models: continues a prompt.

import { CompleteForm } from './complete_form.js';
import { Completion, ODDS } from './completion.js';
import { make, setState } from './dom.js';

/** Mounts the tab; context.models has the language models. */
export function mount(root, context) {
  const tab = new CompleteTab(root, context);
  tab.offer(context.models);
  context.onModelsChange((models) => tab.offer(models));
}

function noModel() {
  return make('div', { class: 'card', hidden: true }, make('h2', {}, 'No language model is served'),
              make('p', {}, 'Start the service with the folder of one:'),
              make('pre', {}, make('code', {}, 'dragoman serve TRANSLATOR LANGUAGE_MODEL')));
}

function oddsLegend() {
  const items = ODDS.map((least, i) => {
    const range = least > 0 ? `from ${100 * least} %` : `under ${100 * ODDS[i - 1]} %`;
    return make('li', {}, make('span', { class: `odds-${i}` }, range));
  });
  return make('ul', { class: 'odds-legend', 'aria-label': 'How probable a token was' }, ...items);
}

class CompleteTab {
  #root;
  #context;
  #request = null; // an AbortController while a request runs
  #form = new CompleteForm((request) => this.#start(request), () => this.#request?.abort());
  #none = noModel();
  #texts = make('div', { class: 'completions' });
  #shading = make('input', { type: 'checkbox', onchange: () => this.#shade() });
  #legend = oddsLegend();
  #result;

  constructor(root, context) {
    this.#root = root;
    this.#context = context;
    const shading = make('label', {}, this.#shading, ' Shade tokens by how improbable they were');
    this.#result = make('section', { class: 'complete-result', hidden: true,
                                     'aria-label': 'What follows' },
                        make('div', { class: 'row' }, shading, this.#legend), this.#texts);
    setState(root, 'idle');
    root.replaceChildren(this.#none, this.#form.element, this.#result);
    this.#shade();
  }

  offer(models) {
    const languageModels = models.filter(({ kind }) => kind === 'language-model');
    this.#none.hidden = languageModels.length > 0;
    this.#form.element.hidden = languageModels.length === 0;
    this.#form.offer(languageModels);
  }

  async #start({ prompt, model, stop, options }) {
    this.#request = new AbortController();
    const { signal } = this.#request;
    const texts = options.map(({ seed }) => this.#completion(prompt, seed));
    this.#texts.replaceChildren(...texts.map(({ element }) => element));
    this.#result.hidden = false;
    this.#setBusy(true);
    const body = { prompt, model, ...(stop.length > 0 && { stop }) };
    const states = await Promise.all(texts.map((text, i) =>
      text.draw(this.#context.api, { ...body, options: options[i] }, signal)));
    this.#setBusy(false);
    setState(this.#root, states.includes('error') ? 'error' : 'done');
    if (states.includes('error')) return; // told by the text itself
    this.#context.announce(signal.aborted ? 'Stopped.' : 'The text is complete.');
  }

  #completion(prompt, seed) {
    const title = seed === undefined ? 'The most probable tokens' : `Seed ${seed}`;
    return new Completion(prompt, title, (text) => this.#form.continueFrom(text));
  }

  #setBusy(isBusy) {
    this.#form.setBusy(isBusy);
    if (isBusy) setState(this.#root, 'busy');
  }

  #shade() {
    this.#result.classList.toggle('is-shaded', this.#shading.checked);
    this.#legend.hidden = !this.#shading.checked;
  }
}

// Which model translates, and what follows from it: the languages' names, the way back.

import { make } from '/page/dom.js';
import { languageName, otherDirection } from '/page/languages.js';

export class ModelChoice {
  #root;
  #onChange;
  #translators = [];
  #told = ''; // the model that was told last

  /** onChange(model), of the model or of what is known of it */
  constructor(root, onChange) {
    this.#root = root;
    this.#onChange = onChange;
    this.#find('model').addEventListener('change', () => this.#tell());
  }

  get model() {
    const name = this.#find('model').value;
    return this.#translators.find((model) => model.name === name) ?? this.#translators[0];
  }

  /** models: as of /v1/models */
  take(models) {
    const select = this.#find('model');
    const before = select.value;
    this.#translators = models.filter(({ kind }) => kind === 'translator');
    const names = this.#translators.map(({ name }) => name);
    select.replaceChildren(...names.map((name) => make('option', { value: name }, name)));
    if (names.includes(before)) select.value = before;
    this.#find('model-field').hidden = names.length < 2;
    if (names.length > 0) this.#tell();
  }

  /** To the model that translates back. */
  swap() {
    this.#find('model').value = otherDirection(this.model, this.#translators).name;
    this.#tell();
  }

  #find(id) {
    return this.#root.querySelector(`#${id}`);
  }

  #tell() {
    const { model } = this;
    this.#find('swap').hidden = !otherDirection(model, this.#translators);
    if (JSON.stringify(model) === this.#told) return;
    this.#told = JSON.stringify(model);
    this.#showLanguage('source', model.source_language, 'Text');
    this.#showLanguage('output', model.target_language, 'Translation');
    this.#onChange(model);
  }

  #showLanguage(id, language, otherwise) {
    this.#find(`${id}-title`).textContent = languageName(language) ?? otherwise;
    if (language) this.#find(id).lang = language;
    else this.#find(id).removeAttribute('lang');
  }
}

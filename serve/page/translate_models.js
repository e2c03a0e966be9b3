// The choice of a model, and what depends on it: the languages' names, the button for the other
// direction.

import { offerNames } from './dom.js';
import { languageOfLabel, otherDirection } from './languages.js';

export class ModelChoice {
  #root;
  #onChange;
  #translators = [];
  #told = ''; // JSON of the model last passed to onChange

  /** onChange(model): another model was chosen, or its description changed */
  constructor(root, onChange) {
    this.#root = root;
    this.#onChange = onChange;
    this.#find('model').addEventListener('change', () => this.#tell());
  }

  get model() {
    const name = this.#find('model').value;
    return this.#translators.find((model) => model.name === name) ?? this.#translators[0];
  }

  /** models: as in the response of /v1/models */
  take(models) {
    this.#translators = models.filter(({ kind }) => kind === 'translator');
    const names = this.#translators.map(({ name }) => name);
    offerNames(this.#find('model'), names);
    this.#find('model-field').hidden = names.length < 2;
    if (names.length > 0) this.#tell();
  }

  /** Switches to the model of the opposite direction. */
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

  #showLanguage(id, label, otherwise) {
    const { name = otherwise, code } = languageOfLabel(label);
    this.#find(`${id}-title`).textContent = name;
    if (code) this.#find(id).lang = code;
    else this.#find(id).removeAttribute('lang');
  }
}

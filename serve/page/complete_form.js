// The form of a completion: a prompt, and the options of sampling.

import { make, offerNames } from './dom.js';

const FIELDS = [
  { name: 'temperature', label: 'Temperature', type: 'range', min: 0.1, max: 2, step: 0.05,
    value: 1, hint: 'Below 1 the text is safer, above 1 more daring.' },
  { name: 'top_p', label: 'Top p', type: 'range', min: 0.05, max: 1, step: 0.05, value: 1,
    hint: 'Draws from the fewest tokens whose probabilities add up to this; 1: from all.' },
  { name: 'top_k', label: 'Top k', type: 'number', min: 0, max: 100000, step: 1, value: 0,
    hint: 'Draws from this many of the most probable tokens; 0: from all.' },
  { name: 'max_length', label: 'Longest', type: 'number', min: 1, max: 10000, step: 1, value: 200,
    hint: 'Maximum number of tokens.' },
  { name: 'seed', label: 'Seed', type: 'number', min: 0, max: 2147483647, step: 1, value: 1,
    hint: 'The same seed draws the same text again.' },
  { name: 'texts', label: 'Texts side by side', type: 'number', min: 1, max: 4, step: 1, value: 1,
    hint: 'Each text has the next seed.' },
];
const OF_DRAWING = ['temperature', 'top_p', 'top_k', 'seed', 'texts'];

function labelled(input, label, hint, output = null) {
  return make('div', { class: 'control' }, make('label', { for: input.id }, label), output, input,
              make('p', { id: `${input.id}-hint`, class: 'hint' }, hint));
}

function control({ name, label, hint, ...attributes }) {
  const id = `complete-${name}`;
  const isRange = attributes.type === 'range';
  const input = make('input', { id, 'aria-describedby': `${id}-hint`, required: !isRange,
                                ...attributes });
  const output = isRange ? make('output', { for: id, class: 'number' }) : null;
  const show = () => { if (output) output.textContent = input.value; };
  input.addEventListener('input', show);
  show();
  return { input, show, element: labelled(input, label, hint, output) };
}

/** Decodes a stop text as typed: "\n" is a line break. */
const unescaped = (text) => text.replaceAll('\\n', '\n').replaceAll('\\t', '\t');

export class CompleteForm {
  #onStart;
  #controls = new Map(FIELDS.map((field) => [field.name, control(field)]));
  #model = make('select', { id: 'complete-model' });
  #modelField = make('label', { class: 'field', for: 'complete-model', hidden: true },
                     make('span', {}, 'Model'), this.#model);
  #prompt = make('textarea', { id: 'complete-prompt', class: 'text', rows: 4, dir: 'auto',
                               placeholder: 'Once upon a time' });
  #stops = make('textarea', { id: 'complete-stop', rows: 2,
                              'aria-describedby': 'complete-stop-hint' });
  #greedy = make('input', { type: 'checkbox', id: 'complete-greedy' });
  #start = make('button', { type: 'submit', class: 'button primary' }, 'Complete');
  #stop;
  #models = [];

  /** onStart(request): with the value of read(); onStop() */
  constructor(onStart, onStop) {
    this.#onStart = onStart;
    this.#stop = make('button', { type: 'button', class: 'button', hidden: true, onclick: onStop },
                      'Stop');
    const onsubmit = (event) => this.#submit(event);
    this.element = make('form', { class: 'complete-form', onsubmit }, this.#modelField,
                        this.#promptField(), this.#buttons(), this.#settings());
    this.#prompt.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.element.requestSubmit();
    });
    this.#greedy.addEventListener('change', () => this.#offerDrawing());
    this.#model.addEventListener('change', () => this.#takeSettings());
  }

  /** models: the served language models */
  offer(models) {
    this.#models = models;
    const isStillThere = offerNames(this.#model, models.map(({ name }) => name));
    this.#modelField.hidden = models.length < 2;
    if (!isStillThere) this.#takeSettings();
  }

  setBusy(isBusy) {
    this.#start.disabled = isBusy;
    this.#stop.hidden = !isBusy;
  }

  continueFrom(text) {
    this.#prompt.value = text;
    this.#prompt.focus();
    this.#prompt.setSelectionRange(text.length, text.length);
  }

  /** Returns {prompt, model, stop, options: one for each text}. */
  read() {
    const stop = this.#stops.value.split('\n').filter((line) => line !== '').map(unescaped);
    return { prompt: this.#prompt.value, model: this.#model.value, stop, options: this.#options() };
  }

  #number(name) {
    return Number(this.#controls.get(name).input.value);
  }

  #options() {
    const maxLength = { max_length: this.#number('max_length') };
    if (this.#greedy.checked) return [{ beam: 1, samples: 0, ...maxLength }];
    const drawing = { samples: 1, temperature: this.#number('temperature'),
                      top_p: this.#number('top_p'), top_k: this.#number('top_k'), ...maxLength };
    const seeds = Array.from({ length: this.#number('texts') }, (_, i) => this.#number('seed') + i);
    return seeds.map((seed) => ({ ...drawing, seed }));
  }

  #promptField() {
    return make('label', { class: 'field', for: 'complete-prompt' }, make('span', {}, 'Prompt'),
                this.#prompt);
  }

  #buttons() {
    return make('div', { class: 'row' }, this.#start, this.#stop);
  }

  #settings() {
    const controls = [...this.#controls.values()].map(({ element }) => element);
    const stops = labelled(this.#stops, 'Stop before', 'A text on each line; \\n is a line break.');
    const greedy = make('label', { class: 'complete-greedy' }, this.#greedy,
                        ' Always the most probable token: nothing is drawn');
    const details = make('details', { class: 'card disclosure', open: true },
                         make('summary', {}, make('h3', {}, 'How it is drawn')),
                         make('div', { class: 'controls' }, ...controls, stops, greedy));
    // Browsers say what is wrong with a number only where it can be seen.
    details.addEventListener('invalid', () => (details.open = true), { capture: true });
    return details;
  }

  #submit(event) {
    event.preventDefault();
    if (!this.#start.disabled) this.#onStart(this.read());
  }

  #offerDrawing() {
    for (const name of OF_DRAWING) this.#controls.get(name).input.disabled = this.#greedy.checked;
  }

  /** Sets the controls to the chosen model's own settings, or to defaults if out of range. */
  #takeSettings() {
    const { settings = {} } = this.#models.find(({ name }) => name === this.#model.value) ?? {};
    for (const name of ['temperature', 'top_p', 'top_k', 'seed', 'max_length']) {
      const { input, show } = this.#controls.get(name);
      input.value = settings[name] ?? input.defaultValue;
      if (!input.validity.valid) input.value = input.defaultValue;
      show();
    }
  }
}

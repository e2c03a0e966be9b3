// The attention of every layer and head of a model, for a source and its translation.

import { HeadGrid, headName } from './head_grid.js';
import { kindsOf, meanOfHeads, sentenceOf } from './attention_kinds.js';
import { make } from './dom.js';
import { HeatMap } from './heat_map.js';

const choices = new WeakMap(); // the last choice in a root: {kind, layer, head}

/**
 * Shows the attention of `model` for a source and its translation; a language model has only
 * `target`. alignment: pairs [source token, index in `tokens`], which get a ring in the picture of
 * cross-attention, if the translation is read as the same tokens. Throws if the request fails or
 * is aborted by `signal`.
 */
export async function showAttention(root, request, signal) {
  const { api, model, source, target, tokens = [], alignment = [] } = request;
  root.replaceChildren(make('p', { class: 'hint' }, 'Reading it once more …'));
  const body = { model, source: source ?? '', target };
  const answer = await api.post('/v1/attention', body, { signal });
  if (signal.aborted) return;
  const isSame = JSON.stringify(answer.target_tokens.slice(0, -1)) === JSON.stringify(tokens);
  new AttentionView(root, answer, isSame ? alignment : []).show();
}

function picker(label, names, onChange) {
  const options = names.map((name, i) => make('option', { value: i }, name));
  const select = make('select', { onchange: () => onChange(Number(select.value)) }, ...options);
  return { select, element: make('label', { class: 'attention-picker' }, `${label} `, select) };
}

class AttentionView {
  #root;
  #answer;
  #alignment;
  #kinds;
  #choice;
  #maps; // of the chosen kind: [layers][heads + 1], where the last one is the mean of the heads
  #grid;
  #pickers;
  #kindButtons;
  #lesson = make('div', { class: 'attention-lesson' });
  #overview = make('div', { class: 'attention-overview' });
  #picture = make('div', { class: 'attention-picture' });

  constructor(root, answer, alignment) {
    this.#root = root;
    this.#answer = answer;
    this.#alignment = alignment;
    this.#kinds = kindsOf(answer);
    this.#choice = { ...choices.get(root) };
    this.#kindButtons = this.#kinds.map((kind) => this.#kindButton(kind));
  }

  show() {
    const group = { class: 'attention-kinds', role: 'group', 'aria-label': 'Who looks' };
    const kinds = make('div', group, ...this.#kindButtons);
    this.#root.replaceChildren(kinds, this.#lesson, this.#overview, this.#picture);
    const before = this.#kinds.find((kind) => kind.id === this.#choice.kind);
    this.#showKind(before ?? this.#kinds[0]);
  }

  #kindButton(kind) {
    return make('button', { type: 'button', class: 'button', 'data-kind': kind.id,
                            onclick: () => this.#showKind(kind) }, kind.title);
  }

  #kind() {
    return this.#kinds.find((kind) => kind.id === this.#choice.kind);
  }

  #showKind(kind) {
    this.#choice.kind = kind.id;
    this.#maps = kind.maps(this.#answer).map((heads) => [...heads, meanOfHeads(heads)]);
    for (const button of this.#kindButtons)
      button.setAttribute('aria-pressed', String(button.dataset.kind === kind.id));
    const lessons = kind.lessons.map((lesson) => make('p', { class: 'lesson' }, lesson));
    this.#lesson.replaceChildren(make('h4', {}, kind.heading), ...lessons);
    this.#showOverview();
    const [layer, head] = this.#wanted();
    this.#pick(layer, head);
  }

  // Begins with the last layer but one, whose attention mostly aligns the words.
  #wanted() {
    const numLayers = this.#maps.length;
    const numHeads = this.#maps[0].length - 1;
    const { layer = Math.max(numLayers - 2, 0), head = numHeads } = this.#choice;
    return [Math.min(layer, numLayers - 1), Math.min(head, numHeads)];
  }

  #showOverview() {
    const numHeads = this.#maps[0].length - 1;
    this.#grid = new HeadGrid(this.#maps, (layer, head) => this.#pick(layer, head));
    const layers = this.#maps.map((_, layer) => `${layer + 1}`);
    const heads = this.#maps[0].map((_, head) => headName(head, numHeads));
    this.#pickers = {
      layer: picker('Layer', layers, (layer) => this.#pick(layer, this.#choice.head)),
      head: picker('Head', heads, (head) => this.#pick(this.#choice.layer, head)),
    };
    const row = make('div', { class: 'attention-pickers' }, this.#pickers.layer.element,
                     this.#pickers.head.element);
    this.#overview.replaceChildren(row, this.#grid.element);
    this.#grid.paint();
  }

  #pick(layer, head) {
    Object.assign(this.#choice, { layer, head });
    choices.set(this.#root, this.#choice);
    this.#pickers.layer.select.value = layer;
    this.#pickers.head.select.value = head;
    this.#grid.select(layer, head);
    this.#showMap(this.#maps[layer][head], layer, head);
  }

  #showMap(weights, layer, head) {
    const kind = this.#kind();
    const answer = this.#answer;
    const place = `Layer ${layer + 1}, ${headName(head, this.#maps[0].length - 1)}`;
    const map = new HeatMap({
      weights,
      rows: kind.rows(answer),
      columns: kind.columns(answer),
      isMasked: kind.isMasked,
      marks: kind.id === 'cross' ? this.#alignment.map(([source, word]) => [word, source]) : [],
      describe: (row, column) => sentenceOf(kind, answer, weights, row, column),
      label: `${kind.heading}. ${place}`,
    });
    this.#picture.replaceChildren(make('h5', {}, place), map.element);
  }
}

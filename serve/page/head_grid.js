// A grid of small pictures, one for each layer and head, to choose from.

import { make } from './dom.js';
import { opacityOf } from './heat_map.js';

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Returns "head 3", or "mean of heads" for the column after the last head. */
export function headName(head, numHeads) {
  return head === numHeads ? 'mean of heads' : `head ${head + 1}`;
}

const probe = make('canvas', { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });

/** Returns the colour of an element's text: [red, green, blue, opacity]. */
function colourOf(element) {
  probe.fillStyle = getComputedStyle(element).color;
  probe.fillRect(0, 0, 1, 1);
  return probe.getImageData(0, 0, 1, 1).data;
}

function paint(canvas, weights, [red, green, blue]) {
  const image = new ImageData(canvas.width, canvas.height);
  weights.flat().forEach((weight, i) =>
    image.data.set([red, green, blue, 255 * opacityOf(weight)], 4 * i));
  canvas.getContext('2d').putImageData(image, 0, 0);
}

export class HeadGrid {
  #maps;
  #canvases = []; // [layers][heads + 1]
  #buttons = [];
  #onPick;

  /**
   * maps: [layers][heads + 1][rows][columns], where the last one is the mean of the heads;
   * onPick(layer, head)
   */
  constructor(maps, onPick) {
    this.#maps = maps;
    this.#onPick = onPick;
    const rows = maps.map((heads, layer) => this.#row(heads, layer));
    const caption = make('caption', {}, 'All layers and heads: choose one');
    const table = make('table', { class: 'head-grid', onkeydown: (event) => this.#press(event) },
                       caption, this.#header(), make('tbody', {}, ...rows));
    this.element = make('div', { class: 'head-grid-box' }, table);
    this.#repaintWithTheme();
  }

  /**
   * Paints the pictures. Call it when the grid is on the page: before that its colours are unknown.
   */
  paint() {
    const colour = colourOf(this.#canvases[0][0]);
    this.#canvases.forEach((row, layer) =>
      row.forEach((canvas, head) => paint(canvas, this.#maps[layer][head], colour)));
  }

  select(layer, head) {
    this.#buttons.forEach((row, l) => row.forEach((button, h) => {
      const chosen = l === layer && h === head;
      button.setAttribute('aria-pressed', String(chosen));
      button.tabIndex = chosen ? 0 : -1;
    }));
  }

  #header() {
    const numHeads = this.#maps[0].length - 1;
    const names = this.#maps[0].map((_, head) =>
      make('th', { scope: 'col' }, head === numHeads ? 'mean' : `${head + 1}`));
    return make('thead', {}, make('tr', {}, make('td', {}), ...names));
  }

  #row(heads, layer) {
    this.#canvases.push([]);
    this.#buttons.push([]);
    const cells = heads.map((weights, head) => make('td', {}, this.#button(weights, layer, head)));
    return make('tr', {}, make('th', { scope: 'row' }, `layer ${layer + 1}`), ...cells);
  }

  #button(weights, layer, head) {
    const canvas = make('canvas', { width: weights[0].length, height: weights.length });
    const label = `layer ${layer + 1}, ${headName(head, this.#maps[0].length - 1)}`;
    const button = make('button', {
      type: 'button', class: 'head-button', 'aria-label': label, title: label,
      onclick: () => this.#onPick(layer, head),
    }, canvas);
    this.#canvases[layer].push(canvas);
    this.#buttons[layer].push(button);
    return button;
  }

  #press(event) {
    if (!MOVES[event.key]) return;
    const [down, right] = MOVES[event.key];
    const layer = this.#buttons.findIndex((row) => row.includes(event.target));
    const next = this.#buttons[layer + down]?.[this.#buttons[layer].indexOf(event.target) + right];
    event.preventDefault();
    next?.focus();
    next?.click();
  }

  #repaintWithTheme() {
    const changed = () => {
      if (this.element.isConnected) this.paint();
      else document.removeEventListener('themechange', changed);
    };
    document.addEventListener('themechange', changed);
  }
}

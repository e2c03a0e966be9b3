// A heat map of attention weights, for mouse, touch and keyboard.

import { make, makeSvg } from './dom.js';
import { pieceLabel } from './pieces.js';

const SHADES = 40;
const LABEL_LIMIT = 14; // characters
const NARROW = 7.8; // width of a character in pixels
const WIDE = 13.5; // width of a Chinese character in pixels
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const HINT = 'Point at a cell, or go to the picture with Tab and use the arrow keys.';

/**
 * Returns a weight's opacity: its square root, so that small weights are visible beside large ones.
 */
export function opacityOf(weight) {
  return Math.sqrt(Math.min(Math.max(weight, 0), 1));
}

const indexOfMost = (weights) => weights.indexOf(Math.max(...weights));
const clamp = (value, most) => Math.min(Math.max(value, 0), most);

function labelWidth(piece) {
  const widths = [...pieceLabel(piece, LABEL_LIMIT)].map((c) => (c < '\u2e80' ? NARROW : WIDE));
  return widths.reduce((sum, width) => sum + width, 0);
}

function labelSpace(pieces) {
  return Math.max(3 * NARROW, ...pieces.map(labelWidth)) + 12;
}

function cellSize(numColumns) {
  const least = matchMedia('(pointer: coarse)').matches ? 24 : 16;
  return Math.round(Math.min(Math.max(620 / numColumns, least), 36));
}

function layOut({ rows, columns }) {
  const size = cellSize(columns.length);
  const left = labelSpace(rows);
  const slant = labelSpace(columns);
  const top = 0.87 * slant + 6;
  const width = left + columns.length * size + 0.5 * slant;
  return { size, left, top, width, height: top + rows.length * size + 4 };
}

let numHatchings = 0;

function hatching(id) {
  const box = { id, width: 6, height: 6, patternUnits: 'userSpaceOnUse' };
  const line = makeSvg('path', { d: 'M0 6L6 0', class: 'heat-hatch' });
  return makeSvg('defs', {}, makeSvg('pattern', box, line));
}

function legendItem(label, ...layers) {
  const square = { x: 1, y: 1, width: 16, height: 16 };
  const cells = layers.map((layer) => makeSvg('rect', { ...square, ...layer }));
  const picture = makeSvg('svg', { width: 18, height: 18, 'aria-hidden': 'true' }, ...cells);
  return make('li', {}, picture, label);
}

function legend(map, hatch) {
  const items = [0, 0.01, 0.05, 0.2, 0.5, 1].map((share) =>
    legendItem(`${100 * share} %`, { class: 'heat-ground' },
               { class: 'heat-cells', 'fill-opacity': opacityOf(share) }));
  if (map.isMasked) items.push(legendItem('masked', { fill: `url(#${hatch})` }));
  if (map.marks.length > 0) items.push(legendItem('aligned', { class: 'heat-mark' }));
  return make('ul', { class: 'heat-legend', 'aria-label': 'Colours' }, ...items);
}

function inWords(map) {
  const items = map.weights.map((row, r) => make('li', {}, map.describe(r, indexOfMost(row))));
  const summary = make('summary', {}, 'The strongest of each row, in words');
  return make('details', { class: 'heat-words' }, summary, make('ol', {}, ...items));
}

export class HeatMap {
  #map;
  #place;
  #hatch;
  #cell = null;
  #marker = makeSvg('rect', { class: 'heat-marker', visibility: 'hidden' });
  #value = make('output', { class: 'heat-value', 'aria-live': 'polite' }, HINT);
  #rowLabels;
  #columnLabels;
  #picture;
  #box;

  /**
   * map: weights [rows][columns]; rows, columns: pieces; describe(row, column): a sentence;
   * isMasked(row, column): whether the cell is masked; marks: cells [row, column] with a ring;
   * label: of the whole picture.
   */
  constructor(map) {
    this.#map = { marks: [], ...map };
    this.#place = layOut(map);
    this.#hatch = `heat-hatching-${(numHatchings += 1)}`;
    this.#rowLabels = map.rows.map((piece, row) => this.#rowLabel(piece, row));
    this.#columnLabels = map.columns.map((piece, column) => this.#columnLabel(piece, column));
    this.#picture = this.#draw();
    this.#box = make('div', { class: 'heat-box' }, this.#picture);
    this.element = make('figure', { class: 'heat-map' }, this.#value, this.#box,
                        legend(this.#map, this.#hatch), inWords(this.#map));
  }

  /** Frames a cell and describes it. */
  select(row, column) {
    const { left, top, size } = this.#place;
    if (this.#cell) this.#emphasise(false);
    this.#cell = { row, column };
    this.#emphasise(true);
    const frame = { x: left + column * size, y: top + row * size, width: size, height: size };
    for (const [name, value] of Object.entries(frame)) this.#marker.setAttribute(name, value);
    this.#marker.setAttribute('visibility', 'visible');
    this.#value.textContent = this.#map.describe(row, column);
  }

  #emphasise(on) {
    this.#rowLabels[this.#cell.row].classList.toggle('is-current', on);
    this.#columnLabels[this.#cell.column].classList.toggle('is-current', on);
  }

  #draw() {
    const { rows, columns, label } = this.#map;
    const { width, height } = this.#place;
    const size = `${rows.length} rows, ${columns.length} columns`;
    const attributes = {
      class: 'heat-picture', width, height, tabindex: 0, role: 'application',
      'aria-roledescription': 'heat map',
      'aria-label': `${label}: ${size}. Arrow keys move from cell to cell.`,
      onpointermove: (event) => this.#point(event), onpointerdown: (event) => this.#point(event),
      onkeydown: (event) => this.#press(event), onfocus: () => this.#enter(),
    };
    return makeSvg('svg', attributes, hatching(this.#hatch), this.#ground(), ...this.#cells(),
                   this.#masked(), ...this.#marks(), ...this.#rowLabels, ...this.#columnLabels,
                   this.#marker);
  }

  #ground() {
    const { left, top, size } = this.#place;
    const { rows, columns } = this.#map;
    const area = { x: left, y: top, width: columns.length * size, height: rows.length * size };
    return makeSvg('rect', { class: 'heat-ground', ...area });
  }

  #square(row, column) {
    const { left, top, size } = this.#place;
    return `M${left + column * size} ${top + row * size}h${size - 1}v${size - 1}h${1 - size}z`;
  }

  // Draws all cells of a shade as one path, because two long sentences have many thousands of
  // cells.
  #cells() {
    const shades = Array.from({ length: SHADES + 1 }, () => '');
    this.#map.weights.forEach((weights, row) => weights.forEach((weight, column) => {
      if (this.#map.isMasked?.(row, column)) return;
      shades[Math.round(SHADES * opacityOf(weight))] += this.#square(row, column);
    }));
    return shades.map((d, shade) => (shade === 0 || d === '' ? null :
      makeSvg('path', { class: 'heat-cells', d, 'fill-opacity': shade / SHADES })));
  }

  #masked() {
    const { weights, isMasked } = this.#map;
    if (!isMasked) return null;
    const squares = weights.flatMap((row, r) =>
      row.map((_, column) => (isMasked(r, column) ? this.#square(r, column) : '')));
    return makeSvg('path', { d: squares.join(''), fill: `url(#${this.#hatch})` });
  }

  #marks() {
    const { rows, columns, marks } = this.#map;
    return marks.filter(([row, column]) => row < rows.length && column < columns.length)
      .map((cell) => makeSvg('path', { class: 'heat-mark', d: this.#square(...cell) }));
  }

  #rowLabel(piece, row) {
    const { left, top, size } = this.#place;
    const place = { x: left - 6, y: top + (row + 0.5) * size, 'text-anchor': 'end' };
    return makeSvg('text', { class: 'heat-label', 'dominant-baseline': 'central', ...place },
                   pieceLabel(piece, LABEL_LIMIT), makeSvg('title', {}, piece));
  }

  #columnLabel(piece, column) {
    const { left, top, size } = this.#place;
    const x = left + (column + 0.6) * size;
    const place = { x, y: top - 5, transform: `rotate(-60 ${x} ${top - 5})` };
    return makeSvg('text', { class: 'heat-label', ...place }, pieceLabel(piece, LABEL_LIMIT),
                   makeSvg('title', {}, piece));
  }

  #point(event) {
    const { left, top, size } = this.#place;
    const corner = this.#picture.getBoundingClientRect();
    const row = Math.floor((event.clientY - corner.top - top) / size);
    const column = Math.floor((event.clientX - corner.left - left) / size);
    const { rows, columns } = this.#map;
    if (row < 0 || column < 0 || row >= rows.length || column >= columns.length) return;
    this.select(row, column);
  }

  #press(event) {
    const { row, column } = this.#cell ?? { row: 0, column: 0 };
    const edge = { Home: 0, End: this.#map.columns.length - 1 }[event.key];
    if (edge === undefined && !MOVES[event.key]) return;
    event.preventDefault();
    const [down, right] = MOVES[event.key] ?? [0, edge - column];
    this.select(clamp(row + down, this.#map.rows.length - 1),
                clamp(column + right, this.#map.columns.length - 1));
    this.#bringIntoView();
  }

  #enter() {
    if (!this.#cell) this.select(0, indexOfMost(this.#map.weights[0]));
  }

  // Scrolls to the very edge for cells there, so that their labels are visible too.
  #bringIntoView() {
    const { left, top, size } = this.#place;
    const { row, column } = this.#cell;
    const box = this.#box;
    const x = left + column * size;
    const y = top + row * size;
    const leftmost = column === 0 ? 0 : Math.min(box.scrollLeft, x - size);
    const uppermost = row === 0 ? 0 : Math.min(box.scrollTop, y - size);
    box.scrollLeft = Math.max(leftmost, x + 2 * size - box.clientWidth);
    box.scrollTop = Math.max(uppermost, y + 2 * size - box.clientHeight);
  }
}

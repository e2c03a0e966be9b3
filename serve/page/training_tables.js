// The tables of a running training. Makes no elements.

const RECENT = 10; // reports over which the speed is averaged

function numberOf(cell) {
  return cell === null || cell === undefined || cell === '' ? NaN : Number(cell);
}

class Table {
  #rows = new Map(); // keyed by update: {column: cell}
  #columns = [];

  take({ columns = [], rows = [] } = {}) {
    this.#columns = columns;
    for (const cells of rows) {
      const row = Object.fromEntries(columns.map((column, i) => [
        column, column.startsWith('sample_') ? cells[i] : numberOf(cells[i])]));
      if (Number.isFinite(row.update)) this.#rows.set(row.update, row);
    }
  }

  get columns() {
    return this.#columns;
  }

  /** All rows, in order of updates. */
  get rows() {
    return [...this.#rows.values()].sort((a, b) => a.update - b.update);
  }

  /** The last update with a row; -1: none. A validation may be of update 0. */
  get lastUpdate() {
    return [...this.#rows.keys()].reduce((last, update) => Math.max(last, update), -1);
  }

  /** Returns [[update, number]] of a column, without rows that lack it. */
  points(column) {
    return this.rows.map((row) => [row.update, row[column]])
      .filter(([, number]) => Number.isFinite(number));
  }

  /** Returns the last [update, number] of a column, or undefined. */
  last(column) {
    return this.points(column).at(-1);
  }

  /** Returns the best [update, number] of a column, or undefined. */
  best(column, isBetter) {
    const points = this.points(column);
    if (points.length === 0) return undefined;
    return points.reduce((best, point) => (isBetter(point[1], best[1]) ? point : best));
  }
}

export class TrainingTables {
  #train = new Table();
  #valid = new Table();
  #texts = [];
  #planned = 0;

  /** answer: the response of /v1/training */
  take({ train, valid, samples = [], updates = 0 }) {
    this.#texts = samples;
    this.#train.take(train);
    this.#valid.take(valid);
    this.#planned = updates;
  }

  get train() {
    return this.#train;
  }

  get valid() {
    return this.#valid;
  }

  get planned() {
    return this.#planned;
  }

  get update() {
    return Math.max(0, this.#train.lastUpdate, this.#valid.lastUpdate);
  }

  /**
   * The update up to which all rows are there, or -1. A validation is written later than the report of its
   * update.
   */
  get known() {
    return Math.min(this.#train.lastUpdate, this.#valid.lastUpdate);
  }

  /** Seconds until the planned updates are done, at the speed of the last reports; NaN: unknown. */
  get secondsLeft() {
    const rows = this.#train.rows.slice(-RECENT - 1);
    const reports = rows.length > 1 ? rows.slice(1) : rows;
    const before = rows.length > 1 ? rows[0].update : 0;
    const seconds = reports.reduce(
      (sum, row) => sum + row.target_tokens / row.tokens_per_second, 0);
    const perUpdate = seconds / ((rows.at(-1)?.update ?? NaN) - before);
    return this.#planned > 0 ? Math.max(this.#planned - this.update, 0) * perUpdate : NaN;
  }

  /**
   * Sample translations, or sampled texts, of the validations: [[name, [{update, text}, the last
   * first], {source, reference}]]; the third is missing for sampled texts.
   */
  get samples() {
    const names = this.#valid.columns.filter((name) => name.startsWith('sample_'));
    const rows = [...this.#valid.rows].reverse();
    return names.map((name, i) => [
      name.replace('sample_', 'Sample '),
      rows.map((row) => ({ update: row.update, text: row[name] })).filter(({ text }) => text),
      this.#texts[i],
    ]).filter(([, texts]) => texts.length > 0);
  }
}

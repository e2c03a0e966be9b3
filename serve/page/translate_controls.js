// The search settings on the page, and the request options that they give.

const NAMES = ['beam', 'temperature', 'alpha', 'num-best'];
const WIDEST = 12; // the largest beam of the slider, unless the model's own is larger
// Streams and steps have neither markup nor protected spans, whatever the model's settings are.
const PLAIN_TEXT = { markup: 'none', protect: [], document: 'none' };
const WITHOUT_CHOICE = { mbr: 'none' }; // minimum Bayes risk needs at least two translations

export class Controls {
  #inputs;
  #outputs;
  #defaults = {};
  #settings = {};
  #limit = 0;
  #seed = 1;

  /** root: the parent of the inputs and of an <output for=...> for each. */
  constructor(root, onChange) {
    const all = (selector) => NAMES.map((name) => [name, root.querySelector(selector(name))]);
    this.#inputs = Object.fromEntries(all((name) => `#${name}`));
    this.#outputs = Object.fromEntries(all((name) => `output[for="${name}"]`));
    for (const input of Object.values(this.#inputs)) {
      input.addEventListener('input', () => this.#write());
      input.addEventListener('input', onChange);
    }
    root.querySelector('#defaults').addEventListener('click', () => {
      this.reset();
      onChange();
    });
  }

  /** settings: the model's defaults, from /v1/models, as are the service's limits */
  setModel({ settings = {} }, { max_beam: limit }) {
    this.#settings = settings;
    this.#limit = limit;
    this.#defaults = {
      beam: settings.beam ?? 4,
      temperature: 0,
      alpha: settings.length_penalty === 'none' ? 0 : settings.alpha ?? 1,
      'num-best': 1,
    };
    this.#inputs.beam.max = Math.max(Math.min(WIDEST, this.maxBeam), this.#defaults.beam);
    this.reset();
  }

  reset() {
    for (const name of NAMES) this.#inputs[name].value = this.#defaults[name];
    this.#defaults.alpha = this.#value('alpha'); // cut to the range of the slider
    this.#write();
  }

  drawAnew() {
    this.#seed += 1;
  }

  get draws() {
    return this.#value('temperature') > 0;
  }

  /** What a request needs to draw although the model has terms, which are for beam search. */
  get withoutTerms() {
    const isNeeded = this.draws && this.#settings.terminology_mode !== 'inline';
    return isNeeded ? { glossary: {} } : {};
  }

  get beam() {
    return this.#value('beam');
  }

  /** The largest beam that the service allows for this model. */
  get maxBeam() {
    return Math.max(this.#limit, this.#defaults.beam);
  }

  get numBest() {
    const maxSamples = Math.max(this.#limit, this.#settings.samples ?? 0);
    return Math.min(this.#value('num-best'), this.draws ? maxSamples : this.beam);
  }

  /** Returns a request's "options". */
  options() {
    const candidates = this.draws ? this.numBest : this.beam;
    return {
      ...PLAIN_TEXT,
      alignment: true,
      num_best: this.numBest,
      ...(this.draws ? this.#drawn() : { ...withoutDrawing(this.#settings), beam: this.beam }),
      ...this.#lengthPenalty(),
      ...(candidates < 2 && WITHOUT_CHOICE),
    };
  }

  #drawn() {
    const { stopping = 'beam', patience = 1 } = this.#settings;
    return {
      samples: this.numBest,
      temperature: this.#value('temperature'),
      seed: this.#seed,
      ...(stopping !== 'beam' && { stopping: 'beam' }),
      ...(patience !== 1 && { patience: 1 }),
    };
  }

  #lengthPenalty() {
    const alpha = this.#value('alpha');
    if (alpha === this.#defaults.alpha) return {};
    const isNone = this.#settings.length_penalty === 'none';
    return isNone ? { length_penalty: 'length', alpha } : { alpha };
  }

  #value(name) {
    return Number(this.#inputs[name].value);
  }

  #write() {
    const temperature = this.#value('temperature');
    this.#outputs.beam.value = this.draws ? 'not used' : this.beam;
    this.#outputs.temperature.value = this.draws ? temperature.toFixed(1) : 'off';
    this.#outputs.alpha.value = this.#value('alpha').toFixed(1);
    this.#outputs['num-best'].value = this.numBest;
    this.#inputs.beam.disabled = this.draws;
  }
}

/**
 * Returns options for beam search of the given width that returns all hypotheses, whatever the
 * model's settings are.
 */
export function beamOptions(settings, beam) {
  return { ...PLAIN_TEXT, ...withoutDrawing(settings), ...WITHOUT_CHOICE, beam, num_best: beam };
}

/** Returns the options that turn off sampling if the model samples by default. */
function withoutDrawing({ samples = 0 }) {
  return samples > 0 ? { samples: 0, temperature: 1, top_k: 0, top_p: 1, epsilon: 0 } : {};
}

// The translate tab: translates the text as the reader types.

import { Alternatives } from './alternatives.js';
import { ApiFailure, Latest, isAbort } from './api.js';
import { copyText } from './clipboard.js';
import { setState } from './dom.js';
import { exampleOf } from './languages.js';
import { hideProblem, showProblem } from './problems.js';
import { Controls } from './translate_controls.js';
import { Inspector } from './translate_inspector.js';
import { ModelChoice } from './translate_models.js';
import { OutputView } from './translate_output.js';
import { SourceView } from './translate_source.js';
import { TranslatedText } from './translated_text.js';

const PAUSE = 250; // milliseconds after the last key
// Before unfinished text of an input method is translated. Keyboards of phones may take the last
// word for unfinished until the reader goes on.
const LONG_PAUSE = 1000;
const MAX_TEXT = 20000; // characters, if the service gives no limit

export function mount(root, context) {
  root.append(document.getElementById('translate-template').content.cloneNode(true));
  new TranslateTab(root, context);
}

class TranslateTab {
  #root;
  #context;
  #latest = new Latest();
  #timer = 0; // 0 unless a translation is scheduled
  #document = null; // a TranslatedText; null while its text or settings change
  #made = null; // {model, options, draws, beam, withoutTerms} of the request for the document
  #asked = []; // [sentence, word] of the last request for alternatives
  #models;
  #source;
  #output;
  #controls;
  #inspector;
  #alternatives;

  constructor(root, context) {
    this.#root = root;
    this.#context = context;
    this.#makeParts();
    this.#listen();
    this.#models.take(context.models);
    context.onModelsChange((models) => this.#models.take(models));
    context.api.addEventListener('key', () => this.#schedule());
    this.#reset();
  }

  #find(id) {
    return this.#root.querySelector(`#${id}`);
  }

  #makeParts() {
    const { api } = this.#context;
    const onPoint = (sentence, word) => this.#highlight(sentence, word);
    this.#source = new SourceView(this.#root, () => this.#schedule(), () => this.#shortenPause());
    this.#output = new OutputView(this.#find('output'), {
      onChoose: (sentence, word, element) => this.#openAlternatives(sentence, word, element),
      onPoint,
      onLeave: () => this.#unpoint(),
    });
    this.#controls = new Controls(this.#find('controls'), () => this.#schedule());
    this.#inspector = new Inspector(this.#root, api, {
      onRank: (sentence, rank) => this.#chooseRank(sentence, rank),
      onPoint: (sentence, word) => (word === null ? this.#unpoint() : onPoint(sentence, word)),
    });
    this.#alternatives = new Alternatives(this.#find('alternatives'), api, {
      onChoose: (prefix) => this.#translateFrom(prefix, this.#asked[0]),
      onClose: () => this.#highlight(),
    });
    this.#models = new ModelChoice(this.#root, (model) => {
      this.#controls.setModel(model, this.#context.limits);
      this.#schedule();
    });
  }

  #listen() {
    const onClick = (id, action) => this.#find(id).addEventListener('click', action);
    onClick('clear', () => (this.#source.text = ''));
    onClick('example', () => (
      this.#source.text = exampleOf(this.#models.model.source_language)
    ));
    onClick('swap', () => this.#swap());
    onClick('copy', () => this.#copy());
    onClick('draw', () => this.#drawAgain());
    this.#root.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.#translate();
    });
  }

  // Actions of the reader

  #swap() {
    const text = this.#document?.text;
    this.#models.swap();
    if (text) this.#source.text = text;
  }

  #drawAgain() {
    this.#controls.drawAnew();
    this.#translate();
  }

  async #copy() {
    if (!this.#document) return;
    const isCopied = await copyText(this.#document.text, this.#find('output'));
    this.#find('copy').textContent = isCopied ? 'Copied' : 'Not copied';
    this.#context.announce(isCopied ? 'Translation copied.' : 'The browser denies copying.');
    setTimeout(() => (this.#find('copy').textContent = 'Copy'), 1500);
  }

  #chooseRank(sentence, rank) {
    if (!this.#document) return;
    this.#document.sentences[sentence].rank = rank;
    this.#showDocument();
    this.#context.announce(this.#document.sentences[sentence].text);
  }

  #openAlternatives(index, word, element) {
    if (!this.#document || this.#isBusy) return; // a choice before must not be lost
    this.#asked = [index, word];
    if (index !== this.#inspector.index) this.#inspector.showSentence(index);
    const { model, options } = this.#made;
    const { settings = {} } = this.#models.model;
    const { maxBeam } = this.#controls;
    const request = { model, settings, options, maxBeam };
    this.#alternatives.open(element, this.#document.sentences[index], word, request);
    this.#unpoint();
  }

  /**
   * Highlights the words aligned with a word of the translation, in the text and in the inspector.
   */
  #highlight(index = -1, word = -1) {
    const sentence = this.#document?.sentences[index];
    this.#source.mark(sentence ? sentence.sourceSpans(word) : []);
    this.#inspector.highlight(index, word);
  }

  /** Removes the highlight, or returns it to the word whose alternatives are open. */
  #unpoint() {
    this.#highlight(...(this.#alternatives.isOpen ? this.#asked : []));
  }

  // Translating

  /** Drops running requests, whose text or settings are outdated, and schedules a new one. */
  #schedule() {
    this.#stopTimer();
    this.#latest.abort();
    this.#output.dropPartials();
    this.#alternatives.close();
    this.#document = null;
    if (!this.#source.text.trim()) return this.#reset();
    this.#setState('busy');
    const pause = this.#source.isComposing ? LONG_PAUSE : PAUSE;
    this.#timer = setTimeout(() => this.#translate(), pause);
  }

  /** Keeps a translation that is complete or running: the text is the same. */
  #shortenPause() {
    if (this.#timer) this.#schedule();
  }

  #stopTimer() {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  #reset() {
    hideProblem(this.#find('problem'));
    this.#showDocument();
    this.#setState('idle');
  }

  #translate() {
    this.#stopTimer();
    const { text } = this.#source;
    if (!text.trim()) return;
    this.#document = null;
    this.#attempt(async (signal) => {
      this.#checkLength();
      this.#made = this.#request();
      const { model, options, withoutTerms } = this.#made;
      const body = { model, text, options, ...withoutTerms };
      const answer = await this.#context.api.stream('/v1/translate', body, {
        signal,
        onEvent: (name, event) => this.#onEvent(name, event),
      });
      this.#document = new TranslatedText(text, answer.translations[0]);
      return answer;
    }, () => this.#translate());
  }

  #onEvent(name, { sentence, partial }) {
    if (name === 'partial') this.#output.showPartial(sentence, partial);
  }

  /** Translates a sentence again, with `prefix` as its beginning. */
  #translateFrom(prefix, index) {
    if (!this.#document) return this.#translate(); // after an error the reader has typed on
    const { sentences } = this.#document;
    const sentence = sentences[index];
    const { model, options, withoutTerms } = this.#made;
    const body = { model, text: sentence.source, prefix, split: 'none', options, ...withoutTerms };
    this.#attempt(async (signal) => {
      const answer = await this.#context.api.post('/v1/translate', body, { signal });
      const [found] = answer.translations[0].sentences;
      sentences[index] = sentence.translatedAs(found, prefix);
      return answer;
    }, () => this.#translateFrom(prefix, index));
  }

  /**
   * task(signal) changes the document and returns the response that it used; retry(): what the
   * reader may do after an error.
   */
  async #attempt(task, retry) {
    this.#alternatives.close();
    this.#setState('busy');
    try {
      this.#finish(await this.#latest.run(task));
    } catch (failure) {
      if (!isAbort(failure)) this.#fail(failure, retry);
    }
  }

  #request() {
    const { draws, beam, withoutTerms } = this.#controls;
    const options = this.#controls.options();
    return { model: this.#models.model.name, options, draws, beam, withoutTerms };
  }

  #checkLength() {
    if (this.#source.length <= this.#limit) return;
    const message = `It has ${this.#source.length} characters; ${this.#limit} are allowed.`;
    throw new ApiFailure(413, 'text_too_long', message);
  }

  get #limit() {
    return this.#context.limits?.max_text ?? MAX_TEXT;
  }

  // Display

  #finish({ milliseconds }) {
    hideProblem(this.#find('problem'));
    this.#showDocument();
    this.#find('output-hint').textContent =
      `${Math.round(milliseconds)} ms · choose a word to see others`;
    this.#setState('done');
    this.#context.announce(this.#document.text);
  }

  #fail(failure, retry) {
    this.#showDocument();
    showProblem(this.#find('problem'), failure, retry);
    this.#setState('error');
    if (failure.code === 'unknown_model') this.#context.reloadModels();
  }

  #showDocument() {
    this.#highlight();
    this.#inspector.show(this.#document, () => this.#made);
    this.#output.show(this.#document); // must come last: a focused word is highlighted
    this.#find('copy').hidden = !this.#document;
    this.#find('draw').hidden = !this.#document || !this.#made.draws;
    if (!this.#document) this.#find('output-hint').textContent = '';
  }

  get #isBusy() {
    return this.#root.dataset.state === 'busy';
  }

  #setState(state) {
    this.#source.showCount(this.#limit);
    this.#find('clear').hidden = this.#source.text === '';
    this.#find('welcome').hidden = this.#source.text.trim() !== '';
    setState(this.#root, state);
    setState(this.#find('output'), state);
    this.#find('output').setAttribute('aria-busy', String(state === 'busy'));
  }
}

// Requests to the service:
//
// api.get('/v1/models', {signal}): the response's JSON
// api.post('/v1/translate', body, {signal}): the response's JSON
// api.stream('/v1/translate', body, {signal, onEvent(name, data)}): the data of the event `done`;
// other events go to onEvent
//
// A failure throws an ApiFailure; an abort by the signal throws a DOMException (isAbort).

import { StreamBroken, readEvents } from './event_stream.js';

const KEY = 'dragoman.key';
const PRINTABLE = /^[ -~]*$/; // a key of other characters cannot be sent

/** Why a request failed: the service's code and message, or one of the page's own. */
export class ApiFailure extends Error {
  constructor(status, code, message, retryAfter = 0) {
    super(message);
    this.name = 'ApiFailure';
    this.status = status; // 0: no response
    this.code = code;
    this.retryAfter = retryAfter; // seconds
  }
}

export const isAbort = (error) => error?.name === 'AbortError';

/** Runs one task at a time: a new one aborts the one before it. */
export class Latest {
  #controller = null;

  /** task(signal): the function to run. */
  run(task) {
    this.abort();
    this.#controller = new AbortController();
    return task(this.#controller.signal);
  }

  abort() {
    this.#controller?.abort();
    this.#controller = null;
  }
}

/**
 * Dispatches `unauthorized` when the service asks for a key or does not accept the one that was
 * set, and `key` when a key has been set.
 */
export class Api extends EventTarget {
  #key = storedKey();

  get(path, { signal } = {}) {
    return this.#json(path, { method: 'GET', signal });
  }

  post(path, body, { signal } = {}) {
    return this.#json(path, withBody(body, signal));
  }

  async stream(path, body, { signal, onEvent = () => {} } = {}) {
    const response = await this.#send(path, withBody({ ...body, stream: true }, signal));
    let done = null;
    await readBody(response, ({ name, data }) => {
      if (name === 'error') throw failureOf(response.status, parse(data));
      if (name === 'done') done = parse(data);
      else onEvent(name, parse(data));
    });
    if (done === null) throw brokenOff();
    return done;
  }

  get hasKey() {
    return this.#key !== '';
  }

  setKey(key) {
    this.#key = key;
    if (PRINTABLE.test(key)) storeKey(key);
    this.dispatchEvent(new Event('key'));
  }

  async #json(path, options) {
    const response = await this.#send(path, options);
    try {
      return await response.json();
    } catch (error) {
      throw isAbort(error) ? error : brokenOff();
    }
  }

  async #send(path, options) {
    if (!PRINTABLE.test(this.#key)) {
      this.dispatchEvent(new Event('unauthorized'));
      throw new ApiFailure(401, 'unauthorized', 'Keys have printable ASCII characters only.');
    }
    const headers = { ...options.headers };
    if (this.#key) headers.Authorization = `Bearer ${this.#key}`;
    const address = new URL(`..${path}`, import.meta.url); // also below a path of a proxy
    const response = await fetch(address, { ...options, headers }).catch((error) => {
      throw isAbort(error) ? error : unreachable('The service does not answer.');
    });
    if (response.ok) return response;
    if (response.status === 401) this.dispatchEvent(new Event('unauthorized'));
    throw await failureOfResponse(response);
  }
}

function storedKey() {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return ''; // storage is disabled
  }
}

function storeKey(key) {
  try {
    sessionStorage.setItem(KEY, key);
  } catch {
    // storage is disabled: the key lasts until the reader leaves the page
  }
}

function withBody(body, signal) {
  const headers = { 'Content-Type': 'application/json' };
  return { method: 'POST', body: JSON.stringify(body, wellFormed), headers, signal };
}

/** Replaces lone surrogates, which JSON in UTF-8 cannot have; old browsers leave them. */
const wellFormed = (_, value) => value?.toWellFormed?.() ?? value;

async function readBody(response, onEvent) {
  try {
    await readEvents(response.body, onEvent);
  } catch (error) {
    throw error instanceof StreamBroken ? brokenOff() : error;
  }
}

function parse(data) {
  try {
    return JSON.parse(data);
  } catch {
    throw new ApiFailure(0, 'bad_answer', 'The service sent an event that is not JSON.');
  }
}

/** Imports a module of the page. Throws an ApiFailure if the service does not answer. */
export async function load(name) {
  return import(`./${name}.js`).catch((error) => {
    throw error instanceof TypeError ? unreachable('The service does not answer.') : error;
  });
}

const unreachable = (message) => new ApiFailure(0, 'unreachable', message);
const brokenOff = () => unreachable('The answer broke off before its end.');

async function failureOfResponse(response) {
  const body = await response.json().catch((error) => {
    if (isAbort(error)) throw error;
    return null;
  });
  return failureOf(response.status, body, Number(response.headers.get('Retry-After')) || 0);
}

/** Codes of failures that a proxy reports in place of the service. */
const CODES = {
  413: 'body_too_large',
  429: 'queue_full',
  502: 'unreachable',
  503: 'unavailable',
  504: 'timeout',
};

function failureOf(status, body, retryAfter = 0) {
  const { code = CODES[status] ?? 'no_reason', message = `Status ${status}.` } = body?.error ?? {};
  return new ApiFailure(status, code, message, retryAfter);
}

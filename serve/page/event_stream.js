// Reads server-sent events from the response to a POST; EventSource supports only GET.

/** The connection was lost before the end of the body. */
export class StreamBroken extends Error {}

/**
 * Calls onEvent({name, data}) for each event of a body. An exception in onEvent ends the reading.
 */
export async function readEvents(body, onEvent) {
  const reader = body.getReader();
  const parser = new EventParser(onEvent);
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(rethrow);
      if (done) return;
      parser.add(decoder.decode(value, { stream: true }));
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error;
  }
}

function rethrow(error) {
  throw error.name === 'AbortError' ? error : new StreamBroken('', { cause: error });
}

/** Parses text in pieces of any size. A blank line ends an event. */
export class EventParser {
  #onEvent;
  #rest = '';
  #name = '';
  #data = [];

  constructor(onEvent) {
    this.#onEvent = onEvent;
  }

  add(text) {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop();
    for (const line of lines) this.#addLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  }

  #addLine(line) {
    if (line === '') return this.#finish();
    const [, field, value] = /^([^:]*):? ?(.*)$/su.exec(line);
    if (field === 'event') this.#name = value;
    if (field === 'data') this.#data.push(value);
  }

  #finish() {
    const event = { name: this.#name || 'message', data: this.#data.join('\n') };
    this.#name = '';
    this.#data = [];
    if (event.data) this.#onEvent(event);
  }
}

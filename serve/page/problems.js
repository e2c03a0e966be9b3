// Messages for failures: what happened, and what to do.

import { make } from './dom.js';

/** Returns a message of the service, which may lack its full stop, as a sentence. */
const sentence = (message) => (/[.!?]$/.test(message) ? message : `${message}.`);

const KNOWN = {
  unreachable: () => ({
    title: 'The service does not answer',
    advice: 'Your text is kept here. See whether the program still runs, then try again.',
    again: true,
  }),
  queue_full: ({ retryAfter }) => ({
    title: 'The service is busy',
    advice: `Many texts wait at the moment. Try again in ${retryAfter || 1} s.`,
    again: true,
  }),
  timeout: () => ({
    title: 'That took too long',
    advice: 'The service stopped working on it. A shorter text or a smaller beam is faster.',
    again: true,
  }),
  unavailable: () => ({
    title: 'The service takes no requests now',
    advice: 'It is full or about to stop. Try again in a moment.',
    again: true,
  }),
  text_too_long: tooLong,
  body_too_large: tooLong,
  unauthorized: () => ({
    title: 'This service asks for a key',
    advice: 'Enter it at the top of the page.',
    again: false,
  }),
  unknown_model: ({ message }) => ({
    title: 'This model is not served any more',
    advice: `${sentence(message)} Choose another one.`,
    again: false,
  }),
  bad_request: ({ message }) => ({
    title: 'The service cannot do that',
    advice: message,
    again: false,
  }),
  not_found: ({ message }) => ({ title: 'There is nothing here', advice: message, again: false }),
};

function tooLong({ message }) {
  return {
    title: 'The text is too long',
    advice: `${sentence(message)} Shorten it, or translate it in parts.`,
    again: false,
  };
}

function unknown({ message }) {
  return {
    title: 'Something went wrong',
    advice: `${sentence(message)} Try again; the service's log may say more.`,
    again: true,
  };
}

/** Returns {title, advice, again: whether a retry may help}. */
export const describe = (failure) => (KNOWN[failure.code] ?? unknown)(failure);

/** Shows a failure in `box`, with a button if a retry may help. */
export function showProblem(box, failure, onRetry) {
  const { title, advice, again } = describe(failure);
  const button = make('button', { type: 'button', class: 'button', onclick: onRetry }, 'Try again');
  box.replaceChildren(
    make('div', {}, make('strong', {}, title), make('p', {}, advice)),
    ...(again && onRetry ? [button] : []),
  );
  box.dataset.code = failure.code ?? '';
  box.hidden = false;
}

export function hideProblem(box) {
  box.hidden = true;
  box.replaceChildren();
}

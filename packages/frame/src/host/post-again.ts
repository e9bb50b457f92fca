import type { EmbedFields } from '@inlay/protocol/frame-messages';

const MARK = '#again';

/** Whether this page is already the answer to `postAgain`: once more would go round in circles. */
export const wasPostedAgain = (): boolean => location.hash === MARK;

/** Asks the server for the page once more, with these fields. The token is in the body, never in an address. */
export function postAgain(fields: EmbedFields): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = location.pathname + MARK;
  for (const [name, value] of fields) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  document.body.append(form);
  HTMLFormElement.prototype.submit.call(form);
}

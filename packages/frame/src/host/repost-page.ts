import type { EmbedFields } from '@inlay/protocol/frame-messages';

const MARK = '#again';

/** Whether `repostPage` loaded this page: doing it again could loop forever. */
export const wasReposted = (): boolean => location.hash === MARK;

/** Requests this page again by POST, with these fields. The token is in the body, never in a URL. */
export function repostPage(fields: EmbedFields): void {
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

/** What the build writes on each operation that can be tried. */
interface Trial {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  /** JSON to start from. */
  readonly body?: string;
  readonly token?: 'Login token' | 'Embed token';
}

/** By kind, for as long as the page is open: in the browser's storage they would outlive the tab. */
const tokens = new Map<string, string>();

/** A dialog that sends the request of an operation to this instance and shows the response. */
export function tryRequest(section: HTMLElement): void {
  const trial: Trial = JSON.parse(section.dataset.trial ?? '');
  const dialog = document.createElement('dialog');
  dialog.className = 'try';
  const title = Object.assign(document.createElement('h2'), {
    id: 'try-title',
    textContent: section.querySelector('h2')?.textContent ?? '',
  });
  dialog.setAttribute('aria-labelledby', title.id);
  const address = document.createElement('p');
  address.className = 'address';
  address.append(...(section.querySelector('.address')?.cloneNode(true).childNodes ?? []));

  const form = document.createElement('form');
  const addField = (label: string, input: HTMLInputElement | HTMLTextAreaElement) => {
    const element = document.createElement('label');
    element.append(Object.assign(document.createElement('span'), { textContent: label }), input);
    form.append(element);
    return input;
  };
  const newInput = (required: boolean) =>
    Object.assign(document.createElement('input'), { required, autocomplete: 'off', spellcheck: false });
  const { token: kind } = trial;
  const token = kind && addField(kind, Object.assign(newInput(true), { value: tokens.get(kind) ?? '' }));
  const values = trial.parameters.map((parameter) => ({
    ...parameter,
    input: addField(parameter.name, newInput(parameter.required)),
  }));
  const body =
    trial.body !== undefined &&
    addField(
      'Body',
      Object.assign(document.createElement('textarea'), {
        value: trial.body,
        spellcheck: false,
        rows: Math.min(16, trial.body.split('\n').length + 1),
      }),
    );
  const send = Object.assign(document.createElement('button'), {
    className: 'primary',
    textContent: 'Send request',
  });
  const close = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Close' });
  const buttons = Object.assign(document.createElement('p'), { className: 'try-buttons' });
  buttons.append(send, close);
  form.append(buttons);
  const status = Object.assign(document.createElement('p'), { className: 'try-status', role: 'status' });
  const result = Object.assign(document.createElement('pre'), { tabIndex: 0, hidden: true });
  result.setAttribute('aria-label', 'Response');

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (kind && token) tokens.set(kind, token.value);
    send.disabled = true;
    status.textContent = 'Sending …';
    try {
      const given = values.filter(({ input }) => input.value !== '');
      const query = new URLSearchParams(
        given.filter((each) => each.in === 'query').map(({ name, input }) => [name, input.value]),
      );
      const path = given
        .filter((each) => each.in === 'path')
        .reduce(
          (text, { name, input }) => text.replace(`{${name}}`, encodeURIComponent(input.value)),
          trial.path,
        );
      const headers = new Headers(
        given
          .filter((each) => each.in === 'header')
          .map(({ name, input }) => [name, input.value] as [string, string]),
      );
      if (token) headers.set('authorization', `Bearer ${token.value}`);
      if (body) headers.set('content-type', 'application/json');
      const response = await fetch(query.size > 0 ? `${path}?${query}` : path, {
        method: trial.method.toUpperCase(),
        headers,
        // The token decides, not the session of the admin app.
        credentials: 'omit',
        ...(body && { body: body.value }),
        signal: AbortSignal.timeout(60_000),
      });
      const text = await response.text();
      status.textContent = `${response.status} ${response.statusText}`;
      result.textContent = formatted(text).slice(0, 200_000) || 'No content.';
    } catch (error) {
      status.textContent = 'The request could not be sent.';
      result.textContent = error instanceof Error ? error.message : String(error);
    }
    result.hidden = false;
    send.disabled = false;
  });
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  dialog.append(title, address, form, status, result);
  document.body.append(dialog);
  dialog.showModal();
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

import { type SearchEntry, type SearchResult, search, wordsOf } from './search.ts';

let dialog: HTMLDialogElement | undefined;
let index: Promise<readonly SearchEntry[]> | undefined;

/** Opens the search. Its index is loaded once. */
export function openSearch(): void {
  index ??= loadIndex();
  dialog ??= createDialog();
  if (dialog.open) return;
  dialog.showModal();
  dialog.querySelector('input')?.select();
}

async function loadIndex(): Promise<readonly SearchEntry[]> {
  const response = await fetch(document.documentElement.dataset.search ?? '');
  if (!response.ok) throw new Error(`The search index responded with status ${response.status}.`);
  return response.json();
}

function createDialog(): HTMLDialogElement {
  const element = document.createElement('dialog');
  element.className = 'search';
  element.setAttribute('aria-label', 'Search the documentation');
  const input = Object.assign(document.createElement('input'), {
    type: 'search',
    placeholder: 'Search guide, reference and API',
    autocomplete: 'off',
    spellcheck: false,
  });
  const list = Object.assign(document.createElement('div'), { id: 'search-results', role: 'listbox' });
  const status = Object.assign(document.createElement('p'), { className: 'search-status', role: 'status' });
  const keys = Object.assign(document.createElement('p'), {
    className: 'search-keys',
    textContent: '↑ ↓ to choose, Enter to open, Esc to close',
  });
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-label': 'Search',
    'aria-expanded': 'true',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
  }))
    input.setAttribute(name, value);
  list.setAttribute('aria-label', 'Results');

  const options = () => [...list.children] as HTMLElement[];
  const choose = (at: number) => {
    const all = options();
    for (const [position, option] of all.entries())
      option.setAttribute('aria-selected', String(position === at));
    const chosen = all[at];
    if (chosen) input.setAttribute('aria-activedescendant', chosen.id);
    else input.removeAttribute('aria-activedescendant');
    chosen?.scrollIntoView({ block: 'nearest' });
  };
  const chosenAt = () => options().findIndex((each) => each.ariaSelected === 'true');

  let isLoaded = false;
  const update = async () => {
    const query = input.value;
    if (!isLoaded) status.textContent = 'Loading …';
    try {
      const entries = (await index) ?? [];
      isLoaded = true;
      if (query !== input.value) return;
      const results = search(entries, query);
      list.replaceChildren(...results.map((result, at) => optionFor(result, wordsOf(query), at)));
      status.textContent =
        query.trim() === '' ? '' : results.length === 0 ? `No results for “${query}”.` : '';
      choose(results.length > 0 ? 0 : -1);
    } catch {
      // The next search tries again.
      index = undefined;
      status.textContent = 'The search could not be loaded. Close it and try again.';
    }
  };
  input.addEventListener('input', update);
  input.addEventListener('keydown', (event) => {
    const count = options().length;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && count > 0) {
      event.preventDefault();
      choose((chosenAt() + step + count) % count);
    }
    // The first Escape would only empty the field.
    if (event.key === 'Escape') element.close();
    if (event.key === 'Enter') options()[chosenAt()]?.click();
  });
  // A link to a section of this page does not leave it.
  list.addEventListener('click', () => element.close());
  element.addEventListener('click', (event) => {
    if (event.target === element) element.close();
  });
  element.append(input, list, status, keys);
  document.body.append(element);
  return element;
}

function optionFor(
  { url, page, heading, excerpt }: SearchResult,
  words: readonly string[],
  at: number,
): HTMLAnchorElement {
  const option = Object.assign(document.createElement('a'), {
    id: `search-result-${at}`,
    role: 'option',
    href: url,
    // The field keeps the focus.
    tabIndex: -1,
  });
  const title = Object.assign(document.createElement('span'), { className: 'result-title' });
  title.append(...marked(heading || page, words));
  if (heading) {
    const place = Object.assign(document.createElement('span'), {
      className: 'result-page',
      textContent: page,
    });
    title.append(' ', place);
  }
  const text = Object.assign(document.createElement('span'), { className: 'result-text' });
  text.append(...marked(excerpt, words));
  option.append(title, text);
  return option;
}

/** The text with the searched words in `mark` elements. */
function marked(text: string, words: readonly string[]): readonly (string | HTMLElement)[] {
  if (words.length === 0) return [text];
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})`, 'giu');
  return text
    .split(pattern)
    .map((part, index) =>
      index % 2 === 1 ? Object.assign(document.createElement('mark'), { textContent: part }) : part,
    );
}

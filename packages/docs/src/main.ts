// Runs on every page. What a page needs only on request is imported then.
const SAMPLE_URL = 'http://localhost:4000';
/** The admin app of the same instance reads and writes the same choice. */
const THEME_KEY = 'inlay-theme';

useInstanceUrl();
addCopyButtons();
markCurrentSection();
document.querySelector('.theme-button')?.addEventListener('click', switchTheme);
// The current page is in view, however long the list is.
document.querySelector('.side [aria-current]')?.scrollIntoView({ block: 'nearest' });

for (const section of document.querySelectorAll<HTMLElement>('[data-trial]')) {
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'try-button',
    textContent: 'Try it',
  });
  button.addEventListener('click', async () => (await import('./try-request.ts')).tryRequest(section));
  section.querySelector('.code')?.append(button);
}

/** Loaded when it is first used. */
const openSearch = async () => (await import('./open-search.ts')).openSearch();
document.querySelector('.search-button')?.addEventListener('click', openSearch);
document.addEventListener('keydown', (event) => {
  // No single key: dictation software presses keys for words (WCAG 2.1.4).
  const isShortcut = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey);
  if (!isShortcut || event.altKey) return;
  event.preventDefault();
  void openSearch();
});

/** Samples that can be pasted: they name the instance that serves this page. */
function useInstanceUrl(): void {
  if (location.origin === SAMPLE_URL) return;
  for (const code of document.querySelectorAll('pre code')) {
    if (!code.textContent?.includes(SAMPLE_URL)) continue;
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      // Writing a text, even the same, costs a layout.
      if (node.nodeValue?.includes(SAMPLE_URL))
        node.nodeValue = node.nodeValue.replaceAll(SAMPLE_URL, location.origin);
    }
  }
}

/** A button on each block of code that copies it. */
function addCopyButtons(): void {
  const status = document.createElement('p');
  status.className = 'visually-hidden';
  status.role = 'status';
  document.body.append(status);
  for (const block of document.querySelectorAll('figure.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    const name = (text: string) => {
      button.ariaLabel = text;
      button.title = text;
    };
    name('Copy');
    button.addEventListener('click', async () => {
      const copied = await copy(block.querySelector('code')?.textContent ?? '');
      name(copied ? 'Copied' : 'Press Ctrl+C');
      button.dataset.copied = String(copied);
      status.textContent = copied ? 'Copied to the clipboard' : 'Selected. Press Ctrl+C to copy.';
      if (!copied) getSelection()?.selectAllChildren(block.querySelector('code') ?? block);
      setTimeout(() => {
        name('Copy');
        delete button.dataset.copied;
        status.textContent = '';
      }, 2000);
    });
    block.append(button);
  }
}

/** Browsers have a clipboard on https and localhost only. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Marks the section that is being read in "On this page". */
function markCurrentSection(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')];
  const headings = links.flatMap(
    (link) => document.getElementById(decodeURIComponent(link.hash.slice(1))) ?? [],
  );
  if (headings.length === 0) return;
  const mark = () => {
    const passed = headings.findLastIndex((heading) => heading.getBoundingClientRect().top < 120);
    links.forEach((link, index) => {
      if (index === Math.max(0, passed)) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    });
  };
  let waiting = false;
  addEventListener(
    'scroll',
    () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        mark();
      });
    },
    { passive: true },
  );
  requestAnimationFrame(mark);
}

/** Switches between light and dark; where that is the system's theme, the system decides again. */
function switchTheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const { dataset } = document.documentElement;
  const next = (dataset.inlayTheme ?? system) === 'dark' ? 'light' : 'dark';
  try {
    if (next === system) localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, next);
  } catch {
    // Without storage, the choice lasts as long as the page.
  }
  if (next === system) delete dataset.inlayTheme;
  else dataset.inlayTheme = next;
}

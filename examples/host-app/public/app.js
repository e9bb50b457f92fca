// The page asks its own server for tokens; the SDK asks again before one ends.
const { language } = document.currentScript.dataset;
const tokenProvider = () => fetch('/embed-token', { method: 'POST' });

// Larkfell's colors are a theme of the tenant; light or dark is the page's choice.
const root = document.documentElement;
const theme = () => ({ name: 'larkfell', mode: root.dataset.theme ?? 'auto' });

const start = async () => {
  if (!globalThis.Inlay) {
    // Our server reached Inlay and wrote a token into the page, so what is missing is the name of its host.
    document.querySelector('#unresolved').hidden = document.querySelector('.trouble:not([hidden])') !== null;
    throw new Error('The analytics server does not respond.');
  }
  const inlay = await Inlay.initialize(undefined, { tokenProvider, lang: language, theme: theme() });
  for (const place of document.querySelectorAll('[data-embed]'))
    inlay
      .insertEmbedById(place.dataset.embed, place, { loading: place.dataset.loading ?? 'lazy' })
      .catch(console.error);
  return inlay;
};
const started = start();
started.catch(console.error);

document.querySelector('.theme').addEventListener('click', async () => {
  const isDark = getComputedStyle(root).getPropertyValue('--is-dark') === '1';
  root.dataset.theme = isDark ? 'light' : 'dark';
  // The server writes the script tag, so it has to know as well; an existing tag is inserted again.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not everywhere yet.
  document.cookie = `theme=${root.dataset.theme}; Path=/; SameSite=Strict; Max-Age=31536000`;
  for (const tag of document.querySelectorAll('script[src*="embedLauncher"]')) {
    const again = document.createElement('script');
    const address = new URL(tag.src);
    address.searchParams.set('theme', JSON.stringify(theme()));
    again.src = address;
    tag.parentElement.replaceChildren(again);
  }
  (await started).setTheme(theme());
});

// Embeds load while the page scrolls to a section, which moves it: the page follows until the visitor scrolls.
const follow = () => {
  const section = document.getElementById(location.hash.slice(1));
  if (!section) return;
  const observer = new ResizeObserver(() => section.scrollIntoView());
  observer.observe(document.body);
  for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    addEventListener(event, () => observer.disconnect(), { once: true, passive: true });
};
addEventListener('hashchange', follow);
follow();

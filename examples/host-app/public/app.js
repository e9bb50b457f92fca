// The page asks its own server for tokens; the SDK asks again before one ends.
const { language, user } = document.currentScript.dataset;
const ownToken = () => fetch('/embed-token', { method: 'POST' });

// Larkfell's colors are the theme of its app; light or dark is the page's choice.
const root = document.documentElement;
const isDark = () => getComputedStyle(root).getPropertyValue('--is-dark') === '1';
let brand;
const theme = () => ({
  mode: root.dataset.theme ?? 'auto',
  ...(brand && { tokens: brand(isDark() ? 'dark' : 'light') }),
});

const places = [...document.querySelectorAll('[data-embed]')];
const instances = [];
// By embed, because one that failed may have a message in place of its frame.
const placeOf = new WeakMap();
// A form does not fit into a figure.
const hasInbox = document.querySelector('#inbox') !== null;
const featuresOf = (place) => ({ subscriptions: hasInbox && !place.closest('.figures') });
const embedsIn = (place) =>
  instances.flatMap((inlay) => inlay.getAll()).filter((embed) => placeOf.get(embed) === place);

/** Inserts every embed. While new ones load, the previous ones stay in place, dimmed: nothing jumps. */
const insertEmbeds = async (tokenProvider = ownToken) => {
  if (!globalThis.Inlay) {
    // Our server reached Inlay and wrote a token into the page, so what is missing is the name of its host.
    document.querySelector('#unresolved').hidden = document.querySelector('.trouble:not([hidden])') !== null;
    throw new Error('The analytics server does not respond.');
  }
  const inlay = await Inlay.initialize(undefined, { tokenProvider, lang: language, theme: theme() });
  instances.push(inlay);
  const settle = ({ embed }) => {
    const place = placeOf.get(embed);
    place.style.minHeight = `${place.offsetHeight}px`;
    for (const old of embedsIn(place)) if (old !== embed) old.destroy();
    delete place.dataset.busy;
  };
  // A message of an error has a height too, but is not what the place is for.
  const [ready, heights] = [new Set(), new Map()];
  const fit = (embed) => ready.has(embed) && heights.has(embed) && keepHeight(embed, heights.get(embed));
  inlay.on('ready', (event) => {
    settle(event);
    ready.add(event.embed);
    fit(event.embed);
  });
  inlay.on('resize', ({ embed, detail }) => {
    heights.set(embed, detail.height);
    fit(embed);
  });
  inlay.on('error', (event) => event.detail.fatal && settle(event));
  for (const place of places) {
    const [shown, ...waiting] = embedsIn(place);
    for (const each of waiting) each.destroy();
    if (shown) place.dataset.busy = '';
    const { embed, height = 'auto', loading = 'lazy' } = place.dataset;
    const options = { height, loading, features: featuresOf(place) };
    inlay.insertEmbedById(embed, place, options).catch(console.error);
    placeOf.set(inlay.getAll().at(-1), place);
  }
};

// The height of a page is remembered, so that its place has it when it is opened again, by either user.
const keyOf = (place) => `height ${user} ${place.dataset.embed} ${Math.round(place.clientWidth / 40)}`;
const keepHeight = ({ frame }, height) => {
  const place = frame.parentElement;
  if (!place || place.dataset.height) return;
  place.style.minHeight = '0';
  localStorage.setItem(keyOf(place), Math.ceil(height));
};
for (const place of places) {
  const height = localStorage.getItem(keyOf(place));
  if (height && !place.dataset.height) place.style.minHeight = `${height}px`;
}

const started = insertEmbeds();
started.catch(console.error);

/** Writes the script tag again, with another theme or token. Its frame replaces the previous one when it has loaded. */
const relaunch = (changes) => {
  for (const place of document.querySelectorAll('[data-tag]')) {
    const tag = document.createElement('script');
    const address = new URL([...place.querySelectorAll('script')].at(-1).src);
    for (const [name, value] of Object.entries(changes)) address.searchParams.set(name, value);
    tag.src = address;
    place.dataset.busy = '';
    place.append(tag);
  }
};
for (const place of document.querySelectorAll('[data-tag]'))
  place.addEventListener(
    'load',
    ({ target }) => {
      // A frame is blank before it shows the instance, whose document this page cannot read.
      if (target.tagName !== 'IFRAME' || target.contentDocument) return;
      const frames = [...place.querySelectorAll('iframe')];
      for (const old of frames.slice(0, frames.indexOf(target))) old.remove();
      if (target === frames.at(-1)) delete place.dataset.busy;
    },
    true,
  );

/** The same page for somebody else. `renew` gets another token for them. */
globalThis.showAs = ({ token }, renew) => {
  let first = token;
  relaunch({ token });
  return insertEmbeds(async () => {
    const next = first ?? (await renew()).token;
    first = undefined;
    return { token: next };
  });
};

/** Everything in the current colors: the shop, the script tag, and all embeds of the SDK, without loading them again. */
const applyTheme = async () => {
  const { tokens } = theme();
  if (tokens) root.style.setProperty('--forest', tokens.accent);
  relaunch({ theme: JSON.stringify(theme()) });
  await started;
  for (const inlay of instances) inlay.setTheme(theme());
};

/** Another brand, as a function from `light` or `dark` to design tokens. */
let painting;
globalThis.setBrand = (tokensIn) => {
  brand = tokensIn;
  root.style.setProperty('--forest', theme().tokens.accent);
  // A color field reports every color on the way.
  clearTimeout(painting);
  painting = setTimeout(applyTheme, 150);
};

document.querySelector('.theme').addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark';
  // The server writes the script tag, so it has to know as well.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not everywhere yet.
  document.cookie = `theme=${root.dataset.theme}; Path=/; SameSite=Strict; Max-Age=31536000`;
  applyTheme();
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

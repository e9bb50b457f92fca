// The page asks its own server for tokens; the SDK asks again before one ends.
const language = document.currentScript.dataset.language;
const tokenProvider = async () => {
  const answer = await fetch('/embed-token', { method: 'POST' });
  if (!answer.ok) throw new Error((await answer.json()).message);
  return answer.json();
};

const root = document.documentElement;
const dark = () =>
  (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';

const start = async () => {
  if (!globalThis.Inlay) throw new Error('The analytics server does not answer.');
  const inlay = await Inlay.initialize(undefined, {
    tokenProvider,
    lang: language,
    theme: { mode: dark() ? 'dark' : 'light' },
  });
  for (const place of document.querySelectorAll('[data-embed]'))
    inlay.insertEmbedById(place.dataset.embed, place, { loading: 'lazy' }).catch(console.error);
  return inlay;
};
const started = start();
started.catch((error) => console.error(error));

document.querySelector('.theme').addEventListener('click', async () => {
  root.dataset.theme = dark() ? 'light' : 'dark';
  const inlay = await started;
  await inlay.setTheme({ mode: root.dataset.theme });
});

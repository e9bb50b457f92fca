/// <reference types="vite/client" />
// Loaded by embedded pages in development, in place of the built loader.

/** At once where it can be seen: a host page may have many embeds, and those in sight come first. */
const reload = () =>
  new IntersectionObserver(([page]) => page?.isIntersecting && location.reload()).observe(document.body);

async function load(): Promise<void> {
  await import('../../frame/src/loader.ts');
  // The page does not wait for an import like this one, but the loader waits for the page.
  if (document.readyState === 'complete') dispatchEvent(new Event('load'));
}

if (import.meta.hot) {
  // A change runs this file once more, before the page is loaded again.
  if (!import.meta.hot.data.isLoaded) void load();
  import.meta.hot.data.isLoaded = true;
  import.meta.hot.accept(reload);
  import.meta.hot.on('inlay:server-restarted', reload);
}

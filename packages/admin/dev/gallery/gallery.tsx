import { themeCss } from '@inlay/charts/theme/create-theme';
import type { VNode } from 'preact';
import type { GalleryEntry, GalleryLook } from '../../../ui/gallery/gallery-entry.ts';
import { KitTexts } from '../../src/kit-texts.tsx';

interface GalleryProps {
  /** Of all entries, such as `ui/menu`. */
  readonly paths: readonly string[];
  readonly chosen: string;
  readonly entry: GalleryEntry;
  readonly look: GalleryLook;
}

/** The list of all entries, and one of them in its states. */
export function Gallery({ paths, chosen, entry, look }: GalleryProps): VNode {
  const href = (path: string, { mode, direction }: GalleryLook) =>
    `/gallery/${path}?mode=${mode}&dir=${direction}`;
  return (
    <div class="gallery">
      <style>{themeCss()}</style>
      <nav class="gallery-list" aria-label="Entries" dir="ltr">
        {paths.map((path) => (
          <a key={path} href={href(path, look)} aria-current={path === chosen ? 'page' : undefined}>
            {path}
          </a>
        ))}
      </nav>
      <main>
        <header class="gallery-head" dir="ltr">
          <h1>{entry.title}</h1>
          <a href={href(chosen, { ...look, mode: look.mode === 'dark' ? 'light' : 'dark' })}>
            {look.mode === 'dark' ? 'Light' : 'Dark'}
          </a>
          <a href={href(chosen, { ...look, direction: look.direction === 'rtl' ? 'ltr' : 'rtl' })}>
            {look.direction === 'rtl' ? 'Left to right' : 'Right to left'}
          </a>
        </header>
        <KitTexts>
          {Object.entries(entry.states).map(([name, State]) => (
            <section key={name} class="gallery-state" aria-label={name}>
              <h2 dir="ltr">{name}</h2>
              <State {...look} />
            </section>
          ))}
        </KitTexts>
      </main>
    </div>
  );
}

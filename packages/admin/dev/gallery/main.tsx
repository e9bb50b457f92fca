/// <reference types="vite/client" />
import './gallery.css';
import { render } from 'preact';
import type { GalleryEntry, GalleryLook } from '../../../ui/gallery/gallery-entry.ts';
import { AUTHOR_ICONS } from '../../../ui/src/author-icons.ts';
import { addIcons } from '../../../ui/src/controls/icon.tsx';
import { Gallery } from './gallery.tsx';

// Each with the styles that it imports: one entry is on show at a time, and its page has no others.
const files = import.meta.glob<{ readonly gallery: GalleryEntry }>('../../../*/gallery/*.gallery.tsx');
const entries = Object.entries(files).map(([file, load]) => {
  const { pathname } = new URL(file, import.meta.url);
  const [, folder, name] = /([^/]+)\/gallery\/([^/]+)\.gallery\.tsx$/.exec(pathname) ?? [];
  return { path: `${folder}/${name}`, load };
});

addIcons(AUTHOR_ICONS);
const asked = new URL(location.href);
const look: GalleryLook = {
  mode: asked.searchParams.get('mode') === 'dark' ? 'dark' : 'light',
  direction: asked.searchParams.get('dir') === 'rtl' ? 'rtl' : 'ltr',
};
document.documentElement.dataset.inlayTheme = look.mode;
document.documentElement.dir = look.direction;

const chosen = entries.find(({ path }) => asked.pathname === `/gallery/${path}`) ?? entries[0];
if (chosen) {
  const { gallery } = await chosen.load();
  const paths = entries.map(({ path }) => path);
  render(null, document.body);
  render(<Gallery paths={paths} chosen={chosen.path} entry={gallery} look={look} />, document.body);
}
import.meta.hot?.accept();

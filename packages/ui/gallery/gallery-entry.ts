import type { VNode } from 'preact';

/** How the gallery is set: what an entry may need to draw itself. */
export interface GalleryLook {
  readonly mode: 'light' | 'dark';
  readonly direction: 'ltr' | 'rtl';
}

/** A component in its states. `packages/<package>/gallery/<component>.gallery.tsx` exports one as `gallery`. */
export interface GalleryEntry {
  readonly title: string;
  /** By name; each is drawn in a box of its own. */
  readonly states: Readonly<Record<string, (look: GalleryLook) => VNode>>;
}

import type { GalleryEntry } from '../../ui/gallery/gallery-entry.ts';
import { treemaps } from '../test/fixtures/treemaps.ts';
import { chartGallery } from './chart-gallery.tsx';

export const gallery: GalleryEntry = chartGallery('Treemaps', treemaps);

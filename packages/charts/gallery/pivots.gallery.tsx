import type { GalleryEntry } from '../../ui/gallery/gallery-entry.ts';
import { pivots } from '../test/fixtures/pivots.ts';
import { chartGallery } from './chart-gallery.tsx';

export const gallery: GalleryEntry = chartGallery('Pivot tables', pivots);

import type { GalleryEntry } from '../../ui/gallery/gallery-entry.ts';
import { narrow } from '../test/fixtures/narrow.ts';
import { chartGallery } from './chart-gallery.tsx';

export const gallery: GalleryEntry = chartGallery('Narrow charts', narrow);

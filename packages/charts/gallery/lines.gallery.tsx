import type { GalleryEntry } from '../../ui/gallery/gallery-entry.ts';
import { lines } from '../test/fixtures/lines.ts';
import { chartGallery } from './chart-gallery.tsx';

export const gallery: GalleryEntry = chartGallery('Lines', lines);

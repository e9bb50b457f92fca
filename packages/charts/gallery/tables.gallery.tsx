import type { GalleryEntry } from '../../ui/gallery/gallery-entry.ts';
import { tables } from '../test/fixtures/tables.ts';
import { chartGallery } from './chart-gallery.tsx';

export const gallery: GalleryEntry = chartGallery('Tables', tables);

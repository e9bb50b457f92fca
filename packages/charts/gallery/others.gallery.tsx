import type { GalleryEntry } from '../../ui/gallery/gallery-entry.ts';
import { others } from '../test/fixtures/others.ts';
import { chartGallery } from './chart-gallery.tsx';

export const gallery: GalleryEntry = chartGallery('Other charts', others);

import type { GalleryEntry } from '../../ui/gallery/gallery-entry.ts';
import { axes } from '../test/fixtures/axes.ts';
import { chartGallery } from './chart-gallery.tsx';

export const gallery: GalleryEntry = chartGallery('Axes', axes);

import type { GalleryEntry } from '../../ui/gallery/gallery-entry.ts';
import { distributions } from '../test/fixtures/distributions.ts';
import { chartGallery } from './chart-gallery.tsx';

export const gallery: GalleryEntry = chartGallery('Distributions', distributions);

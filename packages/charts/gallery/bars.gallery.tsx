import type { GalleryEntry } from '../../ui/gallery/gallery-entry.ts';
import { bars } from '../test/fixtures/bars.ts';
import { chartGallery } from './chart-gallery.tsx';

export const gallery: GalleryEntry = chartGallery('Bars', bars);

import type { GalleryEntry } from '../../ui/gallery/gallery-entry.ts';
import { targets } from '../test/fixtures/targets.ts';
import { chartGallery } from './chart-gallery.tsx';

export const gallery: GalleryEntry = chartGallery('Targets', targets);

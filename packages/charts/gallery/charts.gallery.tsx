import type { GalleryEntry } from '../../ui/gallery/gallery-entry.ts';
import { errorState, loadingState, tooMuchState } from '../src/parts/state.ts';
import { fixture } from '../test/fixtures/fixtures.ts';
import { chartState } from './chart-gallery.tsx';

const any = { ...fixture('line-year'), size: { width: 320, height: 200 } };

export const gallery: GalleryEntry = {
  title: 'Charts without data',
  states: {
    loading: chartState(any, loadingState),
    failed: chartState(any, (props) => errorState(props, 'The warehouse did not respond within 30 seconds.')),
    'too much': chartState(any, (props) => tooMuchState(props, 480_000)),
  },
};

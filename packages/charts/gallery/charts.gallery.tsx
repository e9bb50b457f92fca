import type { VNode } from 'preact';
import type { GalleryEntry } from '../../ui/gallery/gallery-entry.ts';
import { chartCss } from '../src/chart-css.ts';

import { errorState, loadingState, tooMuchState } from '../src/parts/state.ts';
import { createTheme } from '../src/theme/create-theme.ts';
import { TileChart } from '../src/tile-chart.ts';
import { fixture, fixtures } from '../test/fixtures/fixtures.ts';
import type { DrawnProps } from '../test/fixtures/make-fixture.ts';

type Draw = (props: DrawnProps) => VNode;

const state =
  (props: DrawnProps, draw: Draw): GalleryEntry['states'][string] =>
  ({ mode }) => (
    <div style={{ maxWidth: `${props.size.width}px` }}>
      <style>{chartCss}</style>
      {draw({ ...props, theme: createTheme({ mode }) })}
    </div>
  );

const any = { ...fixture(fixtures[0]?.name ?? ''), size: { width: 320, height: 200 } };

export const gallery: GalleryEntry = {
  title: 'Charts',
  states: {
    loading: state(any, loadingState),
    failed: state(any, (props) => errorState(props, 'The warehouse did not respond within 30 seconds.')),
    'too much': state(any, (props) => tooMuchState(props, 480_000)),
    ...Object.fromEntries(
      fixtures.map(({ name, props }) => [name, state(props, (themed) => <TileChart {...themed} />)]),
    ),
  },
};

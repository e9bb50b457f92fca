import type { VNode } from 'preact';
import type { GalleryEntry } from '../../ui/gallery/gallery-entry.ts';
import { chartCss } from '../src/chart-css.ts';
import { createTheme } from '../src/theme/create-theme.ts';
import { kindStyle, TileChart } from '../src/tile-chart.ts';
import type { DrawnProps, Fixture } from '../test/fixtures/make-fixture.ts';

/** A state of the gallery that draws with its theme. */
export const chartState =
  (props: DrawnProps, draw: (themed: DrawnProps) => VNode): GalleryEntry['states'][string] =>
  ({ mode }) => (
    <div ref={focusHeaders} style={{ maxWidth: `${props.size.width}px` }}>
      <style>{chartCss + kindStyle()}</style>
      {draw({ ...props, theme: createTheme({ mode }) })}
    </div>
  );

/** The script of a page makes the headers of tables focusable, by which wide tables are scrolled. */
function focusHeaders(element: HTMLElement | null): void {
  for (const head of element?.querySelectorAll<HTMLElement>('th[data-column]') ?? []) head.tabIndex = 0;
}

/** Every input that has a golden picture. One entry of the gallery for each file of them: axe is slow on long pages. */
export const chartGallery = (title: string, fixtures: readonly Fixture[]): GalleryEntry => ({
  title,
  states: Object.fromEntries(
    fixtures.map(({ name, props }) => [name, chartState(props, (themed) => <TileChart {...themed} />)]),
  ),
});

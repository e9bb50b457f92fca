import type { BuilderContent, BuilderItem } from '@inlay/content/builder';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { Filters, Variables } from '@inlay/protocol/frame-messages';
import { statesValues } from '@inlay/protocol/parse-narrative';
import { modeNow } from '../../stage/mode-now.ts';
import type { BuilderApi, Side } from '../builder-api.ts';

interface ChartRequest {
  readonly item: BuilderItem;
  readonly filters: Filters;
  /** The dashboard's, as they are on the canvas. */
  readonly controls: readonly FilterControl[];
  readonly variables: Variables;
  readonly size: { readonly width: number; readonly height: number };
  readonly lang: string;
  readonly timeZone?: string;
}

export interface RenderedChart {
  readonly html: string;
  /** What stands above it, with the values in it. */
  readonly title: string;
  readonly description?: string | undefined;
}

export interface RenderedCharts {
  /** The markup of a tile. `undefined`: it can be asked for only once the dashboard is saved. */
  render(request: ChartRequest, signal: AbortSignal): Promise<RenderedChart> | undefined;
  /** What the server has: from now on it is asked by its name there. */
  saved(content: BuilderContent): void;
  forget(): void;
}

/** What is drawn of an item: not its place, and of what stands above the drawing only what states values. */
export function drawnOf(item: BuilderItem): string {
  if ('tile' in item) return JSON.stringify([item.tile, ...titled(item.title)]);
  if ('text' in item) return '';
  const { title, description, ...drawn } = item.chart;
  return JSON.stringify([drawn, ...titled(title), ...titled(description)]);
}

const titled = (text = '') => (statesValues(text) ? [text] : []);

/** Each size that a chart was drawn in is another drawing of some kilobytes. */
const MOST_KEPT = 500;

/**
 * The drawings of a canvas, which the server renders. A chart that is being changed is rendered as it is; one that the
 * server has is asked for by name, with the dashboard's filters. What was rendered is kept: moving and undoing ask nobody.
 */
export function createRenderedCharts(api: BuilderApi, id: string, side: Side): RenderedCharts {
  const known = new Map<
    string,
    { readonly rendered: Promise<RenderedChart>; readonly signal: AbortSignal; done: boolean }
  >();
  let onServer = new Map<string, string>();
  let onServerControls = '[]';
  /** What is chosen in a filter that was taken away again counts no more. */
  const everControls = new Set<string>();

  return {
    saved: ({ items, filters = [] }) => {
      onServer = new Map(items.map((item) => [item.id, drawnOf(item)]));
      onServerControls = JSON.stringify(filters);
    },
    forget: () => known.clear(),
    render: ({ item, filters, controls, size, ...setting }, signal) => {
      const isSaved =
        onServer.get(item.id) === drawnOf(item) && onServerControls === JSON.stringify(controls);
      if (!isSaved && !('chart' in item)) return undefined;
      const mode = modeNow();
      for (const control of controls) everControls.add(control.id);
      const usable = Object.fromEntries(
        Object.entries(filters).filter(
          ([name]) => !everControls.has(name) || controls.some((control) => control.id === name),
        ),
      );
      const narrowing = controls.filter(({ tiles }) => tiles?.includes(item.id) ?? true);
      // Once saved, a chart looks as it did before.
      const key = JSON.stringify([drawnOf(item), narrowing, usable, size, mode, setting]);
      const before = known.get(key);
      // A rendering that was aborted before it arrived is requested again.
      if (before && (!before.signal.aborted || before.done)) return before.rendered;
      const rendered =
        !isSaved && 'chart' in item
          ? api.preview(
              {
                chart: item.chart,
                render: { ...size, mode },
                within: { item: item.id, controls, filters: usable },
                ...setting,
              },
              signal,
            )
          : api.render(
              { id, side },
              { id: 'tile' in item ? item.tile : item.id, item: item.id, ...size },
              { filters: usable, mode, ...setting },
              signal,
            );
      const made = rendered.then(({ html = '', title = '', description }) => ({ html, title, description }));
      const entry = { rendered: made, signal, done: false };
      known.set(key, entry);
      const [oldest] = known.keys();
      if (known.size > MOST_KEPT && oldest !== undefined) known.delete(oldest);
      made.then(
        () => {
          entry.done = true;
        },
        () => known.get(key) === entry && known.delete(key),
      );
      return made;
    },
  };
}

import type { BuilderContent, BuilderItem } from '@inlay/content/builder';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { Filters, Variables } from '@inlay/protocol/frame-messages';
import { statesValues } from '@inlay/protocol/parse-narrative';
import { colorMode } from '../../page/color-mode.ts';
import type { BuilderApi, Source } from '../builder-api.ts';

interface ChartRequest {
  readonly item: BuilderItem;
  readonly filters: Filters;
  /** The dashboard's filter controls, as currently edited. */
  readonly controls: readonly FilterControl[];
  readonly variables: Variables;
  readonly size: { readonly width: number; readonly height: number };
  readonly lang: string;
  readonly timeZone?: string;
}

export interface RenderedChart {
  readonly html: string;
  /** The title with its variables replaced by values. */
  readonly title: string;
  readonly description?: string | undefined;
  /** Names the active filters that do not affect it. */
  readonly unfiltered?: string | undefined;
}

export interface RenderedCharts {
  /** Renders a tile. Returns undefined if that is possible only once the dashboard is saved. */
  render(request: ChartRequest, signal: AbortSignal): Promise<RenderedChart> | undefined;
  /** Sets the saved content, whose items can be rendered by id. */
  saved(content: BuilderContent): void;
  forget(): void;
}

/** Identifies what is rendered: not the position, and the title and description only if they contain values. */
export function renderKeyOf(item: BuilderItem): string {
  if ('tile' in item) return JSON.stringify([item.tile, ...titled(item.title)]);
  if ('text' in item) return '';
  const { title, description, ...drawn } = item.chart;
  return JSON.stringify([drawn, ...titled(title), ...titled(description)]);
}

const titled = (text = '') => (statesValues(text) ? [text] : []);

/** Every size of a chart is a separate entry of a few kilobytes. */
const MAX_CACHED = 500;

/**
 * Charts rendered by the server, cached so that moving and undoing cause no requests. Unsaved charts are sent with
 * their definition; saved ones are requested by id, with the dashboard's filters.
 */
export function createRenderedCharts(api: BuilderApi, source: () => Source): RenderedCharts {
  const known = new Map<
    string,
    { readonly rendered: Promise<RenderedChart>; readonly signal: AbortSignal; done: boolean }
  >();
  let onServer = new Map<string, string>();
  let onServerControls = '[]';
  /** Ids of all filter controls so far: values of a removed control are no longer sent. */
  const everControls = new Set<string>();

  return {
    saved: ({ items, filters = [] }) => {
      onServer = new Map(items.map((item) => [item.id, renderKeyOf(item)]));
      onServerControls = JSON.stringify(filters);
    },
    forget: () => known.clear(),
    render: ({ item, filters, controls, size, ...setting }, signal) => {
      const isSaved =
        onServer.get(item.id) === renderKeyOf(item) && onServerControls === JSON.stringify(controls);
      if (!isSaved && !('chart' in item)) return undefined;
      const mode = colorMode();
      for (const control of controls) everControls.add(control.id);
      const usable = Object.fromEntries(
        Object.entries(filters).filter(
          ([name]) => !everControls.has(name) || controls.some((control) => control.id === name),
        ),
      );
      const narrowing = controls.filter(({ tiles }) => tiles?.includes(item.id) ?? true);
      // The key is the same before and after saving.
      const key = JSON.stringify([renderKeyOf(item), narrowing, usable, size, mode, setting]);
      const before = known.get(key);
      // A request that was aborted before it completed is sent again.
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
              source(),
              { id: 'tile' in item ? item.tile : item.id, item: item.id, ...size },
              { filters: usable, mode, ...setting },
              signal,
            );
      const made = rendered.then(({ html = '', title = '', description, unfiltered }) => ({
        html,
        title,
        description,
        unfiltered,
      }));
      const entry = { rendered: made, signal, done: false };
      known.set(key, entry);
      const [oldest] = known.keys();
      if (known.size > MAX_CACHED && oldest !== undefined) known.delete(oldest);
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

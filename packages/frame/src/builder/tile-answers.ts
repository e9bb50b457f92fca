import type { BuilderContent, BuilderItem } from '@inlay/protocol/builder';
import type { TileAnswer } from '@inlay/protocol/embed-api';
import type { Filters } from '@inlay/protocol/frame-messages';
import type { BuilderApi, Side } from './builder-api.ts';

export interface Question {
  readonly item: BuilderItem;
  readonly filters: Filters;
  readonly lang: string;
  readonly timeZone?: string;
}

export interface TileAnswers {
  /** `undefined`: it can be asked only once the dashboard is saved. */
  ask(question: Question, signal: AbortSignal): Promise<TileAnswer> | undefined;
  /** What the server has: from now on it is asked by its name there. */
  saved(content: BuilderContent): void;
  forget(): void;
}

/** The item without its place: where a chart stands does not change what it asks. */
const asked = (item: BuilderItem) => {
  if ('tile' in item) return item.tile;
  return 'chart' in item ? JSON.stringify([item.chart.datasetId, item.chart.query]) : '';
};

/**
 * What tiles of a canvas are answered with. A chart that is being changed is asked as it is; one that the server has
 * is asked by name, with the dashboard's filters. Answers are kept: moving, undoing and drawing again ask nobody.
 */
export function createTileAnswers(api: BuilderApi, id: string, side: Side): TileAnswers {
  const known = new Map<string, Promise<TileAnswer>>();
  let onServer = new Map<string, string>();
  let filterIds = new Set<string>();

  return {
    saved: ({ items, filters = [] }) => {
      onServer = new Map(items.map((item) => [item.id, asked(item)]));
      filterIds = new Set(filters.map((filter) => filter.id));
    },
    forget: () => known.clear(),
    ask: ({ item, filters, ...setting }, signal) => {
      const isSaved = onServer.get(item.id) === asked(item);
      const usable = Object.fromEntries(Object.entries(filters).filter(([filter]) => filterIds.has(filter)));
      const key = JSON.stringify([asked(item), isSaved ? usable : null, setting]);
      const before = known.get(key);
      if (before) return before;
      if (!isSaved && !('chart' in item)) return undefined;
      const answer =
        !isSaved && 'chart' in item
          ? api.preview({ chart: item.chart, ...setting }, signal)
          : api.tile(id, 'tile' in item ? item.tile : item.id, side, { filters: usable, ...setting }, signal);
      known.set(key, answer);
      answer.catch(() => known.delete(key));
      return answer;
    },
  };
}

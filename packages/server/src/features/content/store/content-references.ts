import type { OwnTile, TileContent } from '@inlay/charts/tile';
import type { ContentByKind, ContentKind } from '@inlay/content/content';
import type { DashboardContent } from '@inlay/content/dashboard';
import type { EmbedContent } from '@inlay/content/embed';
import type { StoryContent } from '@inlay/content/story';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { NamedValues } from '@inlay/protocol/narrative';

/** A reference and its path in the content. */
export interface Reference {
  readonly kind: ContentKind | 'dataset';
  readonly id: string;
  readonly path: string;
  /** A click opens it: the content is complete without it. */
  readonly isLink?: boolean;
}

/** All references of a piece of content. */
export function referencesOf<K extends ContentKind>(
  kind: K,
  content: ContentByKind[K],
): readonly Reference[] {
  const links = linksOf(kind, content).map(({ dashboard: id, path }): Reference => {
    return { kind: 'dashboard', id, path: `${path}/dashboard`, isLink: true };
  });
  return [...finders[kind](content), ...links];
}

const finders: { readonly [K in ContentKind]: (content: ContentByKind[K]) => readonly Reference[] } = {
  app: ({ datasets = [] }) => datasets.map((id, index) => dataset(id, `/datasets/${index}`)),
  tile: ({ datasetId }) => [dataset(datasetId, '/datasetId')],
  story: ofStory,
  dashboard: ofDashboard,
  embed: ofEmbed,
};

const tile = (id: string, path: string): Reference => ({ kind: 'tile', id, path });
const dataset = (id: string, path: string): Reference => ({ kind: 'dataset', id, path });

function ofStory({ filters, steps }: StoryContent): readonly Reference[] {
  const inSteps = steps.flatMap(({ tiles = [], values }, index) => [
    ...tiles.map((id, at) => tile(id, `/steps/${index}/tiles/${at}`)),
    ...ofValues(values, `/steps/${index}/values`),
  ]);
  return [...inSteps, ...ofFilters(filters)];
}

function ofDashboard({ items, filters, drill = [] }: DashboardContent): readonly Reference[] {
  const own = new Set(items.flatMap((item) => ('chart' in item ? [item.id] : [])));
  const inItems = items.flatMap((item, index) => {
    if ('chart' in item) return [dataset(item.chart.datasetId, `/items/${index}/chart/datasetId`)];
    if ('tile' in item) return [tile(item.tile, `/items/${index}/tile`)];
    return ofValues(item.values, `/items/${index}/values`).filter(({ id }) => !own.has(id));
  });
  const inDrill = drill.map(({ datasetId }, index) => dataset(datasetId, `/drill/${index}/datasetId`));
  return [...inItems, ...ofFilters(filters), ...inDrill];
}

function ofEmbed({ target: { kind, id } }: EmbedContent): readonly Reference[] {
  return [{ kind: kind === 'builder' ? 'app' : kind, id, path: '/target/id' }];
}

function ofValues(values: NamedValues = {}, path: string): readonly Reference[] {
  return Object.entries(values).map(([name, source]) => tile(source.tile, `${path}/${name}/tile`));
}

function ofFilters(filters: readonly FilterControl[] = []): readonly Reference[] {
  return filters.map(({ datasetId }, index) => dataset(datasetId, `/filters/${index}/datasetId`));
}

interface DashboardLink {
  readonly path: string;
  readonly dashboard: string;
  readonly filters: readonly string[];
}

/** The dashboards that tiles of the content open. */
export function linksOf(kind: ContentKind, content: ContentByKind[ContentKind]): readonly DashboardLink[] {
  const linkOf = ({ click }: Pick<OwnTile, 'click'>, path: string): readonly DashboardLink[] =>
    click?.kind === 'dashboard'
      ? [{ path, dashboard: click.dashboard, filters: Object.keys(click.filters ?? {}) }]
      : [];
  if (kind === 'tile') return linkOf(content as TileContent, '/click');
  if (kind !== 'dashboard') return [];
  return (content as DashboardContent).items.flatMap((item, index) =>
    'chart' in item ? linkOf(item.chart, `/items/${index}/chart/click`) : [],
  );
}

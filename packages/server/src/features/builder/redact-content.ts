import { isDeepStrictEqual } from 'node:util';
import type { OwnTile } from '@inlay/charts/tile';
import type { BuilderContent } from '@inlay/content/builder';
import type { DashboardContent } from '@inlay/content/dashboard';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { type HiddenNames, withoutHiddenDefault, withoutHiddenNames } from '../content/index.ts';
import type { AccessibleFields } from './accessible-fields.ts';

function hiddenFrom(accessible: AccessibleFields, datasetId: string): HiddenNames {
  const access = accessible.get(datasetId);
  return {
    column: (name) => access?.columns.has(name) !== true,
    measure: (name) => access?.measures.has(name) !== true,
  };
}

/** A tile without its author's filters and drill-through columns that the viewer cannot access. */
export function redactTile<T extends OwnTile>(tile: T, accessible: AccessibleFields): T {
  return withoutHiddenNames(tile, hiddenFrom(accessible, tile.datasetId));
}

function redactFilter(filter: FilterControl, accessible: AccessibleFields): FilterControl {
  return withoutHiddenDefault(filter, hiddenFrom(accessible, filter.datasetId));
}

export function redactContent(content: BuilderContent, accessible: AccessibleFields): BuilderContent {
  const { filters } = content;
  return {
    ...content,
    ...(filters && { filters: filters.map((filter) => redactFilter(filter, accessible)) }),
    items: content.items.map((item) =>
      'chart' in item ? { ...item, chart: redactTile(item.chart, accessible) } : item,
    ),
  };
}

/** Restores the redacted parts of a canvas that a page sent back. A chart whose parts changed cannot keep them. */
export function restoreRedactedParts(
  canvas: BuilderContent,
  before: DashboardContent | undefined,
  accessible: AccessibleFields,
): { readonly canvas: BuilderContent; readonly problems: readonly FieldProblem[] } {
  const former = new Map(
    before?.items.flatMap((item) => ('chart' in item ? [[item.id, item.chart] as const] : [])),
  );
  const problems: FieldProblem[] = [];
  const items = canvas.items.map((item, index) => {
    const was = former.get(item.id);
    if (!('chart' in item) || !was) return item;
    const redacted = redactTile(was, accessible);
    let { chart } = item;
    for (const [part, partOf, what] of PARTS) {
      const isSame = (other: OwnTile) => isDeepStrictEqual(partOf(chart), partOf(other));
      if (isSame(was) || isDeepStrictEqual(partOf(was), partOf(redacted))) continue;
      if (isSame(redacted)) chart = { ...chart, [part]: was[part] };
      else problems.push({ path: `/items/${index}/chart/${part}`, problem: what });
    }
    return { ...item, chart };
  });
  const filters = canvas.filters?.map((filter) => {
    const was = before?.filters?.find(({ id }) => id === filter.id);
    return was && isDeepStrictEqual(filter, redactFilter(was, accessible)) ? was : filter;
  });
  return { canvas: { ...canvas, items, ...(filters && { filters }) }, problems };
}

const PARTS = [
  [
    'query',
    ({ datasetId, query: { filters = [], anyOf = [], having = [], ...query } }: OwnTile) => [
      datasetId,
      query,
      filters,
      anyOf,
      having,
    ],
    'cannot be changed because an administrator filtered this chart by a field that is hidden from you. Add a new chart instead',
  ],
  [
    'drillThrough',
    ({ datasetId, drillThrough }: OwnTile) => [datasetId, drillThrough],
    'cannot be changed because it has a column that is hidden from you. Add a new chart instead',
  ],
] as const;

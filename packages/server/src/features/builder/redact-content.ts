import { isDeepStrictEqual } from 'node:util';
import type { OwnTile } from '@inlay/charts/tile';
import type { BuilderContent } from '@inlay/content/builder';
import type { DashboardContent } from '@inlay/content/dashboard';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { withoutFiltersOn } from '../content/index.ts';
import type { AccessibleFields } from './accessible-fields.ts';

/** A tile without its author's filters on columns that the viewer cannot access. */
export function redactTile<T extends Pick<OwnTile, 'datasetId' | 'query'>>(
  tile: T,
  accessible: AccessibleFields,
): T {
  const columns = accessible.get(tile.datasetId)?.columns;
  return { ...tile, query: withoutFiltersOn(tile.query, (column) => columns?.has(column) !== true) };
}

export function redactContent(content: BuilderContent, accessible: AccessibleFields): BuilderContent {
  return {
    ...content,
    items: content.items.map((item) =>
      'chart' in item ? { ...item, chart: redactTile(item.chart, accessible) } : item,
    ),
  };
}

/** Restores the redacted filters of a canvas that a page sent back. A chart whose query changed cannot keep them. */
export function restoreRedactedFilters(
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
    if (!('chart' in item) || !was || isSameQuery(item.chart, was)) return item;
    const redacted = redactTile(was, accessible);
    if (redacted.query === was.query) return item;
    if (isSameQuery(item.chart, redacted)) return { ...item, chart: { ...item.chart, query: was.query } };
    problems.push({
      path: `/items/${index}/chart/query`,
      problem:
        'cannot be changed because an administrator filtered this chart by a field that is hidden from you. Add a new chart instead',
    });
    return item;
  });
  return { canvas: { ...canvas, items }, problems };
}

function isSameQuery(one: OwnTile, other: OwnTile): boolean {
  const queryOf = ({ datasetId, query: { filters = [], ...query } }: OwnTile) => [datasetId, query, filters];
  return isDeepStrictEqual(queryOf(one), queryOf(other));
}

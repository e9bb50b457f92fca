import { isDeepStrictEqual } from 'node:util';
import type { OwnTile } from '@inlay/charts/tile';
import type { BuilderContent, BuilderItem } from '@inlay/content/builder';
import type { DashboardContent } from '@inlay/content/dashboard';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import {
  type HiddenNames,
  hasNoQuery,
  usableControls,
  usableTile,
  withoutHiddenDefault,
  withoutHiddenNames,
  withoutValues,
} from '../content/index.ts';
import type { AccessibleFields, BuilderContext } from './builder-context.ts';

/** What decides about the names that a viewer may read. */
type Reading = Pick<BuilderContext, 'appContent' | 'accessible' | 'scope'>;

function hiddenFrom(accessible: AccessibleFields, datasetId: string): HiddenNames {
  const access = accessible.get(datasetId);
  return {
    column: (name) => access?.columns.has(name) !== true,
    measure: (name) => access?.measures.has(name) !== true,
  };
}

/**
 * A tile without fields that are denied to the viewer, and without its author's filters and drill-through columns that
 * the viewer cannot access.
 */
export function redactTile<T extends OwnTile>(
  tile: T,
  { accessible, scope }: Pick<Reading, 'accessible' | 'scope'>,
): T {
  return withoutHiddenNames(usableTile(tile, scope.denied), hiddenFrom(accessible, tile.datasetId));
}

type Controls = Pick<DashboardContent, 'filters' | 'drill'>;

function redactControls({ filters, drill }: Controls, { accessible, scope }: Reading): Controls {
  const { filters: usable, ...rest } = usableControls(
    { ...(filters && { filters }), ...(drill && { drill }) },
    scope.denied,
  );
  const withoutDefault = (filter: FilterControl) =>
    withoutHiddenDefault(filter, hiddenFrom(accessible, filter.datasetId));
  return { ...(usable && { filters: usable.map(withoutDefault) }), ...rest };
}

function redactItem(item: BuilderItem, reading: Reading): BuilderItem {
  if ('chart' in item) return { ...item, chart: redactTile(item.chart, reading) };
  if (!('tile' in item) || item.title === undefined) return item;
  const tile = reading.appContent.library.get(item.tile);
  const isDenied = tile !== undefined && hasNoQuery(usableTile(tile, reading.scope.denied));
  return isDenied ? { ...item, title: withoutValues(item.title) } : item;
}

export function redactContent(content: BuilderContent, reading: Reading): BuilderContent {
  return {
    ...content,
    ...redactControls(content, reading),
    items: content.items.map((item) => redactItem(item, reading)),
  };
}

/** Restores the redacted parts of a canvas that a page sent back. A chart whose parts changed cannot keep them. */
export function restoreRedactedParts(
  canvas: BuilderContent,
  before: DashboardContent | undefined,
  reading: Reading,
): { readonly canvas: BuilderContent; readonly problems: readonly FieldProblem[] } {
  const former = new Map(before?.items.map((item) => [item.id, item]));
  const problems: FieldProblem[] = [];
  const items = canvas.items.map((item, index): BuilderItem => {
    const was = former.get(item.id);
    if (was && 'tile' in item && 'tile' in was && item.tile === was.tile && was.title !== undefined) {
      const { title } = redactItem(was, reading) as typeof was;
      return item.title === title ? { ...item, title: was.title } : item;
    }
    if (!('chart' in item) || !was || !('chart' in was)) return item;
    const redacted = redactTile(was.chart, reading);
    let { chart } = item;
    if (hasNoQuery(redacted)) {
      if ([redacted, was.chart].some((known) => isDeepStrictEqual(chart, known)))
        return { ...item, chart: was.chart };
      problems.push({ path: `/items/${index}/chart`, problem: DENIED });
      return item;
    }
    for (const [part, partOf, what] of PARTS) {
      const isSame = (other: OwnTile) => isDeepStrictEqual(partOf(chart), partOf(other));
      if (isSame(was.chart) || isDeepStrictEqual(partOf(was.chart), partOf(redacted))) continue;
      if (isSame(redacted)) chart = { ...chart, [part]: was.chart[part] };
      else problems.push({ path: `/items/${index}/chart/${part}`, problem: what });
    }
    return { ...item, chart };
  });
  const controls = restoreControls({ ...canvas, items }, before, reading);
  return { canvas: { ...canvas, items, ...controls }, problems };
}

function restoreControls(
  { items, filters, drill }: BuilderContent,
  before: DashboardContent | undefined,
  reading: Reading,
): Controls {
  if (!before) return {};
  const redacted = redactControls(before, reading);
  const tiles = new Set(items.map((item) => ('tile' in item ? item.tile : item.id)));
  const hasTiles = (filter: FilterControl) => (filter.tiles ?? []).every((id) => tiles.has(id));
  const restored = {
    filters: restoreList(filters, before.filters, redacted.filters, hasTiles),
    drill: restoreList(drill, before.drill, redacted.drill, () => true),
  };
  return {
    ...((filters || restored.filters.length > 0) && { filters: restored.filters }),
    ...((drill || restored.drill.length > 0) && { drill: restored.drill }),
  };
}

interface Control {
  readonly id: string;
  readonly dependsOn?: readonly string[];
}

/**
 * Unchanged entries as they were before, and in their places those that the page did not get. One that refers to
 * something that was removed does not come back: the page could not adapt it.
 */
function restoreList<Entry extends Control>(
  sent: readonly Entry[] = [],
  before: readonly Entry[] = [],
  redacted: readonly Entry[] = [],
  fits: (entry: Entry) => boolean,
): Entry[] {
  const missing = before.filter((was) => ![...redacted, ...sent].some(({ id }) => id === was.id));
  const isComplete = ({ dependsOn = [] }: Entry, among: readonly Entry[]) =>
    dependsOn.every((id) => among.some((other) => other.id === id));
  let kept = missing.filter(fits);
  for (let size = -1; size !== kept.length; ) {
    size = kept.length;
    kept = kept.filter((was) => isComplete(was, [...sent, ...kept]));
  }
  const list = sent.map((entry) => {
    const was = before.find(({ id }) => id === entry.id);
    const read = redacted.find(({ id }) => id === entry.id);
    const isUnchanged = was && read && isDeepStrictEqual(entry, read);
    return isUnchanged && isComplete(was, [...sent, ...kept]) ? was : entry;
  });
  for (const [index, was] of before.entries()) if (kept.includes(was)) list.splice(index, 0, was);
  return list;
}

const DENIED = 'cannot be changed because it uses a field that is hidden from you. Add a new chart instead';

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
  [
    'choices',
    ({ choices }: OwnTile) => choices,
    'cannot be changed because it has a measure that is hidden from you. Add a new chart instead',
  ],
] as const;

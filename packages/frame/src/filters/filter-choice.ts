import type { PageTile } from '@inlay/content/page-state';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { FilterValue } from '@inlay/protocol/frame-messages';
import type { Cell } from '@inlay/protocol/result';
import type { PageContext } from '../page/page-context.ts';
import { isUnset } from './filter-text.ts';

/** Whether a filter on a column affects a tile, as the server determined. */
export const reaches = ({ unreached }: PageTile, datasetId: string, column: string): boolean =>
  !unreached?.[datasetId]?.includes(column);

/** Whether a filter applies to a tile. */
export const filtersTile = (control: FilterControl, tile: PageTile): boolean =>
  reaches(tile, control.datasetId, 'levels' in control ? (control.levels[0] ?? '') : control.column) &&
  (control.tiles?.includes(tile.id) ?? true);

/** Sets a filter and clears dependent choices that are no longer available. Returns the changed filters. */
export async function chooseFilter(
  context: PageContext,
  control: FilterControl,
  value: FilterValue,
): Promise<readonly FilterControl[]> {
  context.choice.filters = { ...context.choice.filters, [control.id]: value };
  const changed = [control];
  const dependents = context.page.filters.filter(
    (other) =>
      other.dependsOn?.includes(control.id) && !isUnset(context.choice.filters[other.id], other.kind),
  );
  for (const other of dependents) {
    const kept = await stillOffered(context, other).catch(() => undefined);
    if (kept !== undefined) changed.push(...(await chooseFilter(context, other, kept)));
  }
  return changed;
}

/** What remains of a choice; undefined if all of it is still available. */
async function stillOffered(context: PageContext, control: FilterControl): Promise<FilterValue | undefined> {
  if (control.kind !== 'dropdown' && control.kind !== 'multi-select') return undefined;
  const value = context.choice.filters[control.id] as Cell | readonly Cell[];
  const { values, truncated } = await context.api.filterValues(control.id, context.requestOptions());
  if (truncated) return undefined;
  const offered = (one: Cell) => values.some((each) => each.value === one);
  if (!Array.isArray(value)) return offered(value as Cell) ? undefined : null;
  const kept = value.filter(offered);
  if (kept.length === value.length) return undefined;
  return kept.length === 0 ? null : kept;
}

import type { PageTile } from '@inlay/content/page-state';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { FilterValue } from '@inlay/protocol/frame-messages';
import type { Cell } from '@inlay/protocol/result';
import type { Stage } from '../stage/stage.ts';
import { isUnset } from './filter-text.ts';

/** Whether a filter has a say in what a tile shows. */
export const filtersTile = (control: FilterControl, tile: PageTile): boolean =>
  control.datasetId === tile.datasetId && (control.tiles?.includes(tile.id) ?? true);

/** Sets one filter, and lets go of choices further down that it no longer offers. Returns what has changed. */
export async function chooseFilter(
  stage: Stage,
  control: FilterControl,
  value: FilterValue,
): Promise<readonly FilterControl[]> {
  stage.choice.filters = { ...stage.choice.filters, [control.id]: value };
  const changed = [control];
  const dependents = stage.page.filters.filter(
    (other) => other.dependsOn?.includes(control.id) && !isUnset(stage.choice.filters[other.id]),
  );
  for (const other of dependents) {
    const kept = await stillOffered(stage, other).catch(() => undefined);
    if (kept !== undefined) changed.push(...(await chooseFilter(stage, other, kept)));
  }
  return changed;
}

/** What is left of a choice; nothing to say when all of it is. */
async function stillOffered(stage: Stage, control: FilterControl): Promise<FilterValue | undefined> {
  if (control.kind !== 'dropdown' && control.kind !== 'multi-select') return undefined;
  const value = stage.choice.filters[control.id] as Cell | readonly Cell[];
  const { values, truncated } = await stage.api.filterValues(control.id, stage.asked());
  if (truncated) return undefined;
  const offered = (one: Cell) => values.some((each) => each.value === one);
  if (!Array.isArray(value)) return offered(value as Cell) ? undefined : null;
  const kept = value.filter(offered);
  if (kept.length === value.length) return undefined;
  return kept.length === 0 ? null : kept;
}

import type { AlertFields, PageTile } from '@inlay/content/page-state';
import type { Subscription } from '@inlay/content/subscription';
import type { ViewState } from '@inlay/content/view-state';
import type { PageContext } from '../../page/page-context.ts';

export const tileOf = ({ page }: PageContext, tileId: string | null): PageTile | undefined =>
  page.tiles.find(({ id }) => id === tileId);

/** The title of a tile, or of everything, in the current language. */
export function titleOf(context: PageContext, tileId: string | null): string {
  const tile = tileOf(context, tileId);
  if (!tile) return context.title;
  return document.querySelector(`[data-tile="${CSS.escape(tile.id)}"]`)?.ariaLabel ?? tile.title;
}

/** An embed of one tile has nothing to choose. */
export const isOneTile = ({ page }: PageContext): boolean => page.kind === 'tile';

/** The kind of content, for texts: a builder shows dashboards. */
export const contentKind = ({ page: { kind } }: PageContext): Subscription['content']['kind'] =>
  kind === 'builder' ? 'dashboard' : kind;

/** What an alert can be set on in this state: of measures that the viewer can switch, only the one that is shown. */
export function alertFieldsIn(
  { page }: PageContext,
  tile: PageTile | undefined,
  state: ViewState,
): AlertFields | undefined {
  if (!tile?.alertFields) return undefined;
  const { id, alertFields, choices } = tile;
  const { measures, dimensions } = alertFields;
  const shown = state.tiles?.[id]?.measure ?? choices?.measure?.value;
  const others = (choices?.measure?.options ?? []).filter(({ value }) => value !== shown);
  const drill = state.drill?.[id];
  const levels = page.drill?.find((each) => each.id === drill?.id)?.levels ?? [];
  return {
    measures: measures.filter(({ name }) => others.every(({ value }) => value !== name)),
    // After a drill-down, the tile has another level.
    dimensions: dimensions.filter(({ name }) => !levels.includes(name)),
  };
}

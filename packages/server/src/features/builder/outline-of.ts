import type { DashboardShape } from '@inlay/protocol/builder';
import type { DashboardView } from './view-dashboard.ts';

/** A thumbnail shows no more. */
const MAX_BOXES = 24;

/** What stands where on a dashboard, from the top: enough for a list to draw it in outline. */
export function outlineOf({ content: { items }, opened: { tiles } }: DashboardView): DashboardShape[] {
  return items
    .toSorted((a, b) => a.y - b.y || a.x - b.x)
    .slice(0, MAX_BOXES)
    .map((item) => {
      const kind = 'text' in item ? 'text' : tiles.get('chart' in item ? item.id : item.tile)?.kind;
      return [item.x, item.y, item.w, item.h, kind ?? 'bar'];
    });
}

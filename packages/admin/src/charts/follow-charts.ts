import '@inlay/ui/stops/stops.css';
import { collapseGroups } from '@inlay/ui/collapse-groups';
import { followStops } from '@inlay/ui/stops/follow-stops';

let isFollowing = false;

/** Tooltips by pointer and keyboard, as in embeds, for all charts of the page from the first one on. */
export function followCharts(): void {
  if (isFollowing) return;
  isFollowing = true;
  followStops(() => {});
  collapseGroups(document.body);
}

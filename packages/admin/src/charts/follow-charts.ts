import '@inlay/ui/marks/marks.css';
import { collapseGroups } from '@inlay/ui/conditions/collapse-groups';
import { followMarks } from '@inlay/ui/marks/follow-marks';

let isFollowing = false;

/** Tooltips by pointer and keyboard, as in embeds, for all charts of the page from the first one on. */
export function followCharts(): void {
  if (isFollowing) return;
  isFollowing = true;
  followMarks(() => {});
  if (matchMedia('(forced-colors: active)').matches)
    void import('@inlay/ui/marks/forced-colors').catch(console.error);
  collapseGroups(document.body);
}

import type { Periods } from '@inlay/ui/periods/periods';

/** Every word that the frame itself says. `{0}` and `{1}` stand for what is filled in. */
export interface FrameWords {
  readonly table: string;
  readonly chart: string;
  readonly fullScreen: string;
  readonly leaveFullScreen: string;
  readonly more: string;
  readonly download: string;
  readonly picture: string;
  readonly vector: string;
  readonly print: string;
  readonly retry: string;
  readonly failed: string;
  readonly failedHint: string;
  readonly offline: string;
  readonly expired: string;
  readonly loading: string;
  readonly all: string;
  /** `{0}`: the labels of filters. */
  readonly notFilteredBy: string;
  readonly search: string;
  readonly clear: string;
  readonly clearAll: string;
  readonly apply: string;
  readonly from: string;
  readonly to: string;
  readonly noMatches: string;
  readonly typeForMore: string;
  readonly chosen: string;
  readonly filterBy: string;
  readonly drillInto: string;
  readonly remove: string;
  readonly next: string;
  readonly previous: string;
  readonly step: string;
  readonly sortBy: string;
  readonly presets: Periods;
}

import type { DatePreset } from './filter-control.ts';

/** The default periods of a filter. Without schemas, because the frame loads it. */
export const USUAL_PRESETS: readonly DatePreset[] = [
  'last-7-days',
  'last-30-days',
  'last-90-days',
  'this-month',
  'last-month',
  'this-quarter',
  'this-year',
  'last-12-months',
  'all',
];

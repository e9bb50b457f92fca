import type { DatePreset } from '@inlay/protocol/filter-control';

/** What each period is called, in one language: viewers choose among them, and authors too. */
export type Periods = Readonly<Record<DatePreset, string>>;

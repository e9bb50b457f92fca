import type { DashboardTab } from './dashboard.ts';

/** The tab of an item: by default the first one. Undefined on a dashboard without tabs. */
export const tabOf = (
  { tab }: { readonly tab?: string | undefined },
  tabs: readonly DashboardTab[] = [],
): string | undefined => tab ?? tabs[0]?.id;

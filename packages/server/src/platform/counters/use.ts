import type { TenantId } from '@inlay/protocol/tenant-id';
import type { UsageCountRow, UsageTotalRow } from '../store/schema.ts';

/** Token exchanges, refusals by reason, views and reports by embed, exported rows, database queries by dataset. */
export type UsageKind = UsageCountRow['what'];

/** What quotas limit per month. */
export type MeteredKind = UsageTotalRow['what'];

/** Who used something. */
export interface UsingViewer {
  readonly tenantId: TenantId;
  readonly workspaceId: string;
  readonly username: string;
}

interface Counts {
  readonly tenantId: TenantId;
  readonly hour: number;
  /** The embed, dataset or reason; empty if there is none. */
  readonly key: string;
  count: number;
  totalMs: number;
  longestMs: number;
}

/** What a viewer used in one hour, for quotas and reports by viewer. */
export interface MeteredUse extends Counts {
  readonly what: MeteredKind;
  readonly viewer: UsingViewer;
}

/** What was used in one hour. */
export type Use = MeteredUse | (Counts & { readonly what: UsageKind; readonly viewer?: undefined });

export const isMetered = (use: Use): use is MeteredUse => use.viewer !== undefined;

const HOUR = 3_600_000;
const maxKeyLength = 128;

export function timedUse(
  tenantId: TenantId,
  at: number,
  { what, used, ms }: { readonly what: UsageKind; readonly used: string; readonly ms: number },
): Use {
  const rounded = Math.round(ms);
  return { ...placeOf(tenantId, at, used), what, count: 1, totalMs: rounded, longestMs: rounded };
}

export function meteredUse(
  { tenantId, workspaceId, username }: UsingViewer,
  at: number,
  {
    what,
    used = '',
    count = 1,
  }: { readonly what: MeteredKind; readonly used?: string; readonly count?: number },
): MeteredUse {
  const viewer = { tenantId, workspaceId, username };
  return { ...placeOf(tenantId, at, used), what, viewer, count, totalMs: 0, longestMs: 0 };
}

const placeOf = (tenantId: TenantId, at: number, used: string) => ({
  tenantId,
  hour: at - (at % HOUR),
  key: used.slice(0, maxKeyLength),
});

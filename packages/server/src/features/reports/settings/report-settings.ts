import { FREQUENCIES } from '@inlay/protocol/report-schedule';
import type { ReportSettings } from '@inlay/protocol/report-settings';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Queries } from '../../../platform/store/store.ts';
import type { Vault } from '../../../platform/vault/vault.ts';

export type StoredReportSettings = Omit<ReportSettings, 'hasSecret'>;

export interface ReportSetup {
  readonly settings: StoredReportSettings;
  readonly sealedSecret: string | null;
}

/** Nobody can subscribe until an administrator has chosen under whose rights messages are sent. */
export const NO_REPORT_SETTINGS: StoredReportSettings = {
  rights: 'off',
  assertionUrl: null,
  contextDays: 90,
  keepSecrets: false,
  recipientFrom: 'username',
  allowedDomains: [],
  maxRecipients: 1,
  maxPerViewer: 20,
  frequencies: [...FREQUENCIES],
  pageUrl: null,
  isPaused: false,
};

export const REPORT_SECRET_PURPOSE = 'report secret';

export async function readReportSetup(queries: Queries, tenantId: TenantId): Promise<ReportSetup> {
  const row = await queries.tenant(tenantId).selectFrom('report_settings').selectAll().executeTakeFirst();
  return {
    settings: row ? { ...NO_REPORT_SETTINGS, ...JSON.parse(row.settings) } : NO_REPORT_SETTINGS,
    sealedSecret: row?.sealed_secret ?? null,
  };
}

/** Whether an administrator has ever changed them. */
export async function hasReportSettings(queries: Queries, tenantId: TenantId): Promise<boolean> {
  const row = await queries
    .tenant(tenantId)
    .selectFrom('report_settings')
    .select('tenant_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function writeReportSetup(
  transaction: Queries,
  tenantId: TenantId,
  { settings, sealedSecret }: ReportSetup,
): Promise<void> {
  const row = { settings: JSON.stringify(settings), sealed_secret: sealedSecret };
  await transaction
    .tenant(tenantId)
    .insertInto('report_settings', row)
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(row))
    .execute();
}

/** The secret that signs requests for assertions; undefined until an administrator has generated one. */
export const openReportSecret = (
  vault: Vault,
  tenantId: TenantId,
  { sealedSecret }: ReportSetup,
): string | undefined =>
  sealedSecret === null ? undefined : vault.open(tenantId, REPORT_SECRET_PURPOSE, sealedSecret);

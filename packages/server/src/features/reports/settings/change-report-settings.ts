import type { ReportSettingsChange } from '@inlay/protocol/report-settings';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { recordEvent } from '../../../platform/audit/record-event.ts';
import type { EgressRules } from '../../../platform/egress/egress-rules.ts';
import { addressProblem, urlProblem } from '../../../platform/egress/url-problem.ts';
import { refuseFields } from '../../../platform/errors.ts';
import type { Acting } from '../../../platform/identity/acting.ts';
import { newOpaqueToken } from '../../../platform/identity/opaque-token.ts';
import { takeLock } from '../../../platform/store/take-lock.ts';
import type { Services } from '../../../services.ts';
import { eraseContexts, eraseSecrets } from '../store/erase-contexts.ts';
import {
  REPORT_SECRET_PURPOSE,
  type ReportSetup,
  readReportSetup,
  writeReportSetup,
} from './report-settings.ts';

type ChangeServices = Pick<Services, 'store' | 'time' | 'vault' | 'egressOf'>;

export async function changeReportSettings(
  { store, time, vault, egressOf }: ChangeServices,
  tenantId: TenantId,
  change: ReportSettingsChange,
  { actor, caller }: Acting,
): Promise<void> {
  await store.write(async (transaction) => {
    await takeLock(transaction, 'settings', tenantId, 'reports');
    const before = await readReportSetup(transaction, tenantId);
    const setup = { ...before, settings: { ...before.settings, ...change } };
    refuseFields(reportSettingsProblems(setup, change, egressOf(tenantId)));
    await writeReportSetup(transaction, tenantId, setup);
    if (setup.settings.rights === 'assertion') await eraseContexts(transaction, tenantId);
    else if (before.settings.keepSecrets && !setup.settings.keepSecrets)
      await eraseSecrets(vault, transaction, tenantId);
    await recordEvent(transaction, tenantId, time.now(), caller, {
      action: 'report-settings.change',
      actor,
      details: { fields: Object.keys(change), rights: setup.settings.rights },
    });
  });
}

/** Returns the new secret, which cannot be read again. What is signed with the previous one ends now. */
export async function regenerateReportSecret(
  { store, time, vault }: ChangeServices,
  tenantId: TenantId,
  { actor, caller }: Acting,
): Promise<string> {
  const secret = newOpaqueToken('inl_report');
  await store.write(async (transaction) => {
    await takeLock(transaction, 'settings', tenantId, 'reports');
    const { settings } = await readReportSetup(transaction, tenantId);
    const sealedSecret = vault.seal(tenantId, REPORT_SECRET_PURPOSE, secret);
    await writeReportSetup(transaction, tenantId, { settings, sealedSecret });
    await recordEvent(transaction, tenantId, time.now(), caller, {
      action: 'report-settings.regenerate-secret',
      actor,
    });
  });
  return secret;
}

/** An address is checked when it is entered: one that the operator no longer allows is no reason to refuse a pause. */
function reportSettingsProblems(
  { settings, sealedSecret }: ReportSetup,
  change: ReportSettingsChange,
  egress: EgressRules,
): FieldProblem[] {
  const { rights, assertionUrl } = settings;
  const asksHost = rights === 'assertion';
  return [
    ...problem('/assertionUrl', change.assertionUrl && addressProblem(change.assertionUrl, egress)),
    ...problem('/pageUrl', change.pageUrl && pageProblem(change.pageUrl)),
    ...problem('/assertionUrl', asksHost && assertionUrl === null && 'is required if rights is assertion'),
    ...problem('/rights', asksHost && sealedSecret === null && 'needs a secret. Generate it first'),
  ];
}

const problem = (path: string, found: string | false | null | undefined): FieldProblem[] =>
  found ? [{ path, problem: found }] : [];

/** A link in a message: browsers open it, not this server. */
function pageProblem(pageUrl: string): string | undefined {
  const url = pageUrl.replaceAll(/\{(?:embed|subscription)\}/g, 'x');
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(URL.parse(url)?.hostname ?? '');
  return urlProblem(url) ?? (isLocal || /^https:/i.test(url) ? undefined : 'must be a complete https:// URL');
}

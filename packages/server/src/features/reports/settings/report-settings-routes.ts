import {
  ReportSecretSchema,
  type ReportSettings,
  ReportSettingsChangeSchema,
  ReportSettingsSchema,
} from '@inlay/protocol/report-settings';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { actingIn, type HttpApp, tenantOf } from '../../../platform/http/http-app.ts';
import { afterConfirmation, forAdmins, forLogins } from '../../../platform/http/route-access.ts';
import type { Services } from '../../../services.ts';
import { changeReportSettings, regenerateReportSecret } from './change-report-settings.ts';
import { readReportSetup } from './report-settings.ts';

const tags = ['reports'];
const url = '/api/v0/report-settings';

/** Under whose rights reports and alerts are sent, to whom, and how often (ADR 353). */
export function reportSettingsRoutes(app: HttpApp, services: Services): void {
  app.get(url, {
    config: forAdmins('settings:read'),
    schema: {
      tags,
      operationId: 'readReportSettings',
      summary: 'Read the report settings',
      response: { 200: ReportSettingsSchema },
    },
    handler: (request) => readDto(services, tenantOf(request).id),
  });

  app.patch(url, {
    config: afterConfirmation(forLogins('settings:write'), 'rights', 'assertionUrl', 'keepSecrets'),
    schema: {
      tags,
      operationId: 'changeReportSettings',
      summary: 'Change the report settings',
      description:
        'Viewers can subscribe once `rights` is no longer `off`. `assertion` requires `assertionUrl` and a secret.',
      body: ReportSettingsChangeSchema,
      response: { 200: ReportSettingsSchema },
    },
    handler: async (request) => {
      const { id } = tenantOf(request);
      await changeReportSettings(services, id, request.body, actingIn(request));
      return readDto(services, id);
    },
  });

  app.post(`${url}/secret`, {
    config: afterConfirmation(forLogins('settings:write')),
    schema: {
      tags,
      operationId: 'regenerateReportSecret',
      summary: 'Re-generate the secret that signs requests for assertions',
      description:
        'Signs requests to `assertionUrl`. It is returned only once, in this response, and replaces the previous one immediately.',
      response: { 200: ReportSecretSchema },
    },
    handler: async (request) => ({
      secret: await regenerateReportSecret(services, tenantOf(request).id, actingIn(request)),
    }),
  });
}

async function readDto({ store }: Pick<Services, 'store'>, tenantId: TenantId): Promise<ReportSettings> {
  const { settings, sealedSecret } = await readReportSetup(store, tenantId);
  return { ...settings, hasSecret: sealedSecret !== null };
}

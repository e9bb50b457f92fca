import { TenantSettingsChangeSchema, TenantSettingsSchema } from '@inlay/protocol/tenant-settings';
import { actingIn, type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { forAdmins } from '../../platform/http/route-access.ts';
import type { Services } from '../../services.ts';
import { changeSettings, readTenantSettings } from './tenant-settings.ts';

export function tenantSettingsRoutes(app: HttpApp, services: Services): void {
  const tags = ['tenant settings'];
  const url = '/api/v0/tenant-settings';

  app.get(url, {
    config: forAdmins('settings:read'),
    schema: {
      tags,
      operationId: 'readTenantSettings',
      summary: 'Read the tenant settings',
      response: { 200: TenantSettingsSchema },
    },
    handler: (request) => readTenantSettings(services.store, tenantOf(request).id),
  });

  app.patch(url, {
    config: forAdmins('settings:write'),
    schema: {
      tags,
      operationId: 'changeTenantSettings',
      summary: 'Change the tenant settings',
      description:
        'Language, time zone, calendar and currency are defaults: values from the page or the signed context take precedence, and `null` resets a default. `allowedLinkHosts` and `allowedImageHosts` replace the whole list.',
      body: TenantSettingsChangeSchema,
      response: { 200: TenantSettingsSchema },
    },
    handler: (request) => changeSettings(services, tenantOf(request).id, request.body, actingIn(request)),
  });
}

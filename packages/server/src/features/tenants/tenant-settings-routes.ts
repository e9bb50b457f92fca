import { TenantSettingsChangeSchema, TenantSettingsSchema } from '@inlay/protocol/tenant-settings';
import { actingIn } from '../../platform/http/acting-in.ts';
import { type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import type { Services } from '../../services.ts';
import { changeSettings, readTenantSettings } from './tenant-settings.ts';

export function tenantSettingsRoutes(app: HttpApp, services: Services): void {
  const config = { access: 'ADMIN' } as const;
  const tags = ['tenant settings'];
  const url = '/api/v0/tenant-settings';

  app.get(url, {
    config,
    schema: {
      tags,
      operationId: 'readTenantSettings',
      summary: 'Read how the tenant counts days and money',
      response: { 200: TenantSettingsSchema },
    },
    handler: (request) => readTenantSettings(services.store, tenantOf(request).id),
  });

  app.patch(url, {
    config,
    schema: {
      tags,
      operationId: 'changeTenantSettings',
      summary: 'Change how the tenant counts days and money',
      description:
        'What a page or a signed context says of a viewer counts before it. `null` takes a setting back.',
      body: TenantSettingsChangeSchema,
      response: { 200: TenantSettingsSchema },
    },
    handler: (request) => changeSettings(services, tenantOf(request).id, request.body, actingIn(request)),
  });
}

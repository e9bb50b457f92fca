import { QUOTAS, type Quotas, QuotasSchema } from '@inlay/protocol/quota';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { nextMonth } from '../../platform/counters/month.ts';
import { readQuotas } from '../../platform/counters/tenant-quotas.ts';
import { type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { forAdmins } from '../../platform/http/route-access.ts';
import { isoTime } from '../../platform/time/time.ts';
import type { Services } from '../../services.ts';
import { filesFolder } from '../connections/index.ts';
import { storedBytes } from '../files/index.ts';

export function quotasRoutes(app: HttpApp, services: Services): void {
  app.get('/api/v0/quotas', {
    config: forAdmins('usage:read'),
    schema: {
      tags: ['audit'],
      operationId: 'readQuotas',
      summary: 'Read quotas and their use',
      description:
        'Quotas are set by the operator of the instance. Those of views, token exchanges and exported rows reset on the first day of each month (UTC).',
      response: { 200: QuotasSchema },
    },
    handler: (request) => readQuotaUse(services, tenantOf(request).id),
  });
}

/** The quotas of a tenant with their current use, read from the store. */
export async function readQuotaUse(services: Services, tenantId: TenantId): Promise<Quotas> {
  const { store, time, quotas, usage } = services;
  const limits = await readQuotas(store, tenantId);
  await usage.totals.refresh(tenantId, time.now());
  const listed = QUOTAS.flatMap((name) => {
    const { [name]: limit } = limits;
    return limit === undefined ? [] : [{ name, limit }];
  });
  return {
    resetsAt: isoTime(nextMonth(time.now())),
    quotas: await Promise.all(
      listed.map(async ({ name, limit }) => ({
        name,
        limit,
        used:
          name === 'storageBytes'
            ? await storedBytes(filesFolder(services, tenantId))
            : quotas.used(tenantId, name),
      })),
    ),
  };
}

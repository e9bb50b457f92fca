import { sql } from 'kysely';
import { AppError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { HttpApp } from '../http-app.ts';

/** For whatever watches the process. They tell of no tenant and so need no access. */
export function probeRoutes(app: HttpApp, { store, metrics, config }: Services): void {
  const probe = { config: { tenant: 'none' } } as const;
  app.get('/healthz', probe, async () => ({ status: 'ok' }));

  app.get('/readyz', probe, async (_request, reply) => {
    try {
      await sql`select 1`.execute(store.everyTenant);
    } catch (cause) {
      throw new AppError('UNAVAILABLE', { message: 'The store does not answer.', cause });
    }
    return reply.send({ status: 'ready', store: store.engine });
  });

  if (config.metrics) {
    app.get('/metrics', probe, async (_request, reply) =>
      reply.type(metrics.contentType).send(await metrics.expose()),
    );
  }
}

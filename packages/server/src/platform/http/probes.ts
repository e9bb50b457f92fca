import type { Services } from '../../services.ts';
import { AppError } from '../errors.ts';
import { createReadiness } from '../store/readiness.ts';
import type { HttpApp } from './http-app.ts';

/** For whatever watches the process. They tell of no tenant and so need no access. */
export function probeRoutes(app: HttpApp, { store, metrics, config }: Services): void {
  const probe = { config: { tenant: 'none' } } as const;
  app.get('/healthz', probe, async () => ({ status: 'ok' }));

  const checkReadiness = createReadiness(store);
  app.get('/readyz', probe, async (_request, reply) => {
    const state = await checkReadiness();
    if (state.isReady) return reply.send({ status: 'ready', store: store.engine });
    const { message, cause } = state;
    throw new AppError('UNAVAILABLE', { message, headers: { 'retry-after': '5' }, cause });
  });

  if (config.metrics) {
    app.get('/metrics', probe, async (_request, reply) =>
      reply.type(metrics.contentType).send(await metrics.expose()),
    );
  }
}

import type { Config } from '../../config.ts';
import { AppError } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import { createReadiness } from '../store/readiness.ts';
import type { Store } from '../store/store.ts';
import type { HttpApp } from './http-app.ts';

interface ProbeServices {
  readonly store: Store;
  readonly metrics: Metrics;
  readonly config: Config;
}

/** For monitoring. They reveal nothing about a tenant and so need no access. */
export function probeRoutes(app: HttpApp, { store, metrics, config }: ProbeServices): void {
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

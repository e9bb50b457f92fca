import type { Config } from '../../config.ts';
import { AppError } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import { createReadiness } from '../store/readiness.ts';
import type { Store } from '../store/store.ts';
import type { Time } from '../time/time.ts';
import type { HttpApp } from './http-app.ts';

interface ProbeServices {
  readonly store: Store;
  readonly metrics: Metrics;
  readonly config: Config;
  readonly draining: AbortSignal;
  readonly time: Time;
}

/** For monitoring. They reveal nothing about a tenant and so need no access. */
export function probeRoutes(app: HttpApp, services: ProbeServices): void {
  const { store, metrics, config, draining } = services;
  const probe = { config: { tenant: 'none' } } as const;
  app.get('/healthz', probe, async () => ({ status: 'ok' }));

  const checkReadiness = createReadiness(services);
  app.get('/readyz', probe, async (_request, reply) => {
    if (draining.aborted) throw unready('The server is stopping.');
    const state = await checkReadiness();
    if (state.isReady) return reply.send({ status: 'ready', store: store.engine });
    throw unready(state.message, state.cause);
  });

  if (config.metrics) {
    app.get('/metrics', probe, async (_request, reply) =>
      reply.type(metrics.contentType).send(await metrics.expose()),
    );
  }
}

function unready(message: string, cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', { message, headers: { 'retry-after': '5' }, cause });
}

import type { AddressInfo } from 'node:net';
import type { Config } from './config.ts';
import type { CreatedTenant } from './features/provisioning/create-tenant.ts';
import { prepareFirstStart } from './features/provisioning/first-start.ts';
import { startReports } from './features/reports/jobs/start-reports.ts';
import type { TokenServices } from './features/tokens/token-services.ts';
import { deliverMail } from './mail-delivery.ts';
import { openServices } from './open-services.ts';
import { removeLeftoverFolders } from './platform/engines/process/leftover-folders.ts';
import { StartError } from './platform/errors.ts';
import type { HttpApp } from './platform/http/http-app.ts';
import type { Time } from './platform/time/time.ts';
import { createHttpServer } from './server.ts';
import type { Services } from './services.ts';
import { startSweeps } from './sweeps.ts';

export interface RunningApp {
  readonly http: HttpApp;
  readonly services: TokenServices;
  readonly port: number;
  /** Set on the first start only, when the administrator's password is known. */
  readonly firstTenant: CreatedTenant | undefined;
  /** Reports not ready while draining, then aborts imports, lets other requests finish for a while, and closes everything within 8 s. */
  close(): Promise<void>;
}

/** Starts the product: services, first tenant, HTTP, background sweeps. */
export async function startApp(
  config: Config,
  options: Parameters<typeof openServices>[1] = {},
): Promise<RunningApp> {
  const drain = new AbortController();
  const stop = new AbortController();
  const services = await openServices(config, { ...options, draining: drain.signal, stopping: stop.signal });
  try {
    const firstTenant = await prepareFirstStart(services);
    const http = await createHttpServer(services);
    const port = await listen(http, config);
    const stopSweeps = startSweeps(services);
    const stopMail = deliverMail(services);
    const stopReports = startReports(services);
    void removeLeftoverFolders().catch(() => {});
    const close = async () => {
      drain.abort();
      await services.time.sleep(config.drainSeconds * 1000);
      stop.abort();
      const {
        time,
        log,
        duckdb,
        databases,
        engines,
        files,
        samlSignatures,
        refusals,
        accesses,
        usage,
        tracer,
        store,
        running,
      } = services;
      // Shorter in total than the nine seconds after which the process exits anyway.
      const step = (name: string, ms: number, work: () => Promise<unknown>) =>
        closeWithin(work, { time, ms }, (problem) =>
          log.error({ step: name, ...problem }, 'not closed before the deadline'),
        );
      await Promise.all([
        step('sweeps', DRAIN_MS, stopSweeps),
        step('mail', DRAIN_MS, stopMail),
        step('reports', DRAIN_MS, stopReports),
        step('requests', DRAIN_MS + 500, () => finishRequests(http, time)),
        step('imports', DRAIN_MS, () => Promise.allSettled(running)),
      ]);
      // All requests have completed or were cut off, so nobody waits for work that is still running.
      await Promise.all([
        step('DuckDB', 2000, () => duckdb.close()),
        step('databases', 2000, async () => {
          await engines.close();
          await databases.close();
        }),
        step('exports', 2000, () => files.close()),
        step('SAML signatures', 2000, () => samlSignatures.close()),
        step('refusals', 2000, () => refusals.flush()),
        step('data access', 2000, () => accesses.flush()),
        step('usage', 2000, () => usage.flush()),
        step('traces', 2000, () => tracer.flush()),
      ]);
      await step('store', 1500, () => store.close());
    };
    return { http, services, port, firstTenant, close };
  } catch (error) {
    await services.store.close();
    throw error;
  }
}

/** The last net: the node stops as on a signal, and its supervisor starts another. */
export const logUnhandled =
  ({ log }: Pick<Services, 'log'>) =>
  (err: unknown) =>
    log.fatal({ err }, 'stopping after an error that nothing handled');

/** How long running requests may take once shutdown has begun. */
const DRAIN_MS = 4000;

async function finishRequests(http: HttpApp, time: Time): Promise<void> {
  const force = time.after(DRAIN_MS, () => http.server.closeAllConnections());
  // A connection that was busy when closing began stays open after its response, unless closed here.
  const closingIdle = time.every(20, () => http.server.closeIdleConnections());
  await http.close().finally(() => {
    force.stop();
    closingIdle.stop();
  });
}

/** Waits for a part to close, up to a limit. A part that hangs or fails is logged, and the others still close. */
async function closeWithin(
  work: () => Promise<unknown>,
  { time, ms }: { readonly time: Time; readonly ms: number },
  report: (problem: { readonly err?: unknown }) => void,
): Promise<void> {
  const isClosed = new AbortController();
  const late = time.sleep(ms, { signal: isClosed.signal }).then(
    () => report({}),
    () => {},
  );
  const closed = work().then(
    () => {},
    (err: unknown) => report({ err }),
  );
  await Promise.race([closed, late]);
  isClosed.abort();
}

/** Connections that may wait to be accepted. With Node's 511, the system resets some of a burst of 2,000 pages. */
const BACKLOG = 4096;

async function listen(http: HttpApp, { host, port }: Config): Promise<number> {
  const { level } = http.log;
  // Fastify would log the address, which the banner prints.
  if (level === 'info') http.log.level = 'warn';
  try {
    await http.listen({ host, port, backlog: BACKLOG });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} on ${host} is already in use. Stop the process that uses it, or set INLAY_PORT to another port.`,
      );
    }
    if (code === 'EACCES')
      throw new StartError(`No permission to listen on port ${port}. Set INLAY_PORT to a port above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`INLAY_HOST must be an address of this machine, not '${host}'.`);
    }
    throw error;
  } finally {
    http.log.level = level;
  }
  return (http.server.address() as AddressInfo).port;
}

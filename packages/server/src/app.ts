import type { AddressInfo } from 'node:net';
import type { Config } from './config.ts';
import { StartError } from './errors.ts';
import type { CreatedTenant } from './flows/create-tenant.ts';
import { prepareFirstStart } from './flows/first-start.ts';
import type { HttpApp } from './http/http-app.ts';
import { createHttpServer } from './http/server.ts';
import { openServices } from './open-services.ts';
import type { Services } from './services.ts';
import { startSweeps } from './sweeps.ts';
import { letYoungGenerationGrow } from './young-generation.ts';

export interface RunningApp {
  readonly http: HttpApp;
  readonly services: Services;
  readonly port: number;
  /** Set on the very first start: the only time the admin's password is known. */
  readonly firstTenant: CreatedTenant | undefined;
  /** Finishes the requests under way, then closes everything. */
  close(): Promise<void>;
}

/** Starts the product: services, first tenant, HTTP, background sweeps. */
export async function startApp(
  config: Config,
  options: Parameters<typeof openServices>[1] = {},
): Promise<RunningApp> {
  const services = await openServices(config, options);
  try {
    const firstTenant = await prepareFirstStart(services);
    const http = await createHttpServer(services);
    const port = await listen(http, config);
    const stopSweeps = startSweeps(services);
    letYoungGenerationGrow();
    const close = async () => {
      await stopSweeps();
      // A connection that was busy when the closing began stays open after its answer, unless somebody looks.
      const look = setInterval(() => http.server.closeIdleConnections(), 20);
      await http.close().finally(() => clearInterval(look));
      await services.judging.close();
      // Requests have ended by now, or were cut off: what DuckDB still runs is for nobody.
      await services.duckdb.close();
      await services.engines.close();
      await services.files.close();
      await services.refusals.flush();
      await services.usage.flush();
      await services.store.close();
    };
    return { http, services, port, firstTenant, close };
  } catch (error) {
    await services.store.close();
    throw error;
  }
}

async function listen(http: HttpApp, { host, port }: Config): Promise<number> {
  try {
    await http.listen({ host, port, listenTextResolver: () => `listening on ${host}:${port}` });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} on ${host} is taken: stop what listens there, or choose another with INLAY_PORT.`,
      );
    }
    if (code === 'EACCES')
      throw new StartError(`Port ${port} needs more rights: choose one above 1023 with INLAY_PORT.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`INLAY_HOST ${host} is not an address of this machine.`);
    }
    throw error;
  }
  return (http.server.address() as AddressInfo).port;
}

import { makeCheckedAgent } from '../../../src/platform/egress/checked-agent.ts';
import type { NetworkConnection } from '../../../src/platform/engines/connection-config.ts';
import { requestTrinoPage } from '../../../src/platform/engines/trino/http.ts';
import { systemTime } from '../../../src/platform/time/time.ts';
import { LOOPBACK } from './engine-fixture.ts';

/** Runs a statement by the bare protocol, because the engine itself only reads, and returns its rows. */
export async function executeOnTrino(
  network: NetworkConnection,
  sql: string,
): Promise<readonly (readonly unknown[])[]> {
  const [catalog = '', schema = 'default'] = network.database.split('/');
  const headers = { 'X-Trino-User': network.user, 'X-Trino-Catalog': catalog, 'X-Trino-Schema': schema };
  const base = `${network.tls === 'off' ? 'http' : 'https'}://${network.host}:${network.port ?? 8080}`;
  const tls = network.tls === 'off' ? undefined : {};
  const freshAgent = makeCheckedAgent(LOOPBACK.anyAllowed, { tls, keepAlive: false });
  const agents = { agent: freshAgent, freshAgent, time: systemTime };
  let page = await requestTrinoPage({
    method: 'POST',
    url: new URL('/v1/statement', base),
    headers,
    body: sql,
    ...agents,
  });
  const rows = [...(page.data ?? [])];
  while (page.nextUri !== undefined) {
    page = await requestTrinoPage({ method: 'GET', url: new URL(page.nextUri), headers, ...agents });
    if (page.error !== undefined) throw new Error(page.error.message);
    rows.push(...(page.data ?? []));
  }
  return rows;
}

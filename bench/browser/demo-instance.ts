import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/support/server/free-port.ts';
import { startProcess } from '../load/server-process.ts';

const start = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));

export interface DemoInstance {
  readonly url: string;
  readonly admin: { readonly username: string; readonly password: string };
  /** A token for somebody who sees all regions. */
  token(): Promise<string>;
  stop(): Promise<void>;
}

/** Inlay with its demo, as `npm start` runs it, and tokens from the demo's own shop. */
export async function startDemo(): Promise<DemoInstance> {
  const admin = { username: 'admin@demo.test', password: 'bench-password-0000' };
  const folder = mkdtempSync(join(tmpdir(), 'inlay-bench-demo-'));
  const port = await freePort();
  const shop = await freePort();
  const server = await startProcess([process.execPath, start], port, '/healthz', {
    INLAY_PORT: String(port),
    INLAY_DATA_DIR: folder,
    INLAY_LOG_LEVEL: 'error',
    INLAY_DEMO_PORT: String(shop),
    INLAY_ADMIN_USERNAME: admin.username,
    INLAY_ADMIN_PASSWORD: admin.password,
  });
  const token = async (): Promise<string> => {
    const response = await fetch(`http://localhost:${shop}/embed-token`, {
      method: 'POST',
      headers: { cookie: 'user=jonas' },
    });
    return ((await response.json()) as { token: string }).token;
  };
  while (!(await token().then(Boolean, () => false))) await sleep(200);
  return {
    url: `http://localhost:${port}`,
    admin,
    token,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

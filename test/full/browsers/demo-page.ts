import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { readDemoParts } from '@inlay/server/cli/prepare-demo';
import { demoHostFolder, enrollDemoHost } from '@inlay/server/features/demo/enroll-demo-host';
import { loadDemo } from '@inlay/server/features/demo/load-demo';
import { freePort } from '../../support/server/free-port.ts';
import { sqliteStore, startInlay } from '../../support/server/start-inlay.ts';

export interface DemoPage {
  readonly url: string;
  readonly instanceUrl: string;
  close(): Promise<void>;
}

const demo = 'demo' as TenantId;
const program = fileURLToPath(new URL('../../../examples/host-app/server.mjs', import.meta.url));

/** An instance with the demo's content on localhost, and the demo host application on 127.0.0.1. */
export async function startDemoPage(): Promise<DemoPage> {
  const store = await sqliteStore();
  const port = await freePort();
  const inlay = await startInlay(store, { env: { INLAY_PORT: String(port) } });
  await loadDemo(inlay.services, demo, readDemoParts(), {
    onStep: () => {},
    signal: new AbortController().signal,
  });
  await enrollDemoHost(inlay.services, demo);
  const folder = demoHostFolder(inlay.services);
  const env = {
    PORT: '0',
    INLAY_URL: `http://localhost:${port}`,
    INLAY_CLIENT_SECRET_FILE: join(folder, 'client-secret'),
    INLAY_PRIVATE_KEY_FILE: join(folder, 'private-key.pem'),
  };
  const shop = spawn(process.execPath, [program], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [{ port: shopPort }] = (await once(shop, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${shopPort}`,
    instanceUrl: inlay.url,
    close: async () => {
      const exited = once(shop, 'exit');
      shop.kill('SIGTERM');
      await exited;
      await inlay.close();
      await store.drop();
    },
  };
}

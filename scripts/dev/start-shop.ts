import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { DemoHost } from '../../packages/server/src/cli/prepare-demo.ts';

/** Starts the demo host application. */
export function startShop(demo: DemoHost, onEnd: () => void): { stop(): Promise<unknown> } {
  const main = join(import.meta.dirname, '..', '..', 'examples', 'host-app', 'server.mjs');
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      HOST: demo.host,
      PORT: String(demo.port),
      INLAY_URL: demo.instanceUrl,
      INLAY_BROWSER_URL: demo.tenantUrl,
      INLAY_TENANT_ID: demo.tenantId,
      INLAY_CLIENT_ID: demo.clientId,
      INLAY_CLIENT_SECRET_FILE: join(demo.credentials, 'client-secret'),
      INLAY_PRIVATE_KEY_FILE: join(demo.credentials, 'private-key.pem'),
      INLAY_INBOX_SECRET_FILE: join(demo.credentials, 'inbox-secret'),
    },
  });
  const ended = once(child, 'exit');
  child.once('exit', onEnd);
  return {
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

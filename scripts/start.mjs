import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build/ensure-built.mjs';
import { ensureInstalled, node26, root } from './build/ensure-installed.mjs';

ensureInstalled();
ensureBuilt();
const main = join(root, 'packages', 'server', 'bin', 'inlay.mjs');
// Over this channel the server reports when it is ready and whether there is a demo. The channel also ends a child whose parent died.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
// Only the repository comes with the demo.
const serverEnv = { ...process.env, INLAY_DEMO: process.env.INLAY_DEMO || 'true' };
const server = spawn(node26, [main, 'serve', ...process.argv.slice(2)], { stdio, env: serverEnv });
let shop;
let stopping = false;

server.on('message', ({ demo }) => {
  if (!demo || stopping) return;
  const shopMain = join(root, 'examples', 'host-app', 'server.mjs');
  const env = {
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
  };
  shop = spawn(node26, [shopMain], { stdio, env });
});

// The terminal sends Ctrl-C to all of us: the server drains, and we leave with its exit code.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    stopping = true;
    shop?.kill(signal);
    if (signal === 'SIGTERM') server.kill(signal);
  });
server.on('exit', (code) => {
  shop?.kill('SIGTERM');
  process.exit(code ?? 1);
});

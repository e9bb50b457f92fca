import { once } from 'node:events';
import { mkdirSync, watch } from 'node:fs';
import { createServer } from 'node:net';
import { join, relative } from 'node:path';
import { startPages } from '../../packages/admin/dev/start-pages.ts';
import { compileMessages } from '../../packages/messages/compile/compile-messages.ts';
import { startShop } from './start-shop.ts';
import { watchServer } from './watch-server.ts';

const root = join(import.meta.dirname, '..', '..');
const env = process.env;
const dataDir = env.INLAY_DATA_DIR || join(root, 'data', 'dev');
const admin = {
  username: 'admin@demo.test',
  // Not a secret: anyone who reaches these pages, which only this machine can, is signed in anyway.
  password: env.INLAY_ADMIN_PASSWORD || 'inlay-development',
};
// Not those of `npm start`, so that both can run.
const port = env.INLAY_PORT ? Number(env.INLAY_PORT) : await findPort(4100);
const shopPort = env.INLAY_DEMO_PORT ? Number(env.INLAY_DEMO_PORT) : await findPort(port + 1);
const origin = `http://localhost:${port}`;
mkdirSync(dataDir, { recursive: true });

const running: { stop(): Promise<unknown> }[] = [];
let stopping = false;
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  await Promise.all(running.map((each) => each.stop()));
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0));

running.push(watchMessages());
const server = watchServer({
  ...env,
  INLAY_HOST: '127.0.0.1',
  INLAY_PORT: '0',
  INLAY_PUBLIC_URL: origin,
  INLAY_DATA_DIR: dataDir,
  INLAY_DEMO: 'true',
  INLAY_DEMO_PORT: String(shopPort),
  INLAY_ADMIN_USERNAME: admin.username,
  INLAY_ADMIN_PASSWORD: admin.password,
  INLAY_LOG_LEVEL: env.INLAY_LOG_LEVEL || 'warn',
});
running.push(server);
const pages = await startPages({ port, cacheDir: join(dataDir, 'vite'), backend: { server, admin } });
running.push({ stop: () => pages.close() });
server.onRestart = () => pages.ws.send('inlay:server-restarted');
const demo = await server.demo;
if (demo) running.push(startShop(demo, () => stop(1)));

console.log(`
  Admin app  ${origin}/admin   ${admin.username}, password: ${admin.password}
  Demo shop  ${demo ? demo.url : 'not running, see above'}
  Gallery    ${origin}/gallery
  Docs       ${origin}/docs
  Data       ${relative(process.cwd(), dataDir)}

  Changes to source files show up within a second or two. Press Ctrl-C to stop.
`);

/** The first port of 127.0.0.1, from `first` on, that nothing listens on. */
async function findPort(first: number): Promise<number> {
  for (let port = first; port < first + 100; port += 1) {
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new Error(`No port from ${first} to ${first + 99} is free: set INLAY_PORT and INLAY_DEMO_PORT.`);
}

/** Compiles the messages whenever a language file changes; the last good ones stay while it has problems. */
function watchMessages(): { stop(): Promise<void> } {
  const folder = join(import.meta.dirname, '..', '..', 'packages', 'messages');
  let settled: NodeJS.Timeout | undefined;
  const watcher = watch(folder, (_event, file) => {
    if (!file?.endsWith('.json')) return;
    clearTimeout(settled);
    settled = setTimeout(() => {
      for (const problem of compileMessages(folder)) console.error(problem);
    }, 20); // An editor writes a file in several steps.
  });
  return {
    stop: async () => {
      clearTimeout(settled);
      watcher.close();
    },
  };
}

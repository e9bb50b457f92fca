import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createEmbedClient, type EmbedContext } from '@inlay/node';
import { users } from '../embeds/demo-viewers.ts';
import { eventually } from '../time/eventually.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../../../scripts/pack-server.mjs', import.meta.url));

export const PASSWORD = 'packed-server-password';

/** Packs the server into `folder` and returns the tarball. */
export async function packServer(folder: string): Promise<string> {
  await run(process.execPath, [script, folder], { timeout: 120_000 });
  const [name] = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
  assert.ok(name);
  return join(folder, name);
}

/** Why packages cannot be installed here, if they cannot. */
export async function whyNoPackages(): Promise<string | undefined> {
  return run('npm', ['view', 'pino', 'version', '--fetch-retries=0'], { timeout: 30_000 }).then(
    () => undefined,
    () => 'the npm registry cannot be reached',
  );
}

export interface PackedServer {
  readonly url: string;
  readonly process: ChildProcess;
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** Starts a server that is not part of the repository, and resolves when it is ready. */
export async function startPacked(
  [file, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
): Promise<PackedServer> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(file, args, {
    // Nothing of this process: no setting and no search path may lead back to the repository.
    env: {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      INLAY_PORT: String(port),
      INLAY_PUBLIC_URL: url,
      INLAY_ADMIN_PASSWORD: PASSWORD,
      INLAY_LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const stop = () => {
    child.kill('SIGTERM');
    return exited;
  };
  try {
    // The banner comes after the demo's content.
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}: ${printed}`);
      assert.match(printed, /Press Ctrl-C to stop/);
    });
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, process: child, stop };
}

export async function logIn(url: string, username = 'admin@demo.test'): Promise<void> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  assert.equal(response.status, 200);
  assert.match(((await response.json()) as { token: string }).token, /\S/);
}

/** Fetches what comes from files of other packages: admin app, scripts for host pages, API reference. */
export async function openStaticPages(url: string): Promise<void> {
  const admin = await textOf(`${url}/admin`);
  const [, asset = ''] = /src="(\/admin\/assets\/[^"]+\.js)"/.exec(admin) ?? [];
  assert.match(await textOf(`${url}${asset}`), /export|import/);
  assert.match(await textOf(`${url}/scripts/embedLauncher.js`), /iframe/);
  assert.match(await textOf(`${url}/api/docs`), /<html/);
}

/** Opens an embed of the demo as a viewer, with its scripts, and exports it as files that take native code and fonts. */
export async function openDemoEmbed(url: string, dataDir: string): Promise<void> {
  const credentials = (name: string) => readFile(join(dataDir, 'demo-host', name), 'utf8');
  const client = createEmbedClient({
    instanceUrl: url,
    tenantId: 'demo',
    clientId: 'demo-embed',
    clientSecret: (await credentials('client-secret')).trim(),
    privateKey: await credentials('private-key.pem'),
    workspaceId: 'main',
  });
  const { token } = await client.token(users.maeve.embedContext as EmbedContext);
  const page = await textOf(`${url}/embed/revenue-tile`, {
    method: 'POST',
    body: new URLSearchParams({ token }),
  });
  assert.match(page, /<svg/);
  const [, loader = ''] = /(\/embed\/assets\/[^"' ]+\.js)/.exec(page) ?? [];
  assert.match(await textOf(`${url}${loader}`), /\S/);
  const embed = `${url}/embed/api/v0/embeds/revenue-tile`;
  const pdf = await fetch(`${embed}/export.pdf`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(pdf.status, 200);
  assert.match(Buffer.from(await pdf.arrayBuffer()).toString('latin1'), /^%PDF-/);
}

async function textOf(url: string, options: RequestInit = {}): Promise<string> {
  const response = await fetch(url, options);
  assert.equal(response.status, 200, `${url}: ${response.status}`);
  return response.text();
}

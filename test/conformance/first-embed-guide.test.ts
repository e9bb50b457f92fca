import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.ts';
import { ADMIN, sqliteStore, startInlay, type TestInlay, type TestStore } from '../support/start-inlay.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const guide = readFileSync(join(root, 'docs/guide/first-embed.md'), 'utf8');

const blocksOf = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => code);
/** All but the first block, which starts the instance, and the last one, which starts the application. */
const commands = blocksOf('sh').slice(1, -1).join('\n');
const [program = ''] = blocksOf('js');

describe('the first-embed guide', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let folder: string;
  let printed: string;
  before(async () => {
    store = await sqliteStore();
    inlay = await startInlay(store, { env: { INLAY_PORT: String(await freePort()) } });
    folder = mkdtempSync(join(tmpdir(), 'inlay-guide-'));
    const clone = join(folder, 'inlay');
    mkdirSync(clone);
    const script = commands
      .replaceAll('localhost:4000', `localhost:${inlay.port}`)
      .replace('PASSWORD', ADMIN.password)
      .replace('npm run inlay --', `'${process.execPath}' '${join(root, 'scripts/inlay.mjs')}'`);
    const failing =
      'set -euo pipefail\ncurl() { command curl --silent --show-error --fail-with-body "$@"; }\n';
    // In a process of its own: the server that these commands call runs in this one.
    const shell = spawn('bash', ['-c', failing + script], {
      cwd: clone,
      // The guide needs no registry.
      env: {
        ...process.env,
        npm_config_registry: 'http://127.0.0.1:9',
        npm_config_cache: join(folder, 'cache'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    printed = '';
    shell.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    const [code] = await once(shell, 'close');
    assert.equal(code, 0, printed);
  });
  after(async () => {
    await inlay.close();
    await store.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The embed as the guide's application shows it to a user of this customer. */
  async function embedOf(customerId: string): Promise<string> {
    const port = await freePort();
    const code = program
      .replaceAll('localhost:4000', `localhost:${inlay.port}`)
      .replaceAll('3000', String(port))
      .replace('c-17', customerId);
    writeFileSync(join(folder, 'first-embed/server.mjs'), code);
    const [, secret = ''] = printed.match(/"secret":"([^"]+)"/) ?? [];
    const server = spawn(process.execPath, ['server.mjs'], {
      cwd: join(folder, 'first-embed'),
      env: { ...process.env, INLAY_CLIENT_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await once(server.stdout, 'data');
      const response = await fetch(`http://localhost:${port}/embed-token`, { method: 'POST' });
      const { token } = (await response.json()) as { token: string };
      const page = await fetch(`${inlay.url}/embed/revenue`, {
        method: 'POST',
        body: new URLSearchParams({ token, origin: `http://localhost:${port}`, width: '800' }),
      });
      return await page.text();
    } finally {
      await stop(server);
    }
  }

  for (const { customer, sentence } of [
    { customer: 'c-17', sentence: /three bars: ([\d,]+), ([\d,]+) and ([\d,]+)/ },
    { customer: 'c-42', sentence: /now shows ([\d,]+), ([\d,]+) and ([\d,]+)\./ },
  ]) {
    it(`shows customer ${customer} the bars that it describes`, async () => {
      const [, ...values] = guide.match(sentence) ?? [];
      assert.equal(values.length, 3);
      const page = await embedOf(customer);
      for (const value of values) assert.ok(page.includes(`>${value}<`), `no bar of ${value}`);
    });
  }

  it('shows no rows to an unknown customer', async () => {
    const page = await embedOf('c-99');
    assert.match(page, /Revenue by month/);
    assert.doesNotMatch(page, /September|>201<|>1,200</);
  });
});

async function stop(server: ChildProcess): Promise<void> {
  const exited = once(server, 'exit');
  server.kill();
  await exited;
}

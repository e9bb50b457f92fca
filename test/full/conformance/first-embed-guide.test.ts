import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { rawRequest } from '../../support/http/raw-request.ts';
import { freePort } from '../../support/server/free-port.ts';
import { type RunningCommand, spawnNode, untilPrinted } from '../../support/server/run-inlay.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const guide = read('docs/guide/first-embed.md');
const readme = read('README.md');
const example = (file: string) => read(join('examples/first-embed', file));

const blocksOf = (language: string, page = guide) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => code);
const commandsOf = (page: string) =>
  blocksOf('sh', page)
    .join('')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

/** All but those that run until they are stopped. */
const commands = commandsOf(guide).filter((line) => line !== 'npm start' && line !== 'node server.mjs');

describe('the first-embed guide', () => {
  it('has the same commands as README', () => {
    const ofReadme = commandsOf(readme);
    assert.deepEqual(ofReadme.slice(0, commandsOf(guide).length), commandsOf(guide));
  });

  it('shows the files of the example as they are', () => {
    assert.equal(blocksOf('js')[0], example('server.mjs'));
    for (const block of blocksOf('js', readme)) assert.ok(example('server.mjs').includes(block), block);
    const yaml = blocksOf('yaml');
    assert.equal(yaml.length, 3);
    for (const block of yaml) {
      const [, file = '', code = ''] = /^# (\S+)\n(.*)$/s.exec(block) ?? [];
      assert.equal(code, example(file));
    }
  });
});

describe('a reader of the guide, on an instance with the demo', () => {
  let folder: string;
  let env: Record<string, string>;
  let started: RunningCommand;
  const instance = () => `http://localhost:${env.INLAY_PORT}`;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'inlay-guide-'));
    const clone = join(folder, 'inlay');
    mkdirSync(clone);
    cpSync(join(root, 'examples/first-embed'), join(clone, 'examples/first-embed'), { recursive: true });
    env = {
      INLAY_DATA_DIR: join(folder, 'data'),
      INLAY_PORT: String(await freePort()),
      INLAY_DEMO_PORT: String(await freePort()),
      INLAY_DEMO: 'true',
      INLAY_LOG_LEVEL: 'warn',
    };
    const [create = '', ...others] = commands;
    assert.match(create, /tenant create acme$/);
    await runShell(create, clone);
    started = spawnNode([join(root, 'scripts/start.mjs')], env);
    await untilPrinted(started, /Press Ctrl-C to stop/);
    await runShell(others.join('\n'), clone);
  });
  after(async () => {
    started?.process.kill('SIGTERM');
    await started?.result;
    rmSync(folder, { recursive: true, force: true });
  });

  async function runShell(script: string, cwd: string): Promise<void> {
    const inlay = `'${process.execPath}' '${join(root, 'packages/server/bin/inlay.mjs')}'`;
    const code = script
      .replaceAll('localhost:4000', `localhost:${env.INLAY_PORT}`)
      .replaceAll('npm run inlay --', inlay);
    const shell = spawn('sh', ['-e', '-c', code], {
      cwd,
      env: {
        ...process.env,
        ...env,
        // The instance serves everything that the guide installs.
        npm_config_registry: 'http://127.0.0.1:9',
        npm_config_cache: join(folder, 'cache'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    shell.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    const [exitCode] = await once(shell, 'close');
    assert.equal(exitCode, 0, printed);
  }

  /** The embed as the guide's application shows it to a user of this customer. */
  async function embedOf(customerId: string): Promise<string> {
    const port = await freePort();
    const code = example('server.mjs')
      .replaceAll('localhost:4000', `localhost:${env.INLAY_PORT}`)
      .replaceAll('3000', String(port))
      .replace('c-17', customerId);
    const app = join(folder, 'my-app');
    writeFileSync(join(app, 'server.mjs'), code);
    const server = spawn(process.execPath, ['server.mjs'], {
      cwd: app,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await once(server.stdout, 'data');
      const response = await fetch(`http://localhost:${port}/embed-token`, { method: 'POST' });
      const { token } = (await response.json()) as { token: string };
      const page = await fetch(`${instance()}/embed/revenue`, {
        method: 'POST',
        body: new URLSearchParams({ token, origin: `http://localhost:${port}`, width: '800' }),
      });
      return await page.text();
    } finally {
      await stop(server);
    }
  }

  for (const { customer, sentence } of [
    { customer: 'c-17', sentence: /three bars: ([\d,.]+), ([\d,.]+) and ([\d,.]+)/ },
    { customer: 'c-42', sentence: /now shows ([\d,.]+), ([\d,.]+) and ([\d,.]+)\./ },
  ]) {
    it(`sees the bars of customer ${customer} that it describes`, async () => {
      const [, ...values] = guide.match(sentence) ?? [];
      assert.equal(values.length, 3);
      const page = await embedOf(customer);
      for (const value of values) assert.ok(page.includes(`>${value}<`), `no bar of ${value}`);
    });
  }

  it('sees no rows of an unknown customer', async () => {
    const page = await embedOf('c-99');
    assert.match(page, /Revenue by month/);
    assert.doesNotMatch(page, /September|>200\.50<|>1,200\.00</);
  });

  it('finds the demo shop as it was, with embeds of its own tenant', async () => {
    const shop = `http://localhost:${env.INLAY_DEMO_PORT}/`;
    const page = await (await fetch(shop)).text();
    assert.ok(page.includes(`http://demo.localhost:${env.INLAY_PORT}/scripts/embedLauncher.js`));
    assert.doesNotMatch(page, /class="trouble"(?![^>]*hidden)/);
    const [, token = ''] = /token=(inl_embed_[\w-]+)/.exec(page) ?? [];
    const embedded = await fetch(`${instance()}/embed/revenue-tile`, { method: 'POST', body: form(token) });
    assert.equal(embedded.status, 401, 'a token of the demo opens nothing of the tenant');
    const opened = await openAt(`demo.localhost:${env.INLAY_PORT}`, '/embed/revenue-tile', token);
    assert.ok(opened.includes('Weekly revenue vs. previous year'));
  });

  const form = (token: string) => new URLSearchParams({ token, origin: 'http://localhost', width: '800' });

  /** As a browser, which resolves the name itself. */
  async function openAt(host: string, path: string, token: string): Promise<string> {
    const body = form(token).toString();
    const headers = { host, 'content-type': 'application/x-www-form-urlencoded' };
    return (await rawRequest(instance(), { method: 'POST', path, headers, body })).text;
  }
});

async function stop(server: ChildProcess): Promise<void> {
  const exited = once(server, 'exit');
  server.kill();
  await exited;
}

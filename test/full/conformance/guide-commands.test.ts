import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createEmbedClient } from '@inlay/node';
import { importPKCS8, SignJWT } from 'jose';
import pg from 'pg';
import { users } from '../../support/embeds/demo-viewers.ts';
import { freePort } from '../../support/server/free-port.ts';
import { inlayBin, type RunningCommand, spawnInlay, untilPrinted } from '../../support/server/run-inlay.ts';
import { guideCommands, RUN_IN_ORDER } from '../../support/source/guide-commands.ts';
import { type RunningPostgres, startPostgres } from '../../support/stores/start-postgres.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const PASSWORD = 'guide-password-1';

/** Runs the shell blocks of the guide as they are, except for addresses, names and passwords that readers replace. */
describe('commands of the guide', () => {
  let folder: string;
  let env: Record<string, string>;
  let instance: string;
  let server: RunningCommand;
  let postgres: RunningPostgres;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'inlay-commands-'));
    postgres = await startPostgres({ isDurable: false });
    const port = await freePort();
    instance = `http://localhost:${port}`;
    const data = join(folder, 'data');
    const settings = {
      INLAY_DATA_DIR: data,
      INLAY_PORT: String(port),
      INLAY_DEMO_PORT: String(await freePort()),
      INLAY_ADMIN_PASSWORD: PASSWORD,
      INLAY_LOG_LEVEL: 'warn',
      INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8,::1/128',
    };
    server = spawnInlay(['serve'], { ...settings, INLAY_DEMO: 'true' });
    await untilPrinted(server, /Press Ctrl-C to stop/);
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    // A refused request has to fail its block, too.
    writeProgram(bin, 'curl', `exec "$(PATH="\${PATH#*:}" command -v curl)" --fail-with-body -sS "$@"`);
    writeProgram(bin, 'inlay', `exec '${process.execPath}' '${inlayBin}' "$@"`);
    env = {
      ...settings,
      PATH: `${bin}:${process.env.PATH}`,
      HOME: folder,
      // The instance serves everything that the guide installs.
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_cache: join(folder, 'cache'),
      INSTANCE: instance,
      BASE: `${instance}/api`,
    };
    env.TOKEN = await logIn();
    env.INLAY_URL = instance;
    env.INLAY_KEY = env.TOKEN;
    await writeFiles(join(data, 'demo-host'));
  });
  after(async () => {
    server?.process.kill('SIGTERM');
    await server?.result;
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function writeProgram(bin: string, name: string, line: string): void {
    writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(bin, name), 0o755);
  }

  async function logIn(): Promise<string> {
    const response = await fetch(`${instance}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin@demo.test', password: PASSWORD }),
    });
    return ((await response.json()) as { token: string }).token;
  }

  /** What readers have when they come to a block: data, credentials and contexts of their own. */
  async function writeFiles(credentials: string): Promise<void> {
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    const privateKey = readFileSync(join(credentials, 'private-key.pem'), 'utf8');
    const clientSecret = readFileSync(join(credentials, 'client-secret'), 'utf8');
    write('private-key.pem', privateKey);
    write('secret.txt', clientSecret);
    write('sales.csv', 'day,amount\n2026-01-01,5\n2026-01-02,7\n');
    write('orders.csv', 'order_id,ordered_on,customer_id,amount\n1,2026-01-01,c-17,5\n');
    write('customers.csv', 'customer_id,name,segment\nc-17,Ann,New\n');
    const managerOf = (name: string, region: string) => ({
      context: {
        username: `${name}@larkfell.test`,
        workspace_id: 'main',
        privileges: { sales: ['view', 'contribute'] },
        attributes: { region },
      },
    });
    const contexts = { maeve: managerOf('maeve', 'UK & Ireland'), ines: managerOf('ines', 'Iberia') };
    write('contexts.yaml', JSON.stringify({ embeds: ['trail-runner', 'overview'], contexts }));
    const client = createEmbedClient({
      instanceUrl: instance,
      tenantId: 'demo',
      clientId: 'demo-embed',
      clientSecret,
      privateKey,
      workspaceId: 'main',
    });
    const { embedContext } = users.jonas;
    env.EMBED_TOKEN = (await client.token(embedContext as Parameters<typeof client.token>[0])).token;
    const claims = {
      embed_context: { ...embedContext, workspace_id: 'main', roles: ['USER'] },
      jti: 'guide',
    };
    const assertion = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS512' })
      .setIssuer('https://demo-embed')
      .setSubject('demo-embed')
      .setAudience(`${instance.replace('http:', 'https:')}/api/auth/realms/demo`)
      .setExpirationTime('10m')
      .sign(await importPKCS8(privateKey, 'RS512'));
    write('assertion.jwt', assertion);
  }

  const adapt = (code: string) =>
    code
      .replaceAll('npm run inlay --', 'inlay')
      .replaceAll('npm stop', `npm --prefix '${root}' stop`)
      .replaceAll('http://localhost:4000', instance)
      .replaceAll(
        '--instance https://analytics.example.com --tenant acme',
        `--instance ${instance} --tenant demo`,
      )
      .replaceAll('acme-embed', 'demo-embed')
      .replaceAll('admin@acme.test', 'admin@demo.test')
      .replaceAll('PASSWORD', PASSWORD)
      .replaceAll('inl_login_…', env.TOKEN ?? '')
      .replaceAll('inl_key_…', env.TOKEN ?? '')
      .replaceAll('curl https://analytics.example.com', `curl ${instance}`)
      .replaceAll('INLAY_URL=https://analytics.example.com', `INLAY_URL=${instance}`)
      .replaceAll(
        'postgres://inlay:password@db.example.com/inlay',
        postgres.url.replace(/postgres$/, 'moved'),
      )
      .replaceAll('/mnt/inlay/files', join(folder, 'files'))
      .replaceAll('/etc/inlay/master.key', join(folder, 'master.key'))
      .replaceAll(
        '"host":"db.example.com","database":"analytics","user":"reader","password":"…"',
        ofPostgres(),
      );

  const ofPostgres = () => {
    const { port, username, password } = new URL(postgres.url);
    const fields = { host: '127.0.0.1', port: Number(port), database: 'postgres', user: username, password };
    return JSON.stringify({ ...fields, tls: 'off' }).slice(1, -1);
  };

  async function run(code: string): Promise<string> {
    const shell = spawn('sh', ['-e', '-c', code], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [shell.stdout, shell.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    const [exitCode] = await once(shell, 'close');
    assert.equal(exitCode, 0, `${code}\n${printed}`);
    return printed;
  }

  const steps: Readonly<Record<string, (code: string) => Promise<void>>> = {
    /** The first command answers with the id that the second one asks for. */
    'connect-data.md: curl -i': async (code) => {
      const [upload = '', ...others] = code.split('\n');
      const [, id = ''] = /imports\/([\w-]+)/.exec(await run(upload)) ?? [];
      env.ID = id;
      await run(others.join('\n'));
    },
    'join-tables.md': async (code) => {
      await run('inlay file upload orders.csv --replace && inlay file upload customers.csv --replace');
      await run(code);
    },
    'operate.md: inlay stop': async (code) => {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      await client.query('create database moved');
      await client.end();
      await run(code);
    },
  };

  for (const name of new Set(RUN_IN_ORDER))
    it(`run: ${name}`, async () => {
      const found = guideCommands.filter((block) => block.name === name);
      assert.ok(found.length > 0, 'the guide has no such block');
      const [, step] = Object.entries(steps).find(([start]) => name.startsWith(start)) ?? [];
      for (const { code } of found) await (step ?? run)(adapt(code));
    });
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { installCommand, packageFile, packageNames } from '@inlay/protocol/install-command';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { storeWith } from '../../support/server/worlds.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { version } = JSON.parse(read('package.json'));

describe('the packages of the instance', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let folder: string;
  before(async () => {
    store = await storeWith('started', sqliteStore);
    inlay = await startInlay(store);
    folder = mkdtempSync(join(tmpdir(), 'inlay-packages-'));
  });
  after(async () => {
    await inlay.close();
    await store.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const fetchFile = (file: string, options: RequestInit = {}) =>
    fetch(`${inlay.url}/packages/${file}`, options);

  it('are served as immutable gzip files, on every host', async () => {
    for (const name of packageNames) {
      const file = `inlay-${name}-${version}.tgz`;
      const response = await fetchFile(file, { headers: { host: 'unknown.example' } });
      const content = Buffer.from(await response.arrayBuffer());
      assert.equal(response.status, 200, file);
      assert.equal(response.headers.get('content-type'), 'application/gzip');
      assert.equal(response.headers.get('content-encoding'), null);
      assert.equal(response.headers.get('content-length'), String(content.length));
      assert.match(response.headers.get('cache-control') ?? '', /^public, .*immutable$/);
      assert.deepEqual([...content.subarray(0, 2)], [0x1f, 0x8b]);
      const etag = response.headers.get('etag') ?? '';
      assert.equal((await fetchFile(file, { headers: { 'if-none-match': etag } })).status, 304);
      const head = await fetchFile(file, { method: 'HEAD' });
      assert.equal(head.status, 200);
      assert.equal(head.headers.get('content-length'), String(content.length));
    }
  });

  it('have one version each; another one gets 404 with the right file', async () => {
    for (const [file, named] of [
      ['inlay-node-0.0.1.tgz', `/packages/inlay-node-${version}.tgz.`],
      ['inlay-sdk-99.0.0.tgz', `/packages/inlay-sdk-${version}.tgz.`],
      ['other.tgz', `/packages/inlay-node-${version}.tgz and /packages/inlay-sdk-${version}.tgz.`],
    ] as const) {
      const response = await fetchFile(file);
      assert.equal(response.status, 404, file);
      const { message } = (await response.json()) as { message: string };
      assert.equal(message, `This instance serves ${named}`);
    }
    for (const path of ['..%2f..%2fpackage.json', '%2e%2e/main.js', 'inlay-node'])
      assert.equal((await fetchFile(path)).status, 404, path);
  });

  it('are installed by the printed commands, without a registry', async () => {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const env = {
      ...process.env,
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_cache: join(folder, 'cache'),
      npm_config_audit: 'true',
    };
    for (const name of packageNames) {
      const started = run('bash', ['-c', installCommand(inlay.url, name)], {
        cwd: folder,
        env,
        timeout: 60_000,
      });
      assert.match((await started).stdout, /added 1 package/);
    }
    const program = `
      import { createEmbedClient, InlayError } from '@inlay/node';
      import { initialize } from '@inlay/sdk';
      import { createRequire } from 'node:module';
      const { version } = createRequire(import.meta.url)('@inlay/sdk/package.json');
      const code = ({ code }) => code;
      console.log(version, await initialize().catch(code), typeof createEmbedClient, new InlayError('TIMEOUT', '').code);
    `;
    writeFileSync(join(folder, 'program.js'), program);
    const { stdout } = await run(process.execPath, ['program.js'], { cwd: folder });
    assert.equal(stdout, `${version} INSTANCE_UNKNOWN function TIMEOUT\n`);
  });

  for (const name of packageNames) {
    it(`@inlay/${name} has the files of \`npm pack\`, its dependencies and nothing else`, async () => {
      const packed = join(root, 'packages/server/dist/packages', packageFile(name));
      const { stdout: listed } = await run('tar', ['-tzf', packed]);
      const files = listed
        .split('\n')
        .filter(Boolean)
        .map((path) => path.replace('package/', ''));
      const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
      const { stdout } = await run('npm', args, { cwd: join(root, 'packages', name), timeout: 60_000 });
      const [published] = JSON.parse(stdout) as [{ files: readonly { path: string }[] }];
      const own = files.filter((path) => !path.startsWith('node_modules/'));
      assert.deepEqual(own.sort(), published.files.map(({ path }) => path).sort());
      assert.ok(own.includes('README.md') && own.includes('LICENSE') && own.includes('dist/index.d.ts'));
      assert.equal(read(`packages/${name}/LICENSE`), read('LICENSE'));
      const manifest = JSON.parse(read(`packages/${name}/package.json`));
      const bundled = Object.keys(manifest.dependencies ?? {});
      for (const dependency of bundled)
        assert.ok(files.includes(`node_modules/${dependency}/package.json`), dependency);
      const others = files.filter((path) => path.startsWith('node_modules/'));
      assert.ok(others.every((path) => bundled.some((each) => path.startsWith(`node_modules/${each}/`))));
      assert.equal(manifest.version, version);
    });
  }
});

describe('the documentation of the packages', () => {
  const pages = globSync(
    ['*.md', 'docs/{guide,reference}/*.md', 'packages/*/README.md', 'examples/**/*.md'],
    {
      cwd: root,
      exclude: ['**/node_modules/**'],
    },
  );

  it('prints the command of an instance, with the current version', () => {
    const commands = pages.flatMap((page) =>
      [...read(page).matchAll(/npm (?:install|i) [^\n`]*inlay[^\n`]*/g)]
        .map(([command]) => command)
        // How the changelog names it; and the server, which is installed from a file.
        .filter((command) => !command.includes('{instance_url}') && !command.includes('./inlay-server-'))
        .map((command) => ({ page, command: command.split(' && ')[0] ?? '' })),
    );
    const instances = ['http://localhost:4000', 'https://analytics.example.com'];
    const right = instances.flatMap((url) => packageNames.map((name) => installCommand(url, name)));
    assert.deepEqual(
      commands.filter(({ command }) => !right.includes(command)),
      [],
    );
    for (const page of [
      'docs/guide/first-embed.md',
      'docs/guide/authenticate-embeds.md',
      'docs/guide/embed-in-a-page.md',
    ])
      assert.ok(
        commands.some((found) => found.page === page),
        page,
      );
  });

  it('has no other command in what the admin app shows', () => {
    const sources = globSync('packages/{admin,protocol,messages}/{src/**/*.{ts,tsx},*.json}', { cwd: root });
    assert.deepEqual(
      sources.filter((file) => /npm (?:install|i) @inlay/.test(read(file))),
      [],
    );
  });
});

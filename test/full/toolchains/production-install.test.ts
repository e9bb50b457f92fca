import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { folderSize, megabytes } from '../../support/server/folder-size.ts';
import {
  logIn,
  openDemoEmbed,
  openStaticPages,
  packServer,
  startPacked,
  whyNoPackages,
} from '../../support/server/packed-server.ts';

type Manifest = Readonly<
  Partial<Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>>
>;

const run = promisify(execFile);
/** Installing takes minutes on a busy machine. */
const SET_UP = { timeout: 480_000 };
const root = fileURLToPath(new URL('../../..', import.meta.url));
const readJson = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;
const manifest = readJson<Manifest>(join(root, 'packages/server/package.json'));

describe('the packed server', () => {
  let folder: string;
  let installed: string;
  let missing: string | undefined;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inlay-install-'));
    missing = await whyNoPackages();
    if (missing) return;
    const tarball = await packServer(folder);
    installed = join(folder, 'empty');
    await mkdir(installed);
    // npm runs on the Node.js of the tests too, as `engines` wants.
    const env = { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) };
    const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', tarball];
    await run('npm', args, { cwd: installed, env, timeout: 300_000 });
  }, SET_UP);
  after(() => rm(folder, { recursive: true, force: true }));

  const bin = () => join(installed, 'node_modules', '.bin', 'inlay');
  const reportSize = async (t: TestContext) =>
    t.diagnostic(
      `tarball ${megabytes(await folderSize(globSync(join(folder, '*.tgz'))[0] ?? ''))}, installed ${megabytes(await folderSize(installed))}`,
    );

  it('has no development dependency, no source and no script that runs on installation', async (t) => {
    if (missing) return t.skip(missing);
    await reportSize(t);
    const packed = join(installed, 'node_modules', '@inlay', 'server');
    const { scripts, devDependencies, exports, dependencies } = readJson<Record<string, unknown>>(
      join(packed, 'package.json'),
    );
    assert.deepEqual(
      { scripts, devDependencies, exports },
      {
        scripts: undefined,
        devDependencies: undefined,
        exports: undefined,
      },
    );
    assert.deepEqual(dependencies, manifest.dependencies);
    assert.deepEqual(globSync(['src', '**/*.test.*', '*.ts', 'dist/*.ts'], { cwd: packed }), []);
    const lock = readJson<{ packages: Record<string, { hasInstallScript?: boolean }> }>(
      join(packed, 'npm-shrinkwrap.json'),
    );
    assert.deepEqual(
      Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript),
      [],
    );
    const production = new Set(
      Object.keys(lock.packages).map((path) => path.replace(/^.*node_modules\//, '')),
    );
    const development = globSync(['package.json', 'packages/*/package.json'], { cwd: root })
      .flatMap((file) => Object.keys(readJson<Manifest>(join(root, file)).devDependencies ?? {}))
      .filter((name) => !production.has(name));
    for (const name of ['typescript', 'rolldown', 'playwright-core', '@biomejs/biome', '@inlay/charts'])
      assert.ok(development.includes(name), name);
    const inTree = globSync(['node_modules/*', 'node_modules/@*/*'], { cwd: installed });
    assert.deepEqual(
      development.filter((name) => inTree.includes(join('node_modules', name))),
      [],
    );
  });

  it('serves without the demo, and drains on SIGTERM', async (t) => {
    if (missing) return t.skip(missing);
    const dataDir = join(folder, 'plain');
    const server = await startPacked([process.execPath, bin(), 'serve'], {
      INLAY_DATA_DIR: dataDir,
    });
    try {
      await logIn(server.url);
      await openStaticPages(server.url);
      assert.ok(!existsSync(join(dataDir, 'demo-host')), 'no demo');
    } finally {
      assert.equal(await server.stop(), 0);
    }
  });

  it('opens and exports an embed of the demo', async (t) => {
    if (missing) return t.skip(missing);
    const dataDir = join(folder, 'demo');
    const server = await startPacked([process.execPath, bin(), 'serve', '--demo'], {
      INLAY_DATA_DIR: dataDir,
    });
    try {
      await logIn(server.url);
      await openDemoEmbed(server.url, dataDir);
    } finally {
      assert.equal(await server.stop(), 0);
    }
  });

  it('names the Node.js that it needs when an older one runs it', async (t) => {
    if (missing) return t.skip(missing);
    const old = await olderNode();
    if (!old) return t.skip('no Node.js older than 26 is on this machine');
    await assert.rejects(
      run(old, [bin(), '--version']),
      /Inlay requires Node\.js 26 or newer, but this is v/,
    );
  });
});

async function olderNode(): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const node = join(folder, 'node');
    const version = await run(node, ['--version']).then(
      ({ stdout }) => stdout,
      () => undefined,
    );
    if (version && Number.parseInt(version.slice(1), 10) < 26) return node;
  }
  return undefined;
}

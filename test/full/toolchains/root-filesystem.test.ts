import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { folderSize, megabytes } from '../../support/server/folder-size.ts';
import {
  logIn,
  openDemoEmbed,
  openStaticPages,
  PASSWORD,
  packServer,
  startPacked,
  whyNoPackages,
} from '../../support/server/packed-server.ts';

const run = promisify(execFile);
/** Installing takes minutes on a busy machine. */
const SET_UP = { timeout: 480_000 };
const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const containerfile = read('deploy/Containerfile');
const USER = 10001;
const MAX_BYTES = 400e6;

/** What a container engine does: the image read-only, volumes on two folders, the image's user, no shell inside. */
const CONTAINER = `set -e
root=$1 data=$2 tmp=$3; shift 3
mount --bind "$root" "$root"
mount -o remount,ro,bind "$root"
mount --bind "$data" "$root/data"
mount --bind "$tmp" "$root/tmp"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
chroot=$(command -v chroot)
PATH=${variable('PATH')} exec "$chroot" --userspec=${USER}:${USER} --groups= "$root" "$@"
`;

describe('the root filesystem of the image', () => {
  let folder: string;
  let rootfs: string;
  let missing: string | undefined;
  before(async () => {
    missing = (await whyNot()) ?? (await whyNoPackages());
    if (missing) return;
    folder = await mkdtemp(join(tmpdir(), 'inlay-rootfs-'));
    // The user of the image has to pass through it.
    await chmod(folder, 0o755);
    rootfs = join(folder, 'rootfs');
    const tarball = await packServer(folder);
    const env = { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) };
    const assemble = join(root, 'deploy/assemble.mjs');
    await run(process.execPath, [assemble, tarball, rootfs], { env, timeout: 300_000 });
    await writeFile(join(folder, 'container.sh'), CONTAINER);
  }, SET_UP);
  after(() => folder && rm(folder, { recursive: true, force: true }));

  it('has at most 400 MB, no shell, no package manager, no source and no other platform', async (t) => {
    if (missing) return t.skip(missing);
    const size = await folderSize(rootfs);
    t.diagnostic(`root filesystem ${megabytes(size)}`);
    assert.ok(size <= MAX_BYTES, megabytes(size));
    const programs = globSync(['bin/*', 'sbin/*', 'usr/{bin,sbin,local/bin}/*'], { cwd: rootfs });
    assert.deepEqual(programs.sort(), ['usr/local/bin/inlay', 'usr/local/bin/node']);
    assert.deepEqual(globSync('opt/inlay/{src,node_modules/**/*.{ts,map}}', { cwd: rootfs }), []);
    const native = globSync('opt/inlay/node_modules/{@duckdb,@node-rs,@resvg}/*', { cwd: rootfs });
    const other = /darwin|win32|musl|android|freebsd/;
    assert.deepEqual(
      native.filter((name) => other.test(name)),
      [],
    );
  });

  it('serves as the user of the image with a read-only root, and drains on SIGTERM', async (t) => {
    if (missing) return t.skip(missing);
    const [data, tmp] = await makeVolumes(folder);
    const inContainer = ['/bin/sh', join(folder, 'container.sh'), rootfs, data, tmp] as const;
    const settings = ['NODE_ENV', 'INLAY_HOST', 'INLAY_DATA_DIR'].map((name) => [name, variable(name)]);
    const image = Object.fromEntries(settings) as Record<string, string>;
    const server = await startPacked(
      ['unshare', '--mount', ...inContainer, ...command('ENTRYPOINT'), ...command('CMD')],
      { ...image, INLAY_DEMO: 'true' },
    );
    try {
      const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8');
      assert.match(status, new RegExp(`^Uid:\\t${USER}\\t${USER}\\t`, 'm'));
      assert.match(status, /^CapEff:\t0+$/m);
      assert.match(readFileSync(`/proc/${server.process.pid}/mounts`, 'utf8'), / \/ \S+ ro,/);
      await logIn(server.url);
      await openStaticPages(server.url);
      await openDemoEmbed(server.url, data);
      const inside = (...args: string[]) =>
        run('unshare', ['--mount', ...inContainer, ...args], {
          env: {
            PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
            ...image,
            INLAY_PORT: new URL(server.url).port,
            INLAY_ADMIN_PASSWORD: PASSWORD,
          },
        });
      await inside(...command('HEALTHCHECK.*\\n  CMD'));
      assert.match((await inside('inlay', 'tenant', 'list')).stdout, /demo/);
      assert.ok(existsSync(join(data, 'inlay.db')));
    } finally {
      assert.equal(await server.stop(), 0);
    }
    assert.deepEqual(globSync('data/*', { cwd: rootfs }), []);
  });
});

/** The command of an instruction in exec form. */
function command(instruction: string): [string, ...string[]] {
  const [, list = ''] = new RegExp(`^${instruction} (\\[.+\\])$`, 'm').exec(containerfile) ?? [];
  return JSON.parse(list) as [string, ...string[]];
}

function variable(name: string): string {
  return new RegExp(`^(?:ENV|   ) ${name}=(\\S+)`, 'm').exec(containerfile)?.[1] ?? '';
}

async function makeVolumes(folder: string): Promise<[data: string, tmp: string]> {
  const [data, tmp] = [join(folder, 'data'), join(folder, 'tmp')];
  await mkdir(data);
  await chown(data, USER, USER);
  await mkdir(tmp);
  await chmod(tmp, 0o1777);
  return [data, tmp];
}

/** Why a container cannot be imitated here, if it cannot. */
async function whyNot(): Promise<string | undefined> {
  if (!existsSync('/usr/bin/dpkg')) return 'the image is assembled on Debian';
  if (process.getuid?.() !== 0) return 'only root can change the root filesystem of a process';
  const mounts = 'mount -t tmpfs none /mnt && mount -o remount,ro,bind /mnt';
  return run('unshare', ['--mount', '/bin/sh', '-c', mounts]).then(
    () => undefined,
    () => 'this container may not mount filesystems',
  );
}

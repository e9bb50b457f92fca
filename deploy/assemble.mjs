/**
 * Assembles the root filesystem of the image: the packed server with its production dependencies, Node.js, and the
 * shared libraries that they need. No shell, no package manager. The Containerfile and a test run it (ADR 282).
 *
 *   node deploy/assemble.mjs inlay-server-0.1.0.tgz /rootfs
 *
 * Runs on Debian, on the Node.js that goes into the image. As root it also sets the owner of the writable folders.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const USER = 10001;
const [tarball, root] = process.argv.slice(2).map((path) => resolve(path));
if (!tarball || !root) fail('Usage: node deploy/assemble.mjs <tarball of the server> <empty folder>');
if (existsSync(root) && readdirSync(root).length > 0) fail(`${root} is not empty.`);
const app = join(root, 'opt', 'inlay');

installServer();
dropTypes();
copyFile(process.execPath, '/usr/local/bin/node', 0o755);
// Not `env`, which is not in the image.
write(
  '/usr/local/bin/inlay',
  "#!/usr/local/bin/node\nimport('/opt/inlay/bin/inlay.mjs').catch((error) => {\n  console.error(error);\n  process.exitCode = 1;\n});\n",
  0o755,
);
copyLibraries();
addUserAndFolders();
console.log(`${root}: ${Math.round(sizeOf(root) / 1e6)} MB`);

function installServer() {
  mkdirSync(app, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', app, '--strip-components=1', '--no-same-owner']);
  // `npm install` keeps to the versions in npm-shrinkwrap.json. Packages bring native code as prebuilt packages per
  // platform, of which npm installs the matching one, so no script has to run.
  execFileSync(
    'npm',
    ['install', '--omit=dev', '--ignore-scripts', '--no-save', '--prefer-offline', '--no-audit', '--no-fund'],
    {
      cwd: app,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
}

/** Node.js never runs TypeScript in `node_modules`, so these are for editors and debuggers. */
function dropTypes() {
  for (const file of globSync('node_modules/**/*.{ts,mts,cts,map}', { cwd: app })) rmSync(join(app, file));
}

function copyLibraries() {
  const native = globSync('node_modules/**/*.{node,so,so.*}', { cwd: app }).map((file) => join(app, file));
  const libraries = new Set([process.execPath, ...native].flatMap(librariesOf));
  for (const library of libraries) copyFile(library, library, 0o755);
  for (const name of new Set([...libraries].flatMap(debianPackageOf))) {
    // Where scanners of images look for versions, and the license.
    write(`/var/lib/dpkg/status.d/${name}`, execFileSync('dpkg', ['-s', name]), 0o644);
    const license = `/usr/share/doc/${name}/copyright`;
    if (existsSync(license)) copyFile(license, license, 0o644);
  }
}

function librariesOf(file) {
  return [...execFileSync('ldd', [file], { encoding: 'utf8' }).matchAll(/(?:=> |^\s)(\/\S+) \(/gm)]
    .map(([, library]) => library)
    .filter((library) => !library.startsWith(root));
}

function debianPackageOf(library) {
  const found = execFileSync('dpkg', ['-S', `*/${basename(library)}`], { encoding: 'utf8' });
  return /^([^:\s]+)/.exec(found)?.[1] ?? [];
}

function addUserAndFolders() {
  write(
    '/etc/passwd',
    `root:x:0:0:root:/:/nonexistent\ninlay:x:${USER}:${USER}:inlay:/data:/nonexistent\n`,
    0o644,
  );
  write('/etc/group', `root:x:0:\ninlay:x:${USER}:\n`, 0o644);
  write('/etc/nsswitch.conf', 'hosts: files dns\n', 0o644);
  const [data, tmp, ...mountPoints] = ['data', 'tmp', 'proc', 'dev', 'sys'].map((name) => join(root, name));
  for (const folder of [data, tmp, ...mountPoints]) mkdirSync(folder);
  chmodSync(data, 0o700);
  chmodSync(tmp, 0o1777);
  if (process.getuid() === 0) chownSync(data, USER, USER);
}

function copyFile(from, to, mode) {
  mkdirSync(dirname(join(root, to)), { recursive: true });
  copyFileSync(from, join(root, to));
  chmodSync(join(root, to), mode);
}

function write(path, content, mode) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content, { mode });
}

function sizeOf(path) {
  const entry = lstatSync(path);
  if (!entry.isDirectory()) return entry.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

// `npm run pack:server [folder]`: packs the built server for production, by default into `dist/` (ADR 282).
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureBuilt } from './build/ensure-built.mjs';
import { ensureInstalled, root } from './build/ensure-installed.mjs';
import { productionLock } from './production-lock.mjs';

ensureInstalled();
ensureBuilt(['server']);
const server = join(root, 'packages', 'server');
const target = resolve(process.argv[2] ?? join(root, 'dist'));
mkdirSync(target, { recursive: true });
const stage = mkdtempSync(join(tmpdir(), 'inlay-pack-'));
try {
  for (const name of ['bin', 'dist', 'README.md'])
    cpSync(join(server, name), join(stage, name), { recursive: true });
  cpSync(join(root, 'LICENSE'), join(stage, 'LICENSE'));
  const manifest = productionManifest(readJson(join(server, 'package.json')));
  writeJson('package.json', manifest);
  // npm installs exactly these versions, those of indirect dependencies included.
  writeJson('npm-shrinkwrap.json', productionLock(readJson(join(root, 'package-lock.json')), manifest));
  const { status } = spawnSync('npm', ['pack', '--silent', '--pack-destination', target], {
    cwd: stage,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(stage, { recursive: true, force: true });
}

/** Without what only the repository needs: everything else is in the bundle. */
function productionManifest(manifest) {
  const { private: isPrivate, exports, scripts, inputs, devDependencies, ...rest } = manifest;
  return rest;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function writeJson(name, value) {
  writeFileSync(join(stage, name), `${JSON.stringify(value, undefined, 2)}\n`);
}

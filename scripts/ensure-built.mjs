// What browsers load is built once and whenever its sources changed since: the SDK and the frame.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { node26, root } from './ensure-installed.mjs';

const builds = [
  { name: 'sdk', proof: 'embedLauncher.js', from: ['sdk/src', 'sdk/build.ts', 'protocol/src'] },
  {
    name: 'frame',
    proof: 'manifest.json',
    from: ['frame/src', 'frame/build.ts', 'ui/src', 'charts/src', 'protocol/src'],
  },
];

export function ensureBuilt() {
  for (const { name, proof, from } of builds) {
    const folder = join(root, 'packages', name);
    const built = join(folder, 'dist', proof);
    const newest = Math.max(...from.map((path) => newestIn(join(root, 'packages', path))));
    if (existsSync(built) && statSync(built).mtimeMs >= newest) continue;
    const run = spawnSync(node26, ['build.ts'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    if (run.status === 0) continue;
    console.error(`The build of packages/${name} failed: see its message above.`);
    process.exit(1);
  }
}

function newestIn(path) {
  if (!statSync(path).isDirectory()) return statSync(path).mtimeMs;
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Math.max(0, ...files.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs));
}

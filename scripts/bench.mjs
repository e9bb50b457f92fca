import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build/ensure-built.mjs';
import { ensureInstalled, node26, root } from './build/ensure-installed.mjs';

ensureInstalled();
ensureBuilt();
const run = spawnSync(node26, [join(root, 'bench', 'run.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(run.status ?? 1);

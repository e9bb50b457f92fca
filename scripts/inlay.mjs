// `npm run inlay -- tenant list`: the command line on the Node that the product brings.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build/ensure-built.mjs';
import { ensureInstalled, node26, root } from './build/ensure-installed.mjs';

ensureInstalled();
ensureBuilt();
const main = join(root, 'packages', 'server', 'bin', 'inlay.mjs');
process.exit(spawnSync(node26, [main, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1);

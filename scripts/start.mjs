import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled, node26, root } from './ensure-installed.mjs';

ensureInstalled();
ensureBuilt();
const main = join(root, 'packages', 'server', 'bin', 'inlay.mjs');
const server = spawn(node26, [main, 'serve', ...process.argv.slice(2)], { stdio: 'inherit' });
// The terminal sends Ctrl-C to both of us: the server drains, and we leave with its exit code.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => signal === 'SIGTERM' && server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 1));

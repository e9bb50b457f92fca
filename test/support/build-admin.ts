import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const admin = join(root, 'packages/admin');
const page = join(admin, 'dist/index.html');
const lock = join(root, 'node_modules/.inlay-building-admin');

/** Builds the admin app where its sources are newer than what was built; of files that run at once, one does. */
export async function buildAdmin(): Promise<void> {
  if (isFresh()) return;
  try {
    mkdirSync(lock);
  } catch {
    for (let tries = 0; tries < 300 && existsSync(lock); tries += 1) await setTimeout(200);
    return;
  }
  try {
    const bin = join(root, 'node_modules/.bin');
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
    const { status, stdout, stderr } = spawnSync(join(bin, 'vite'), ['build'], {
      cwd: admin,
      env,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The admin app does not build:\n${stdout}${stderr}`);
  } finally {
    rmdirSync(lock);
  }
}

function isFresh(): boolean {
  if (!existsSync(page)) return false;
  const built = statSync(page).mtimeMs;
  const sources = globSync(
    [
      'packages/{admin,editor,ui}/{src/**/*,*.*}',
      'packages/charts/src/theme/*',
      'packages/protocol/src/admin-view.ts',
    ],
    {
      cwd: root,
    },
  );
  return sources.every((file) => statSync(join(root, file)).mtimeMs <= built);
}

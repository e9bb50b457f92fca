import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Entry, frameSizes, INTERACTION_KB } from '../packages/frame/test/support/frame-sizes.ts';
import { printTable, type Row } from './table.ts';

const KB = 1024;
const SCRIPTS = { launcher: ['embedLauncher.js', 1.5], SDK: ['embedSdk.js', 5] } as const;
const frameBuild = fileURLToPath(new URL('../packages/frame/dist', import.meta.url));
const sdkBuild = fileURLToPath(new URL('../packages/sdk/dist', import.meta.url));

/** What pages and embeds load. What they load until the first chart is visible is in `first-paint` and `embed`. */
export async function benchSizes(): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(frameBuild, 'manifest.json'), 'utf8'));
  const { weight, interactionFiles } = frameSizes(frameBuild, manifest);
  printTable('Sizes after gzip', [
    ...Object.entries(SCRIPTS).map(([what, [file, limit]]) =>
      row(what, gzipSync(readFileSync(join(sdkBuild, file)), { level: 9 }).length, limit),
    ),
    ...Object.entries(INTERACTION_KB).map(([name, limit]) =>
      row(`interaction code of a ${name}`, weight(interactionFiles(name as Entry)), limit),
    ),
  ]);
}

const row = (what: string, bytes: number, limit: number): Row => ({
  what,
  figure: `${(bytes / KB).toFixed(2)} KB`,
  ratio: (bytes / KB / limit).toFixed(2),
  target: `≤ ${limit} KB`,
  met: bytes <= limit * KB,
});

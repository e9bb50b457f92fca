// `npm run sheets` draws every kind of chart with the hard data of its golden files, in three sizes, light, dark, right to left and
// printed in gray, next to Observable Plot's drawing. The pictures are in .cache/sheets (ADR 342); `npm run sheets -- bar pie` draws only these kinds.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build/ensure-built.mjs';
import { root } from './build/ensure-installed.mjs';

ensureBuilt(['messages']);
const { drawSheets } = await import('./dev/contact-sheets.ts');

const folder = join(root, '.cache', 'sheets');
mkdirSync(folder, { recursive: true });
for await (const name of drawSheets(folder, process.argv.slice(2))) console.log(`.cache/sheets/${name}`);

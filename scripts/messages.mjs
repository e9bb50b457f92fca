// `npm run messages` lists the texts that each language lacks, which appear in English; with `--summary`, as `npm run check` does, a line
// for each of these languages.
import { join } from 'node:path';
import { ensureBuilt } from './build/ensure-built.mjs';
import { root } from './build/ensure-installed.mjs';

ensureBuilt(['messages']);
const { missingTexts, summarizeMissing } = await import('../packages/messages/compile/missing-texts.ts');

const missing = missingTexts(join(root, 'packages', 'messages'));
if (process.argv.includes('--summary')) for (const each of missing) console.log(summarizeMissing(each));
else if (missing.length === 0) console.log('Every language has all texts.');
else
  for (const { locale, keys } of missing)
    console.log(`${locale}.json lacks ${keys.length}, which appear in English:\n  ${keys.join('\n  ')}`);

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const anImport = /^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+|playwright-core)'/gm;

/** Whether a test imports the code of Playwright, itself or through what it imports. */
export function opensBrowser(file, known = new Set()) {
  if (known.has(file)) return false;
  known.add(file);
  return [...readFileSync(file, 'utf8').matchAll(anImport)].some(
    ([, name]) => name === 'playwright-core' || opensBrowser(join(dirname(file), name), known),
  );
}

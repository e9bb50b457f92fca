import { readFileSync } from 'node:fs';
import { type Context, runInContext, Script } from 'node:vm';
import type { AxeResults, RunOptions } from 'axe-core';

const script = new Script(readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8'));

type Run = (within: string, options: RunOptions) => Promise<AxeResults>;

/** The findings of axe-core about markup; colors and sizes need a browser. */
export async function axeFindings(window: Context, within: string): Promise<readonly string[]> {
  script.runInContext(window);
  const run: Run = runInContext('axe.run', window);
  const off = { enabled: false };
  // The second header is for phones: styles hide it elsewhere.
  const rules = { 'color-contrast': off, 'target-size': off, 'landmark-no-duplicate-banner': off };
  const { violations } = await run(within, { resultTypes: ['violations'], iframes: false, rules });
  return [...violations].map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join('\n')}`,
  );
}

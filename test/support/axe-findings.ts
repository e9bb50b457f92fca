import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

const source = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The rules that another color scheme can break: markup is the same in all of them. */
export const COLORS = ['color-contrast'];

type WithAxe = typeof globalThis & { axe?: { run(options: RunOptions): Promise<AxeResults> } };

/** What axe-core finds wrong with what is shown, by all of its rules or by some. A debugger may bring it past a policy. */
export async function axeFindings(
  place: Page | Frame,
  rules?: readonly string[],
): Promise<readonly string[]> {
  if (!(await place.evaluate(() => 'axe' in globalThis))) await place.evaluate(source);
  return place.evaluate(
    async (only) => {
      const { axe } = globalThis as WithAxe;
      const { violations = [] } =
        (await axe?.run({ resultTypes: ['violations'], ...(only ? { runOnly: only } : {}) })) ?? {};
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join('\n')}`,
      );
    },
    rules && [...rules],
  );
}

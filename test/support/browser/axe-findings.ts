import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

const source = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The rules that another color scheme can break: markup is the same in all of them. */
export const COLORS = ['color-contrast'];

export interface Look {
  /** All rules by default. */
  readonly rules?: readonly string[] | undefined;
  /** A selector of the new part of a page that was checked before. */
  readonly within?: string;
}

type Run = (within: Document | string, options: RunOptions) => Promise<AxeResults>;

/** A debugger may inject it past the content security policy. */
export async function loadAxe(place: Page | Frame): Promise<void> {
  if (!(await place.evaluate(() => 'axe' in globalThis))) await place.evaluate(source);
}

/**
 * The findings of axe-core on the current page, once the part to look at is there.
 */
export async function axeFindings(
  place: Page | Frame,
  { rules, within }: Look = {},
): Promise<readonly string[]> {
  if (within !== undefined) await place.locator(within).first().waitFor();
  await loadAxe(place);
  return place.evaluate(
    async ([only, selector]) => {
      // What fades in has too little contrast until it is there. The animation of a spinner has no end.
      const ending = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
      await Promise.allSettled(ending.map(({ finished }) => finished));
      const { axe } = globalThis as typeof globalThis & { axe: { run: Run } };
      const { violations } = await axe.run(selector ?? document, {
        resultTypes: ['violations'],
        ...(only ? { runOnly: only } : {}),
      });
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join('\n')}`,
      );
    },
    [rules && [...rules], within] as const,
  );
}

import type { AxeResults, RunOptions } from 'axe-core';
import { loadAxe } from '../../browser/axe-findings.ts';
import { type AccessibilityRun, type Checked, looks, type Shown } from '../accessibility-run.ts';

type Run = (within: Document, options: RunOptions) => Promise<AxeResults>;

/** Colors are all that another scheme changes. */
const DARK: RunOptions = { runOnly: ['color-contrast'] };
const ALL: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  rules: {
    'css-orientation-lock': { enabled: true },
    'label-content-name-mismatch': { enabled: true },
    'target-size': { enabled: true },
  },
};

export const axe: AccessibilityRun = {
  id: 'axe',
  title: 'axe',
  description:
    'All rules of axe-core for WCAG 2.2 A and AA: names, roles, states, structure, contrast of text, target size, language, titles.',
  looks: [looks.light, looks.dark, looks.rightToLeft, looks.phone],
  check: runAxe,
};

/** Each rule that applies to something in the surface is a check of the criteria that it is tagged with. */
async function runAxe({ place, look }: Shown): Promise<readonly Checked[]> {
  await loadAxe(place);
  const { passes, violations } = await place.evaluate(
    async (options) => {
      const { axe } = globalThis as typeof globalThis & { axe: { run: Run } };
      const { passes, violations } = await axe.run(document, { resultTypes: ['violations'], ...options });
      return {
        passes: passes.map(({ tags }) => tags),
        violations: violations.map(({ id, tags, nodes }) => ({
          tags,
          nodes: nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html.slice(0, 400)}`),
        })),
      };
    },
    look === looks.dark ? DARK : ALL,
  );
  return [
    ...passes.flatMap((tags) =>
      criteriaOf(tags).map((criterion) => ({ criterion, checks: 1, findings: [] })),
    ),
    ...violations.flatMap(({ tags, nodes }) =>
      criteriaOf(tags).map((criterion) => ({ criterion, checks: 1, findings: nodes })),
    ),
  ];
}

/** `wcag1412` is criterion 1.4.12. */
export function criteriaOf(tags: readonly string[]): readonly string[] {
  return tags.flatMap((tag) => {
    const [, principle, guideline, number] = /^wcag(\d)(\d)(\d+)$/.exec(tag) ?? [];
    return number === undefined ? [] : [`${principle}.${guideline}.${number}`];
  });
}

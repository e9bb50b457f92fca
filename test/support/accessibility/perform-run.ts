import type { Coverage, Finding, RunResult } from '../../../scripts/dev/accessibility/results.ts';
import type { AccessibilityRun, Checked, Look } from './accessibility-run.ts';
import type { AccessibilityWorld } from './accessibility-world.ts';
import type { Surface } from './surfaces.ts';

/** What a run checked of one surface in one look. */
export interface Examined {
  readonly surface: string;
  readonly look: string;
  readonly checked: readonly Checked[];
}

/** Examines surfaces in one look of a run. */
export async function examine(
  { check }: AccessibilityRun,
  look: Look,
  world: AccessibilityWorld,
  surfaces: readonly Surface[],
): Promise<readonly Examined[]> {
  const done: Examined[] = [];
  for (const surface of surfaces) {
    const name = `${surface.part}: ${surface.name}`;
    const shown = await surface.open(world, look).catch((cause) => {
      throw new Error(`${name} does not open, ${look.name}`, { cause });
    });
    done.push({ surface: name, look: look.name, checked: await check(shown) });
    await shown.close();
  }
  return done;
}

export function resultOf(run: AccessibilityRun, examined: readonly Examined[]): RunResult {
  const { id, title, description, looks } = run;
  const criteria = examined.flatMap(({ checked }) => checked.map(({ criterion }) => criterion));
  const coverage = [...new Set(criteria)]
    .sort(byNumber)
    .map((criterion) => [criterion, coverageOf(criterion, examined)]);
  return {
    id,
    title,
    description,
    looks: looks.map(({ name }) => name),
    coverage: Object.fromEntries(coverage),
    findings: findingsOf(examined),
  };
}

/** The same finding on several surfaces is one. */
export function findingsOf(examined: readonly Examined[]): readonly Finding[] {
  const failed = examined.flatMap(({ surface, look, checked }) =>
    checked.flatMap(({ criterion, findings }) =>
      findings.map((what) => ({ surface, look, criterion, what: withoutIds(what) })),
    ),
  );
  const groups = Object.groupBy(failed, ({ criterion, what }) => `${criterion} ${what}`);
  return Object.values(groups).flatMap((group = []): readonly Finding[] => {
    const [first] = group;
    if (!first) return [];
    const names = (key: 'surface' | 'look') => [...new Set(group.map((each) => each[key]))];
    const { criterion, what } = first;
    return [{ criterion, what, surfaces: names('surface'), looks: names('look') }];
  });
}

function coverageOf(criterion: string, examined: readonly Examined[]): Coverage {
  const counts = examined.flatMap(({ surface, checked }) =>
    checked
      .filter((each) => each.criterion === criterion && each.checks > 0)
      .map(({ checks }) => ({ surface, checks })),
  );
  return {
    surfaces: new Set(counts.map(({ surface }) => surface)).size,
    checks: counts.reduce((sum, { checks }) => sum + checks, 0),
  };
}

/** 1.4.4 comes before 1.4.10. */
const byNumber = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true });

/** Ids differ from run to run, and so do ports and sizes. */
function withoutIds(what: string): string {
  return what
    .replaceAll(
      /\s(?:id|for|name|d|style|width|height|viewBox|aria-(?:describedby|controls|labelledby|owns))="[^"]*"/g,
      '',
    )
    .replaceAll(/(?:127\.0\.0\.1|localhost):\d+/g, 'instance')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 160);
}

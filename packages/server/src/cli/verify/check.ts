import type { Canary } from './canaries.ts';
import type { Instance } from './instance.ts';
import { COULD_NOT_PROVE, NOTHING_TO_PROVE } from './messages.ts';
import type { Owners } from './owners.ts';
import type { Plan } from './read-plan.ts';
import type { Place, Survey } from './survey.ts';

/** What all checks work on: what each viewer got, and a client to try more. */
export interface World {
  readonly instance: Instance;
  readonly plan: Plan;
  /** The embeds of the file, or of the administrator's list. */
  readonly embeds: readonly string[];
  /** One per context of the file. */
  readonly surveys: readonly Survey[];
  /** Viewers with the privileges of the contexts, but without attributes and groups, and with an unknown username. */
  readonly strangers: readonly Survey[];
  readonly owners: Owners;
  /** By name of the context. */
  readonly canaries: ReadonlyMap<string, readonly Canary[]>;
  /** Tokens that expire while the checks run, by name of the context. */
  readonly expiring: ReadonlyMap<string, ExpiringToken>;
}

export interface ExpiringToken {
  readonly token: string;
  readonly expiresAt: number;
}

/** A reason why a check did not pass. `example` is a value that was sent to `context`. */
export interface Finding extends Place {
  readonly state: 'leak' | 'could-not-prove';
  /** One of `messages.ts`. */
  readonly message: string;
  readonly context?: string;
  readonly dataset?: string;
  readonly column?: string;
  readonly example?: string;
}

export type CheckState = 'passed' | 'leak' | 'could-not-prove' | 'nothing-to-prove';

export interface Verdict {
  readonly state: CheckState;
  /** What was compared, or why there was nothing to compare. */
  readonly summary: string;
  readonly findings: readonly Finding[];
}

export interface Check {
  readonly id: string;
  readonly title: string;
  run(world: World): Promise<Verdict>;
}

/** Why a check compared nothing. */
export interface Nothing {
  readonly state: 'could-not-prove' | 'nothing-to-prove';
  readonly summary: string;
}

/** Without data that belongs to somebody there is nothing to prove. With it, a check that compared nothing proves nothing. */
export function nothingCompared({ surveys, plan }: World, summary: string): Nothing {
  const unproven = (why: string): Nothing => ({ state: 'could-not-prove', summary: why });
  if (surveys.every(({ contents, builders }) => contents.length + builders.length === 0))
    return unproven(COULD_NOT_PROVE.nothingOpened());
  const datasets = surveys.flatMap(({ contents, builders, columnValues }) => [
    ...contents.flatMap(({ tiles, filters }) => [...tiles, ...filters].map(({ datasetId }) => datasetId)),
    ...builders.flatMap((builder) => builder.datasets.map(({ id }) => id)),
    ...columnValues.map(({ dataset }) => dataset),
  ]);
  if (datasets.length === 0) return { state: 'nothing-to-prove', summary: NOTHING_TO_PROVE.noData() };
  return datasets.every((dataset) => plan.shared.has(dataset))
    ? { state: 'nothing-to-prove', summary: NOTHING_TO_PROVE.allShared() }
    : unproven(summary);
}

/** A check that compared nothing does not pass: `nothing` says what was missing. */
export function verdictOf(
  compared: number,
  summary: string,
  findings: readonly Finding[],
  nothing: Nothing,
): Verdict {
  const has = (state: Finding['state']) => findings.some((finding) => finding.state === state);
  if (has('leak')) return { state: 'leak', summary, findings };
  if (has('could-not-prove')) return { state: 'could-not-prove', summary, findings };
  return compared === 0 ? { ...nothing, findings } : { state: 'passed', summary, findings };
}

/** A response that neither shows nor refuses anything, such as that of a database that is down; nothing for others. */
export function unreadable(place: Place, status: number, what = ''): readonly Finding[] {
  if (status < 429) return [];
  return [
    {
      ...place,
      state: 'could-not-prove',
      message: COULD_NOT_PROVE.unreadable(`${what}${placeText(place)}`, String(status)),
    },
  ];
}

/** Each viewer with the others. */
export function eachViewer(
  surveys: readonly Survey[],
): readonly { readonly survey: Survey; readonly others: readonly Survey[] }[] {
  return surveys.map((survey) => ({ survey, others: surveys.filter((other) => other !== survey) }));
}

export const quoted = (value: string) => `'${value.length > 60 ? `${value.slice(0, 57)}…` : value}'`;

/** `1 tile`, `2 tiles` */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

export function placeText({ embed, dashboard, tile, filter }: Place): string {
  const parts = [
    tile === undefined ? undefined : `tile ${quoted(tile)}`,
    filter === undefined ? undefined : `filter ${quoted(filter)}`,
    dashboard === undefined ? undefined : `dashboard ${quoted(dashboard)}`,
    `embed ${quoted(embed)}`,
  ];
  return parts.filter((part) => part !== undefined).join(' of ');
}

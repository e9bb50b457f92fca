import type { FilterControl } from '@inlay/protocol/filter-control';
import type { ChosenValue, Filters, FilterValue, Variables } from '@inlay/protocol/frame-messages';
import type { ViewerCalendar } from '@inlay/protocol/query';
import { fieldsInvalid } from '../../../platform/errors.ts';
import { periodDays } from '../../../platform/query/plan/period-days.ts';
import type { FilterChoice } from '../../../platform/render/filter-bar.ts';
import { columnsOfFilter } from '../../content/index.ts';
import type { OpenEmbed } from './open-embed.ts';
import { filtersOfControl, invalidFilter, isPreset } from './query-filters.ts';

/** The viewer's choices, and the time and calendar that presets are resolved with. */
export interface Choices {
  readonly filters: Filters;
  readonly variables: Variables;
  readonly now: number;
  readonly calendar: ViewerCalendar;
}

export type ChosenContent = Pick<OpenEmbed, 'content' | 'tiles' | 'offered'> & Pick<Choices, 'filters'>;

export function controlsOf({ content }: Pick<OpenEmbed, 'content'>): readonly FilterControl[] {
  if (content.kind === 'tile') return [];
  return (content.kind === 'story' ? content.story.filters : content.dashboard.filters) ?? [];
}

/** Every filter with its value: the viewer's choice, else the default, else none. */
export function filterChoices(chosen: ChosenContent & Choices): readonly FilterChoice[] {
  return controlsOf(chosen).map((control) => {
    const value = choiceOf(control, chosen.filters);
    const isPeriod = control.kind === 'date-range' && isPreset(value);
    const days = isPeriod ? periodDays(value, chosen.now, chosen.calendar) : undefined;
    return { control, value, ...(days ? { days } : {}) };
  });
}

export function choiceOf(control: FilterControl, filters: Filters): FilterValue {
  const chosen = Object.hasOwn(filters, control.id) ? filters[control.id] : undefined;
  if (chosen !== undefined) return chosen;
  return 'default' in control ? ((control.default as FilterValue | undefined) ?? null) : null;
}

/** The datasets that content shows, filters by or offers. */
export function contentDatasets(opened: Pick<OpenEmbed, 'content' | 'tiles' | 'offered'>): readonly string[] {
  return [
    ...new Set([
      ...[...opened.tiles.values()].map(({ datasetId }) => datasetId),
      ...controlsOf(opened).map(({ datasetId }) => datasetId),
      ...(opened.offered?.keys() ?? []),
    ]),
  ];
}

/**
 * Columns that a viewer may filter by: those that the embed shows or offers. Filtering by any other would let a
 * viewer infer hidden values by comparing responses.
 */
export function accessibleColumns(
  opened: Pick<OpenEmbed, 'content' | 'tiles' | 'offered'>,
  datasetId: string,
): ReadonlySet<string> {
  const { content, tiles } = opened;
  const ofTiles = [...tiles.values()]
    .filter((tile) => tile.datasetId === datasetId)
    .flatMap(({ query }) => query.dimensions.map(({ column }) => column));
  const offered = controlsOf(opened)
    .filter((control) => control.datasetId === datasetId)
    .flatMap(columnsOfFilter);
  const drilled = (content.kind === 'dashboard' ? (content.dashboard.drill ?? []) : [])
    .filter((drill) => drill.datasetId === datasetId)
    .flatMap(({ levels }) => levels);
  return new Set([...ofTiles, ...offered, ...drilled, ...(opened.offered?.get(datasetId) ?? [])]);
}

/**
 * Refuses filters that the embed does not have, and values that they do not take: one that silently went missing would
 * show more than requested.
 */
export function checkFilters(chosen: ChosenContent): void {
  const controls = controlsOf(chosen);
  refuseManyValues('/filters', Object.values(chosen.filters));
  for (const control of controls) filtersOfControl(control, choiceOf(control, chosen.filters));
  const ids = controls.map(({ id }) => id);
  const others = Object.keys(chosen.filters).filter((name) => !ids.includes(name));
  if (others.length === 0) return;
  const columns = new Set(contentDatasets(chosen).flatMap((id) => [...accessibleColumns(chosen, id)]));
  const unknown = others.find((name) => !columns.has(name));
  if (unknown === undefined) return;
  const known = [...new Set([...ids, ...columns])];
  throw invalidFilter(unknown, `is not a filter of this embed, which has ${known.join(', ') || 'none'}`);
}

/** Far more than anybody chooses. Each one is a parameter of the statements of every tile. */
const MAX_CHOSEN_VALUES = 5_000;

/** Refuses more filter values in one request than a database should get. */
export function refuseManyValues(path: string, values: readonly (FilterValue | ChosenValue)[]): void {
  const count = values.reduce<number>((sum, value) => sum + countOf(value), 0);
  if (count > MAX_CHOSEN_VALUES)
    throw fieldsInvalid([
      {
        path,
        problem: `has ${count} values in total, and the maximum is ${MAX_CHOSEN_VALUES}. Filter by fewer`,
      },
    ]);
}

function countOf(value: FilterValue | ChosenValue): number {
  if (typeof value !== 'object' || value === null) return 1;
  if (Array.isArray(value)) return value.length;
  const listed = 'in' in value ? value.in : 'notIn' in value ? value.notIn : undefined;
  return listed?.length ?? 1;
}

import type { EditorColumn, EditorDataset } from '@inlay/editor/editor-backend';
import { isTime } from '@inlay/editor/model/shape-of';
import type { ContentMessages } from '@inlay/messages/content';
import type { DatePreset, FilterControl } from '@inlay/protocol/filter-control';
import { USUAL_PRESETS } from '@inlay/protocol/usual-presets';

export type FilterKind = FilterControl['kind'];
type Hierarchy = Extract<FilterControl, { readonly kind: 'hierarchy' }>;
type ColumnControl = Exclude<FilterControl, Hierarchy>;

const NUMBERS = ['integer', 'decimal', 'number'];

/** The kinds that are possible for a column. */
export function kindsFor(column: EditorColumn): readonly FilterKind[] {
  const { type } = column;
  if (isTime(column)) return ['date-range', 'hierarchy'];
  if (NUMBERS.includes(type)) return ['slider', 'dropdown', 'multi-select', 'hierarchy'];
  if (type === 'boolean') return ['dropdown'];
  return ['dropdown', 'multi-select', 'search', 'hierarchy'];
}

/** A filter on the column that one would most likely filter by. */
export function newControl(
  filters: readonly FilterControl[],
  [dataset]: readonly EditorDataset[],
): FilterControl | undefined {
  const column = dataset?.columns.find(({ type }) => type === 'string') ?? dataset?.columns[0];
  if (!dataset || !column) return undefined;
  const taken = new Set(filters.map(({ id }) => id));
  let number = filters.length + 1;
  while (taken.has(`filter-${number}`)) number += 1;
  return onColumn({ id: `filter-${number}`, label: column.label, datasetId: dataset.id }, column);
}

/** The part of a control that does not depend on its kind or column. A default does, so it is dropped. */
const kept = ({ id, label, datasetId, tiles, dependsOn }: FilterControl) => ({
  id,
  label,
  datasetId,
  ...(tiles && { tiles }),
  ...(dependsOn && { dependsOn }),
});

type Kept = ReturnType<typeof kept>;

function onColumn(control: Kept, column: EditorColumn, wanted?: FilterKind): FilterControl {
  const kinds = kindsFor(column);
  const kind = (wanted && kinds.includes(wanted) ? wanted : kinds[0]) as ColumnControl['kind'];
  return { ...control, column: column.name, kind };
}

export const columnOf = (control: FilterControl): string =>
  control.kind === 'hierarchy' ? (control.levels[0] ?? '') : control.column;

export function withColumn(control: FilterControl, column: EditorColumn): FilterControl {
  return onColumn(kept(control), column, control.kind);
}

export function withDataset(control: FilterControl, dataset: EditorDataset): FilterControl {
  const column = dataset.columns.find(({ name }) => name === columnOf(control)) ?? dataset.columns[0];
  return column ? withColumn({ ...control, datasetId: dataset.id }, column) : control;
}

/** A hierarchy goes on from the column with the next one; back from it, the first level is the column. */
export function withKind(control: FilterControl, kind: FilterKind, dataset: EditorDataset): FilterControl {
  const first = columnOf(control);
  if (kind !== 'hierarchy') return { ...kept(control), column: first, kind };
  const next = dataset.columns.find(({ name, type }) => name !== first && type === 'string');
  const second = next ?? dataset.columns.find(({ name }) => name !== first);
  return { ...kept(control), kind, levels: [first, second?.name ?? first] };
}

/** The control with this default; without one it does not filter. */
export function withDefault(control: FilterControl, value: unknown): FilterControl {
  const { default: _, ...rest } = control as FilterControl & { readonly default?: unknown };
  const isNothing = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return (isNothing ? rest : { ...rest, default: value }) as FilterControl;
}

export const dependingOn = (control: FilterControl, ids: readonly string[]): FilterControl => {
  const { dependsOn: _, ...rest } = control;
  return (ids.length === 0 ? rest : { ...rest, dependsOn: ids }) as FilterControl;
};

/** A filter that applies to all charts of its dataset does not list them. */
export const withTargets = (
  control: FilterControl,
  targets: readonly string[],
  all: readonly string[],
): FilterControl => {
  const { tiles: _, ...rest } = control;
  return (targets.length === all.length ? rest : { ...rest, tiles: targets }) as FilterControl;
};

type Period = Extract<FilterControl, { readonly kind: 'date-range' }>;

/** The standard periods are left out; a default that is no longer offered is removed. */
export function withPresets(control: Period, offered: readonly DatePreset[]): FilterControl {
  const { presets: _, default: chosen, ...rest } = control;
  const isUsual =
    offered.length === USUAL_PRESETS.length && offered.every((preset) => USUAL_PRESETS.includes(preset));
  const stays = typeof chosen !== 'string' || offered.includes(chosen);
  return {
    ...rest,
    ...(!isUsual && { presets: offered }),
    ...(chosen !== undefined && stays && { default: chosen }),
  };
}

/** Why a filter cannot be saved. */
export function filterProblem(
  control: FilterControl,
  t: ContentMessages['shared']['filters'],
): string | undefined {
  if (control.label.trim() === '') return t.needsLabel;
  if (control.kind !== 'slider') return undefined;
  const { min, max } = control;
  return min !== undefined && max !== undefined && min >= max
    ? t.maxTooLow({ label: control.label })
    : undefined;
}

import type { BuilderColumn, BuilderDataset, BuilderMeasure, RelatedFields } from '@inlay/content/builder';
import { adHocMeasureName } from '@inlay/protocol/ad-hoc-measure';
import { canGroup } from '@inlay/protocol/can-group';
import type { Aggregation, Dataset, DatasetColumn, Measure } from '@inlay/protocol/dataset';
import { labelOfName } from '@inlay/protocol/label-of-name';
import type { Model } from '../../platform/query/model/model.ts';
import type { AccessibleDataset } from '../content/index.ts';

/** Whether column access keeps values of a column from some viewers. */
export type IsRestricted = (datasetId: string, column: string) => boolean;

/** For the page, without the source of the fields. Only authors are told which columns are restricted. */
export function serializeDataset(
  { dataset, model, columns, measures }: AccessibleDataset,
  isRestricted: IsRestricted = () => false,
): BuilderDataset {
  const { id, name, definition } = dataset;
  const aggregationsOf = (column: DatasetColumn, path: string): readonly Aggregation[] =>
    aggregationsFor(column).filter(
      (each) =>
        column.aggregations?.includes(each) === true &&
        measures.has(adHocMeasureName({ aggregation: each, column: path })),
    );
  const fieldsAt = (
    path: string,
    { id: at, columns: all, measures: defined = [] }: Dataset,
    isMeasured = true,
  ) => ({
    columns: all
      .filter((column) => columns.has(path + column.name))
      .map((column) => ({
        ...toColumn(column, path, isMeasured ? aggregationsOf(column, path + column.name) : []),
        ...(isRestricted(at, column.name) ? { restricted: true as const } : {}),
      })),
    measures: (isMeasured ? defined : [])
      .filter((measure) => measures.has(path + measure.name))
      .map((measure) => toMeasure(measure, path, defined)),
  });
  const related = relatedTo(model).flatMap(
    ({ path, label, isToOne, isFromOne, dataset: other }): readonly RelatedFields[] => {
      const fields = fieldsAt(`${path}.`, other, isFromOne);
      const group = { ...fields, label, columns: isToOne ? fields.columns : [] };
      return group.columns.length + group.measures.length > 0 ? [group] : [];
    },
  );
  return { id, name, ...fieldsAt('', definition), ...(related.length > 0 ? { related } : {}) };
}

const described = ({ name, label, description, format }: DatasetColumn | Measure, path: string) => ({
  name: path + name,
  label: label ?? name,
  ...(description === undefined ? {} : { description }),
  ...(format === undefined ? {} : { format }),
});

const toColumn = (
  column: DatasetColumn,
  path: string,
  aggregations: readonly Aggregation[],
): BuilderColumn => ({
  ...described(column, path),
  type: column.type,
  ...(canGroup(column) ? {} : { canGroup: false }),
  ...(aggregations.length > 0 ? { aggregations: [...aggregations] } : {}),
});

/** Kinds whose values add up wherever those of their measure do. */
const ADDITIVE_OVER: readonly Measure['kind'][] = [
  'share-of-total',
  'running-total',
  'moving-average',
  'period-to-date',
  'difference',
];

/** Whether the values of groups add up to the value of all of them, so that they can be stacked. */
function isAdditive(measure: Measure, measures: readonly Measure[]): boolean {
  if (measure.kind === 'sum' || measure.kind === 'count') return true;
  if (!('measure' in measure) || !ADDITIVE_OVER.includes(measure.kind)) return false;
  // A measure refers to others only, so the list gets shorter.
  const others = measures.filter((each) => each !== measure);
  const of = others.find(({ name }) => name === measure.measure);
  return of !== undefined && isAdditive(of, others);
}

const toMeasure = (measure: Measure, path: string, measures: readonly Measure[]): BuilderMeasure => ({
  ...described(measure, path),
  additive: isAdditive(measure, measures),
});

const OF_NUMBERS = ['sum', 'average', 'median', 'min', 'max', 'count', 'distinct'] as const;
const OF_TIMES = ['min', 'max', 'count', 'distinct'] as const;
const OF_OTHERS = ['count', 'distinct'] as const;

/** In the order that an editor offers them. */
function aggregationsFor({ type }: DatasetColumn): readonly Aggregation[] {
  if (type === 'integer' || type === 'decimal' || type === 'number') return OF_NUMBERS;
  return type === 'date' || type === 'datetime' ? OF_TIMES : OF_OTHERS;
}

interface Related {
  readonly path: string;
  readonly label: string;
  /** Rows of the root have one row here at most, so its columns can be grouped by. */
  readonly isToOne: boolean;
  /** Rows here have one row of the root at most, so that measures count none of them twice. */
  readonly isFromOne: boolean;
  readonly dataset: Dataset;
}

/** Longer paths can be typed, but nobody finds them in a list. */
const LISTED_STEPS = 3;
const LISTED_PATHS = 50;

/** The datasets that a list of fields offers, the nearest first. A path never returns to a dataset that it left. */
function relatedTo({ root, datasets }: Model): readonly Related[] {
  const found: Related[] = [];
  let places = [
    { path: '', label: '', isToOne: true, isFromOne: true, dataset: root, passed: new Set([root.id]) },
  ];
  for (let step = 0; step < LISTED_STEPS; step += 1) {
    places = places.flatMap((place) =>
      (place.dataset.relationships ?? []).flatMap(
        ({ name, label = labelOfName(name), kind, dataset: id }) => {
          const dataset = datasets.get(id);
          if (!dataset || place.passed.has(id)) return [];
          return [
            {
              path: place.path === '' ? name : `${place.path}.${name}`,
              label: place.label === '' ? label : `${place.label} › ${label}`,
              isToOne: place.isToOne && kind !== 'one-to-many',
              isFromOne: place.isFromOne && kind !== 'many-to-one',
              dataset,
              passed: new Set([...place.passed, id]),
            },
          ];
        },
      ),
    );
    found.push(...places);
    if (found.length >= LISTED_PATHS) break;
  }
  return found.slice(0, LISTED_PATHS);
}

import { type ColumnAccess, type Dataset, type DatasetColumn, DatasetSchema } from '@inlay/protocol/dataset';
import { memberKey } from '@inlay/protocol/member-key';
import { UTC_CALENDAR } from '@inlay/protocol/query';
import type { ColumnType } from '@inlay/protocol/result';
import { type FieldProblem, shapeErrors } from '@inlay/protocol/shape-errors';
import { inEnglish, type Reason } from '../../rules/reason.ts';
import { isTimeZone } from '../../time/zoned-time.ts';
import { QueryError } from '../errors/query-error.ts';
import { inexactness } from '../expression/computed-columns.ts';
import { ExpressionError } from '../expression/expression-error.ts';
import { typeExpression } from '../expression/type-expression.ts';
import { checkOwnRelationships } from '../model/check-relationships.ts';
import { checkContextRule, checkRules } from '../model/check-rules.ts';
import { leavesModel, type Model, modelOf, queryColumn } from '../model/model.ts';
import { bindTemplate, splitTemplate } from '../text/bind-template.ts';
import type { Dialect } from '../text/dialect.ts';
import { formulaOf } from './formula-of.ts';
import { createParts } from './plan-parts.ts';
import type { MeasureScope } from './resolving.ts';

interface RealColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/**
 * Finds problems that would make queries of a dataset fail or deny access, when it is saved. `real` are the columns
 * of the source.
 */
export function checkDataset(
  dataset: unknown,
  dialect: Dialect,
  real?: readonly RealColumn[],
): readonly FieldProblem[] {
  const shape = shapeErrors(DatasetSchema, dataset);
  if (shape.length > 0) return shape;
  const checked = dataset as Dataset;
  const columns = new Map(checked.columns.map((column) => [column.name, column]));
  return [
    ...checkNames(checked),
    ...checked.columns.flatMap((column, index) => [
      ...(column.expression === undefined
        ? checkColumn(column, `/columns/${index}`, real)
        : checkComputed(column, column.expression, columns, `/columns/${index}`)),
      ...checkAccess(column, `/columns/${index}/access`, checked),
      ...checkColors(column, `/columns/${index}/colors`),
    ]),
    ...checkMeasures(modelOf(checked)),
    ...checkRules(modelOf(checked)),
    ...checkOwnRelationships(checked),
    ...checkSource(checked, dialect),
  ];
}

function checkColors({ colors = [] }: DatasetColumn, path: string): readonly FieldProblem[] {
  const keys = colors.map(({ value }) => memberKey(value));
  return keys.flatMap((key, index) =>
    keys.indexOf(key) < index ? [{ path: `${path}/${index}/value`, problem: 'has a color already' }] : [],
  );
}

function checkNames(dataset: Dataset): readonly FieldProblem[] {
  const seen = new Set<string>();
  const places = [
    ...dataset.columns.map(({ name }, index) => ({ name, path: `/columns/${index}/name` })),
    ...(dataset.measures ?? []).map(({ name }, index) => ({ name, path: `/measures/${index}/name` })),
  ];
  return places.flatMap(({ name, path }) => {
    if (name.includes('\0')) return [{ path, problem: 'contains a character that no engine allows' }];
    if (seen.has(name))
      return [{ path, problem: `${name} is already the name of another column or measure` }];
    seen.add(name);
    return [];
  });
}

function checkColumn(column: DatasetColumn, path: string, real: readonly RealColumn[] | undefined) {
  const errors: FieldProblem[] = [];
  if (column.timeZone !== undefined && column.type !== 'datetime') {
    errors.push({ path: `${path}/timeZone`, problem: 'applies to datetime columns only' });
  } else if (column.timeZone !== undefined && !isTimeZone(column.timeZone)) {
    errors.push({ path: `${path}/timeZone`, problem: `${column.timeZone} is not a known IANA time zone` });
  }
  if (real === undefined) return errors;
  const found = real.find((candidate) => candidate.name === column.name);
  if (found === undefined) {
    errors.push({ path: `${path}/name`, problem: `the source has no column ${column.name}` });
  } else if (found.type !== column.type && !isBooleanAsInteger(found.type, column.type)) {
    errors.push({
      path: `${path}/type`,
      problem: `${column.name} is ${found.type} in the source, not ${column.type}`,
    });
  }
  return errors;
}

/** The source has no such column. */
function checkComputed(
  column: DatasetColumn,
  expression: string,
  columns: ReadonlyMap<string, DatasetColumn>,
  path: string,
): readonly FieldProblem[] {
  if (column.timeZone !== undefined)
    return [{ path: `${path}/timeZone`, problem: 'does not apply to computed columns' }];
  try {
    const { type } = typeExpression(expression, columns, column.name);
    return type === column.type
      ? []
      : [
          {
            path: `${path}/type`,
            problem: `the expression of ${column.name} is ${type}, not ${column.type}`,
          },
        ];
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { message, position, length } = error;
    return [{ path: `${path}/expression`, problem: message, position, length }];
  }
}

const NUMBERS: readonly ColumnType[] = ['integer', 'decimal', 'number'];

const MASKS: readonly ColumnAccess[number]['show'][] = ['hash', 'last-four', 'range'];

function checkAccess(
  { name, access = [], type }: DatasetColumn,
  path: string,
  dataset: Dataset,
): readonly FieldProblem[] {
  return access.flatMap(({ show, when: rule }, index) => {
    const problem = MASKS.includes(show) ? maskProblem(show, type, inexactness(dataset, name)) : undefined;
    const before = access.slice(0, index).findIndex(({ when }) => when === undefined);
    return [
      ...(rule === undefined ? [] : checkContextRule(rule, `${path}/${index}/when`)),
      ...(problem === undefined ? [] : [{ path: `${path}/${index}/show`, problem }]),
      ...(before < 0
        ? []
        : [
            {
              path: `${path}/${index}`,
              problem: `never applies, because entry ${before} applies to everyone`,
            },
          ]),
    ];
  });
}

function maskProblem(
  show: ColumnAccess[number]['show'],
  type: ColumnType,
  inexact: Reason | undefined,
): string | undefined {
  if (show === 'range' && !NUMBERS.includes(type)) return `range masks numbers, but the column is ${type}`;
  if (show === 'last-four' && type !== 'string' && type !== 'integer')
    return `last-four masks text and whole numbers, but the column is ${type}`;
  return inexact && inEnglish(inexact);
}

/** MySQL has no boolean type: its TINYINT(1) may be described as either. */
const isBooleanAsInteger = (real: ColumnType, declared: ColumnType) =>
  real === 'integer' && declared === 'boolean';

/** Mistakes in the measures of a dataset. Fields of related datasets are only checked where the model has them. */
export function checkMeasures(model: Model): readonly FieldProblem[] {
  const { columns, measures = [] } = model.root;
  return measures.flatMap((measure, index) => {
    let isUnchecked = false;
    const scope: MeasureScope = {
      columnNamed: (name) => {
        isUnchecked ||= leavesModel(model, name);
        return queryColumn(model, name);
      },
      measureNamed: (name) => measures.find((each) => each.name === name),
      calendar: UTC_CALENDAR,
      now: 0,
      parts: createParts([], UTC_CALENDAR),
      // As if every date were a dimension: what cannot be added up over time is a mistake.
      dimensions: columns
        .filter(({ type }) => type === 'date' || type === 'datetime')
        .map((column, position) => ({ index: position, column, type: 'date', grain: 'day' })),
      isSummary: true,
    };
    const problems = attempt(() => formulaOf(measure, scope, `/measures/${index}`));
    return isUnchecked ? [] : problems;
  });
}

function checkSource(dataset: Dataset, dialect: Dialect): readonly FieldProblem[] {
  const { source } = dataset;
  if (source.kind !== 'sql') return [];
  return attempt(() => {
    const parts = splitTemplate(source.sql).map((part) =>
      typeof part === 'string' ? part : { ...part, literals: [] },
    );
    bindTemplate({ parts, denials: [] }, dialect);
  });
}

function attempt(check: () => unknown): readonly FieldProblem[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    return [{ path: error.path, problem: error.problem }];
  }
}

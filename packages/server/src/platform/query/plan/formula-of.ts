import type { Measure } from '@inlay/protocol/dataset';
import { QueryError } from '../errors/query-error.ts';
import { UnknownFieldError } from '../errors/unknown-field-error.ts';
import { comparesGroups, divide, formulaType, NUMERIC } from '../model/formula.ts';
import type { Formula } from '../model/formula-tree.ts';
import { parseArithmetic } from '../model/parse-arithmetic.ts';
import { formulaOfRows } from './formula-of-rows.ts';
import { formulaOverTime } from './formula-over-time.ts';
import type { RequestedDays } from './plan-parts.ts';
import type { MeasuredRows, MeasureScope, Resolving } from './resolving.ts';

/** Measures can refer to each other, so a few lines could expand into more SQL than fits into memory. */
const maxParts = 500;

/** Resolves a measure down to columns. `path` names the measure for errors; `days` differ from those of the filters. */
export function formulaOf(
  measure: Measure,
  scope: MeasureScope,
  path: string,
  days?: RequestedDays,
): Formula {
  let parts = 0;
  const count = () => {
    parts += 1;
    if (parts > maxParts)
      throw new QueryError(path, `measure ${measure.name} has more than ${maxParts} parts`);
  };
  const columnNamed = (name: string, at: string) => {
    const column = scope.columnNamed(name);
    if (column === undefined)
      throw new UnknownFieldError(at, ({ data }) => data.unknownColumn({ column: name }));
    return column;
  };
  const resolve = (current: Measure, within: readonly string[], rows: MeasuredRows): Formula => {
    count();
    const passed = [...within, current.name];
    if (within.includes(current.name))
      throw new QueryError(path, `measure ${current.name} depends on itself: ${passed.join(' → ')}`);
    const measureNamed = (name: string, at: string, given = rows): Formula => {
      const found = scope.measureNamed(name);
      if (found === undefined)
        throw new UnknownFieldError(at, ({ data }) => data.unknownMeasure({ measure: name }));
      const formula = resolve(found, passed, given);
      const type = formulaType(formula);
      if (NUMERIC.includes(type)) return formula;
      throw new QueryError(at, `measure ${name} is ${type}, but formulas can only use numbers`);
    };
    return formulaOfKind(current, { scope, path, rows, columnNamed, measureNamed, count });
  };
  return resolve(measure, [], days === undefined ? {} : { days });
}

function formulaOfKind(measure: Measure, resolving: Resolving): Formula {
  const { path, measureNamed } = resolving;
  switch (measure.kind) {
    case 'ratio':
      return divide(
        measureNamed(measure.numerator, `${path}/numerator`),
        measureNamed(measure.denominator, `${path}/denominator`),
      );
    case 'expression':
      return parseArithmetic(measure.expression, `${path}/expression`, {
        number: (value) => {
          resolving.count();
          return { kind: 'number', value };
        },
        measure: (name) => measureNamed(name, `${path}/expression`),
      });
    case 'share-of-total':
      return shareOf(measure, resolving);
    case 'rank':
      return rankOf(measure, resolving);
    case 'running-total':
    case 'moving-average':
    case 'period-to-date':
    case 'difference':
    case 'growth':
      return formulaOverTime(measure, resolving);
    default:
      return formulaOfRows(measure, resolving);
  }
}

type OfGroups = Extract<Measure, { kind: 'share-of-total' | 'rank' }>;

function shareOf(measure: OfGroups, resolving: Resolving): Formula {
  const { path, scope, rows } = resolving;
  if (rows.frame !== undefined) throw new QueryError(path, 'a share cannot be added up over time');
  const of = resolving.measureNamed(measure.measure, `${path}/measure`);
  const within = dimensionsWithin(measure, resolving);
  if (comparesGroups(of))
    throw new QueryError(
      `${path}/measure`,
      `a share requires a measure of rows, but ${measure.measure} already compares groups`,
    );
  return divide(of, scope.dimensions.length === 0 ? of : { kind: 'total', of, within });
}

function rankOf(measure: Extract<OfGroups, { kind: 'rank' }>, resolving: Resolving): Formula {
  const { path, scope, rows } = resolving;
  if (rows.frame !== undefined) throw new QueryError(path, 'a rank cannot be added up over time');
  const of = resolving.measureNamed(measure.measure, `${path}/measure`);
  const within = dimensionsWithin(measure, resolving);
  if (scope.dimensions.length === 0) return { kind: 'nothing', type: 'integer', of };
  return { kind: 'rank', of, direction: measure.direction ?? 'desc', within };
}

/** The indexes of the dimensions that a measure is taken within. */
function dimensionsWithin({ within = [] }: OfGroups, { scope, path, columnNamed }: Resolving) {
  // A column of a related dataset has its path in its name, as the dimensions have.
  const columns = within.map((name, index) => columnNamed(name, `${path}/within/${index}`).name);
  return scope.dimensions.filter(({ column }) => columns.includes(column.name)).map(({ index }) => index);
}

import type { Measure } from '@inlay/protocol/dataset';
import type { Format } from '@inlay/protocol/format';
import type { MeasureFilter } from '@inlay/protocol/query';
import type { ColumnType } from '@inlay/protocol/result';
import type { Literal } from '../../rules/typed-literal.ts';
import { QueryError } from '../errors/query-error.ts';
import { UnknownFieldError } from '../errors/unknown-field-error.ts';
import {
  formulaInGaps,
  formulaType,
  framesOf,
  isZeroWhenEmpty,
  NUMERIC,
  valueOfNoRows,
} from '../model/formula.ts';
import type { Formula, Frame } from '../model/formula-tree.ts';
import { formulaOf } from './formula-of.ts';
import type { RequestedDays } from './plan-parts.ts';
import type { MeasureScope } from './resolving.ts';

export interface PlannedMeasure {
  readonly name: string;
  readonly label: string;
  readonly type: ColumnType;
  readonly format?: Format;
  readonly formula: Formula;
  /** With a comparison: the measure over the earlier period. */
  readonly previous?: Formula;
  /** The value of a gap. */
  readonly whenEmpty: number | null;
  /** The dimension along which it adds up buckets, so that one without rows has a value. */
  readonly axis?: number;
  /** A bucket without rows has the value of the one before it, as far as this frame includes it. */
  readonly carried?: Frame;
}

/** A measure by the name that the query uses, and what it can use itself. */
export type FindMeasure = (
  name: string,
) => { readonly measure: Measure; readonly scope: MeasureScope } | undefined;

/** Which rows of the result are shown. */
export interface PlannedHaving {
  readonly formula: Formula;
  readonly operator: MeasureFilter['operator'];
  /** None for `is-set`, two for `between`. */
  readonly literals: readonly Literal[];
}

/** `compared` are the days of a comparison. */
export function planMeasure(
  name: string,
  find: FindMeasure,
  path: string,
  compared?: RequestedDays,
): PlannedMeasure {
  const found = find(name);
  if (found === undefined) throw new UnknownFieldError(path, ({ data }) => data.noMeasure({ measure: name }));
  const { measure, scope } = found;
  const formula = formulaOf(measure, scope, path);
  const { format } = measure;
  const inGaps = formulaInGaps(formula);
  const [frame, ...others] = framesOf(inGaps);
  // Where frames end at different buckets, nothing says what a bucket without rows has.
  const isUnknown = others.some((other) => frameKey(other) !== frameKey(frame));
  return {
    name,
    label: measure.label ?? name,
    type: formulaType(formula),
    formula,
    ...(compared === undefined ? {} : { previous: formulaOf(measure, scope, path, compared) }),
    // A sum is zero where the result shows that there are no rows.
    whenEmpty: isUnknown
      ? null
      : isZeroWhenEmpty(formula)
        ? 0
        : valueOfNoRows(frame === undefined ? formula : inGaps),
    ...(frame === undefined || isUnknown ? {} : { axis: frame.axis }),
    ...(frame === undefined || isUnknown || frame.kind === 'moving' ? {} : { carried: frame }),
    ...(format === undefined ? {} : { format }),
  };
}

/** The engine itself returns the buckets that moving averages reach, however long these are. */
const frameKey = (frame: Frame | undefined) =>
  JSON.stringify(frame?.kind === 'moving' ? [frame.kind, frame.axis] : frame);

export function planHaving(given: MeasureFilter, find: FindMeasure, path: string): PlannedHaving {
  const { formula, type } = planMeasure(given.measure, find, `${path}/measure`);
  const { operator } = given;
  const values = 'from' in given ? [given.from, given.to] : 'value' in given ? [given.value] : [];
  if (values.length === 0) return { formula, operator, literals: [] };
  if (!NUMERIC.includes(type))
    throw new QueryError(
      `${path}/measure`,
      `${given.measure} is ${type} and cannot be compared with a number`,
    );
  return { formula, operator, literals: values.map((value) => numberLiteral(value, type)) };
}

/** Exact where the measure is, so that sums past 2^53 are compared digit by digit. */
function numberLiteral(value: number, type: ColumnType): Literal {
  if (type !== 'number' && Number.isSafeInteger(value))
    return { type: 'integer', text: String(value), origin: 'filter' };
  const plain = /^-?\d{1,25}(?:\.\d{1,10})?$/.test(String(value));
  return { type: type === 'decimal' && plain ? 'decimal' : 'number', text: String(value), origin: 'filter' };
}

import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { Cell } from '@inlay/protocol/result';
import { parseInstant, wallClock } from '../time/zoned-time.ts';
import type { Condition } from './condition.ts';
import { compareText, type Truth } from './evaluate-visibility.ts';
import type { Literal } from './typed-literal.ts';

/** Evaluates a condition for one row like an engine would, to explain why a row is hidden. */
export function evaluateCondition(condition: Condition, row: Readonly<Record<string, Cell>>): Truth {
  switch (condition.kind) {
    case 'always':
      return 'true';
    case 'never':
      return 'false';
    case 'and': {
      const parts = condition.conditions.map((part) => evaluateCondition(part, row));
      return parts.includes('false') ? 'false' : parts.includes('unknown') ? 'unknown' : 'true';
    }
    case 'or': {
      const parts = condition.conditions.map((part) => evaluateCondition(part, row));
      return parts.includes('true') ? 'true' : parts.includes('unknown') ? 'unknown' : 'false';
    }
    // The row alone does not tell.
    case 'related':
      return 'unknown';
    case 'is-set':
    case 'is-not-set': {
      const cell = cellOf(condition.column, row);
      return truth((cell === null || cell === '') === (condition.kind === 'is-not-set'));
    }
    case 'is-null':
    case 'is-not-null':
      return truth((cellOf(condition.column, row) === null) === (condition.kind === 'is-null'));
    case 'in-hour':
    case 'not-in-hour': {
      const time = parseInstant(String(cellOf(condition.column, row)));
      if (time === undefined) return 'unknown';
      const [at, start, end] = [time, condition.start.text, condition.end.text].map((text) =>
        Date.parse(text),
      );
      const isWithin = Number(at) >= Number(start) && Number(at) < Number(end);
      return truth(isWithin === (condition.kind === 'in-hour'));
    }
    case 'in':
    case 'not-in': {
      const cell = cellOf(condition.column, row);
      if (cell === null) return 'unknown';
      const found = condition.literals.some((literal) => order(cell, literal, condition.column) === 0);
      return truth(found === (condition.kind === 'in'));
    }
    case 'compare': {
      const cell = cellOf(condition.column, row);
      if (cell === null) return 'unknown';
      if (condition.operator === 'contains') return truth(String(cell).includes(condition.literal.text));
      if (condition.operator === 'starts-with') return truth(String(cell).startsWith(condition.literal.text));
      const sign = order(cell, condition.literal, condition.column);
      return Number.isNaN(sign) ? 'unknown' : truth(holds[condition.operator](sign));
    }
  }
}

const holds = {
  equals: (sign: number) => sign === 0,
  'not-equals': (sign: number) => sign !== 0,
  less: (sign: number) => sign < 0,
  'less-or-equal': (sign: number) => sign <= 0,
  greater: (sign: number) => sign > 0,
  'greater-or-equal': (sign: number) => sign >= 0,
};

const truth = (value: boolean): Truth => (value ? 'true' : 'false');

function cellOf(column: DatasetColumn, row: Readonly<Record<string, Cell>>): Cell {
  return Object.hasOwn(row, column.name) ? (row[column.name] ?? null) : null;
}

/** Not a number where the cell is not of its column's type: the row may be one that a person typed in. */
function order(cell: string | number | boolean, literal: Literal, column: DatasetColumn): number {
  switch (literal.type) {
    case 'integer': {
      if (!/^-?\d+$/.test(String(cell))) return Number.NaN;
      const [left, right] = [BigInt(cell), BigInt(literal.text)];
      return left < right ? -1 : left > right ? 1 : 0;
    }
    case 'decimal':
      if (!/^-?\d+(\.\d{1,20})?$/.test(String(cell))) return Number(cell) - Number(literal.text);
      return compareDecimals(String(cell), literal.text);
    case 'number':
      return Number(cell) - Number(literal.text);
    case 'boolean':
      return compareText(String(cell), literal.text);
    case 'datetime':
    case 'wall-clock': {
      const instant = parseInstant(String(cell));
      if (instant === undefined) return Number.NaN;
      const text = literal.type === 'datetime' ? instant : wallClock(instant, column.timeZone ?? 'UTC');
      return compareText(padFraction(text), padFraction(literal.text));
    }
    default:
      return compareText(String(cell), literal.text);
  }
}

/** Exact, also where a double would round. */
function compareDecimals(left: string, right: string): number {
  const scaled = (text: string) => {
    const [whole = '0', fraction = ''] = text.split('.');
    return BigInt(`${whole}${fraction.padEnd(20, '0')}`);
  };
  const [a, b] = [scaled(left), scaled(right)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function padFraction(text: string): string {
  const [seconds = '', fraction = ''] = text.replace('Z', '').split('.');
  return `${seconds}.${fraction.padEnd(6, '0')}`;
}

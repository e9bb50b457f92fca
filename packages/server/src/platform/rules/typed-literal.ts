import type { ExplanationMessages } from '@inlay/messages/explanation';
import type { DatasetColumn } from '@inlay/protocol/dataset';
import { isDate, parseInstant, wallClock } from '../time/zoned-time.ts';
import type { ContextScalar } from './context-reading.ts';
import type { Reason } from './reason.ts';

/** The types a bound value can have; `wall-clock` is a datetime column that stores no zone. */
export type LiteralType =
  | 'string'
  | 'integer'
  | 'decimal'
  | 'number'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'wall-clock';

/** A value to bind to a statement, as text in a canonical form that every engine reads the same way (ADR 60). */
export interface Literal {
  readonly type: LiteralType;
  readonly text: string;
  /** Where it came from, for explain: `attributes.region`, `constant`, `filter`. */
  readonly origin: string;
}

export type TypedLiteral =
  | { readonly ok: true; readonly literal: Literal }
  | {
      readonly ok: false;
      readonly wanted: keyof TypeMessages['wanted'];
      readonly actual: keyof TypeMessages['actual'];
      readonly reason: Reason;
    };

type TypeMessages = ExplanationMessages['types'];

/**
 * Types a value like the column it is compared with, or returns why that is not possible. Nothing is converted,
 * because engines disagree on what `'12abc' = 12` means.
 */
export function typedLiteral(column: DatasetColumn, value: ContextScalar, origin: string): TypedLiteral {
  // Decimal text is how the protocol writes numbers past 2^53, so an author, a picker or a host page may send it; a
  // context value must have the column's own type.
  const authored = origin === 'constant' || origin === 'filter' || origin.startsWith('variables.');
  const refuse = (wanted: keyof TypeMessages['wanted']): TypedLiteral => {
    const actual = kindOf(value);
    return {
      ok: false,
      wanted,
      actual,
      reason: ({ types }) =>
        types.column({
          column: column.name,
          type: column.type,
          wanted: types.wanted[wanted],
          actual: types.actual[actual],
        }),
    };
  };
  const accept = (type: LiteralType, text: string): TypedLiteral => ({
    ok: true,
    literal: { type, text, origin },
  });

  switch (column.type) {
    case 'string': {
      if (typeof value !== 'string') return refuse('text');
      // PostgreSQL cannot store U+0000, and a lone surrogate becomes U+FFFD in UTF-8, which is another text.
      if (value.includes('\0') || !value.isWellFormed()) return refuse('wellFormed');
      return accept('string', value);
    }
    case 'integer': {
      const integer = exactInteger(value, authored);
      return integer === undefined ? refuse('integer') : accept('integer', integer);
    }
    case 'decimal': {
      const decimal = exactDecimal(value, authored);
      return decimal === undefined ? refuse('decimal') : accept('decimal', decimal);
    }
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value)) return refuse('finite');
      if (!authored && wasRounded(value)) return refuse('exact');
      return accept('number', String(value + 0));
    }
    case 'boolean':
      return typeof value === 'boolean' ? accept('boolean', String(value)) : refuse('boolean');
    case 'date':
      return typeof value === 'string' && isDate(value) ? accept('date', value) : refuse('date');
    case 'datetime': {
      const instant = typeof value === 'string' ? parseInstant(value) : undefined;
      if (instant === undefined) return refuse('datetime');
      return column.timeZone === undefined
        ? accept('datetime', instant)
        : accept('wall-clock', wallClock(instant, column.timeZone));
    }
    case 'json':
      return refuse('nothing');
  }
}

const int64Min = -(2n ** 63n);
const int64Max = 2n ** 63n - 1n;

function exactInteger(value: ContextScalar, authored: boolean): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value + 0) : undefined;
  if (typeof value === 'string' && !(authored && /^(0|-?[1-9]\d{0,18})$/.test(value))) return undefined;
  if (typeof value === 'boolean') return undefined;
  const integer = BigInt(value);
  return integer >= int64Min && integer <= int64Max ? String(integer) : undefined;
}

/** A whole number past 2^53 may have been rounded when the JSON was read, and no longer be what was signed. */
const wasRounded = (value: number) => Number.isInteger(value) && !Number.isSafeInteger(value);

const decimalText = /^-?(0|[1-9]\d{0,24})(\.\d{1,10})?$/;

function exactDecimal(value: ContextScalar, authored: boolean): string | undefined {
  if (typeof value === 'boolean') return undefined;
  if (typeof value === 'string' && !authored) return undefined;
  if (typeof value === 'number' && wasRounded(value)) return undefined;
  const text = typeof value === 'number' ? String(value + 0) : String(value);
  return decimalText.test(text) ? text : undefined;
}

function kindOf(value: ContextScalar): keyof TypeMessages['actual'] {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'number' && !Number.isInteger(value) ? 'fraction' : 'number';
}

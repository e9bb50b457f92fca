import type { BranchReader } from './choose-branches.ts';
import type { Comparand, Comparison, Condition, PluralCategory } from './narrative-marker.ts';
import { parseNarrative, type StatedValue } from './parse-narrative.ts';
import type { Cell } from './result.ts';

/** What the values of a text are for its reader. */
export interface ValueReader {
  /** Null if there is none, undefined while it is not known. */
  readonly cell: (name: string) => Cell | undefined;
  /** Whether the text writes this value like zero. */
  readonly isWrittenAsZero: (value: StatedValue) => boolean;
  readonly language: string;
}

/** Decides which branches of a text are read. Comparisons with a value that does not exist do not hold. */
export function branchReader(narrative: string, reader: ValueReader): BranchReader {
  const stated = parseNarrative(narrative).filter((part) => 'value' in part);
  return {
    holds: (condition) => holds(condition, reader, stated),
    category: (operand) => categoryOf(reader.cell(operand), reader.language),
  };
}

function holds(
  { operand, compare }: Condition,
  reader: ValueReader,
  stated: readonly StatedValue[],
): boolean | undefined {
  const cell = reader.cell(operand);
  if (cell === undefined) return undefined;
  if (!compare) return cell !== null && cell !== '';
  const other = cellOf(compare.to, reader);
  if (other === undefined) return undefined;
  if (cell === null || other === null) return false;
  // No sentence says that something grew by 0%.
  const written = stated.filter(({ value }) => value === operand);
  const asWritten = written.length > 0 ? written : [{ value: operand, format: undefined }];
  return compares(other === 0 && asWritten.some(reader.isWrittenAsZero) ? 0 : cell, compare.by, other);
}

function cellOf(to: Comparand, reader: ValueReader): Cell | undefined {
  if ('number' in to) return to.number;
  return 'quoted' in to ? to.quoted : reader.cell(to.operand);
}

function compares(left: Cell, by: Comparison, right: Cell): boolean {
  const [first, second] = [numberOf(left), numberOf(right)];
  if (first !== undefined && second !== undefined) return inOrder(by, first - second);
  // A number and a text are different, and none is greater.
  if (typeof left === 'number' || typeof right === 'number') return by === '!=';
  const [one, two] = [String(left), String(right)];
  return inOrder(by, one < two ? -1 : one > two ? 1 : 0);
}

function inOrder(by: Comparison, difference: number): boolean {
  switch (by) {
    case '>':
      return difference > 0;
    case '>=':
      return difference >= 0;
    case '<':
      return difference < 0;
    case '<=':
      return difference <= 0;
    case '=':
      return difference === 0;
    case '!=':
      return difference !== 0;
  }
}

/** Decimals beyond the precision of a double are text in a result. */
function numberOf(cell: Cell): number | undefined {
  if (typeof cell === 'boolean' || cell === null || cell === '') return undefined;
  const number = Number(cell);
  return Number.isNaN(number) ? undefined : number;
}

function categoryOf(cell: Cell | undefined, language: string): PluralCategory | undefined {
  if (cell === undefined) return undefined;
  const number = numberOf(cell);
  return number === undefined ? 'other' : new Intl.PluralRules(language).select(number);
}

import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { TypedNode } from './typed-tree.ts';

/** Columns with more places have no short form. Prices and rates have up to 4, and a product of two of them 8. */
export const COLUMN_PLACES = 4;
const maxPlaces = 9;
const maxDigits = 18;

/** How many places a decimal has in the short form of an expression; 0 for other types. */
export function placesOf(node: TypedNode): number {
  if (node.type !== 'decimal' || node.kind === 'missing') return 0;
  if (node.kind === 'column') return COLUMN_PLACES;
  if (node.kind === 'constant') return node.text.split('.')[1]?.length ?? 0;
  const places = node.args.map(placesOf);
  switch (node.name) {
    case 'multiply':
      return Math.min(maxPlaces, sum(places));
    case 'round':
      return Math.min(node.settings[0] ?? 0, ...places);
    case 'convert':
      return node.args[0]?.type === 'integer' ? 0 : maxPlaces;
    default:
      return Math.max(...places);
  }
}

/** Whether an expression has operations that are slow with 38 digits and can be done with 18. */
export function hasShortForm(node: TypedNode): boolean {
  const nodes = nodesOf(node);
  return nodes.some(isSlow) && nodes.every(isPossible);
}

/** On decimals they cost about the same. */
const plain = new Set(['case', 'coalesce', 'nullif', 'least', 'greatest', 'is-null', 'checked', 'abs']);
const onIntegers = new Set(['add', 'subtract', 'multiply', 'remainder', 'abs']);

function isSlow(node: TypedNode): boolean {
  if (node.kind !== 'operation') return false;
  const { name, type, args } = node;
  if (args.some((arg) => arg.type === 'decimal')) return !plain.has(name);
  return type === 'decimal' ? args[0]?.type === 'number' : type === 'integer' && onIntegers.has(name);
}

function isPossible(node: TypedNode): boolean {
  // The day of a moment is long SQL, with the offsets of a time zone, and would be written twice.
  if (node.type === 'datetime') return false;
  if (node.type !== 'decimal') return true;
  // It may have to be written with 9 places.
  if (node.kind === 'constant') return /^-?\d{1,9}(\.|$)/.test(node.text);
  return node.kind !== 'operation' || node.name !== 'multiply' || sum(node.args.map(placesOf)) < maxDigits;
}

export function decimalColumns(node: TypedNode): readonly DatasetColumn[] {
  const columns = nodesOf(node).flatMap((each) =>
    each.kind === 'column' && each.type === 'decimal' ? [each.column] : [],
  );
  return [...new Set(columns)];
}

function nodesOf(node: TypedNode): readonly TypedNode[] {
  return node.kind === 'operation' ? [node, ...node.args.flatMap(nodesOf)] : [node];
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

import type { DatasetColumn } from '@inlay/protocol/dataset';
import { wordsOfName } from '../datasets/measures/words-of-name.ts';

/** A column that says whose row it is, and the viewer's attribute to compare it with. */
export interface OwnerColumn {
  readonly column: string;
  readonly attribute: string;
  /** Lower for those that include others: a tenant has customers. */
  readonly rank: number;
  /** It names a customer of the product, not only a part of one such as a region. */
  readonly isStrong: boolean;
}

const list = (words: string): readonly string[] => words.split(' ');

/** In order: the first are the customers of most products. */
const CUSTOMERS = list(
  'tenant account organization organisation org customer client company workspace merchant partner vendor supplier ' +
    'dealer reseller franchise franchisee mandant kunde kunden firma',
);
const PARTS = list(
  'region country territory market branch store shop site location team department division',
);
const PEOPLE = list('owner user username email seller rep manager employee');
const NOUNS = [...CUSTOMERS, ...PARTS, ...PEOPLE];
const SUFFIXES = list('id key uuid guid code slug no nr number name email');

/** Columns that rows probably belong to a viewer by, the most likely first. */
export function proposeOwners(columns: readonly Column[], tableName = ''): readonly OwnerColumn[] {
  const found = columns.flatMap((column) => ownerOf(column) ?? []);
  const own = ownKey(columns, tableName);
  return (own ? [...found, own] : found)
    .toSorted((one, other) => one.rank - other.rank || one.suffix - other.suffix)
    .map(({ suffix: _, ...owner }) => owner);
}

type Column = Pick<DatasetColumn, 'name' | 'type'>;
type Ranked = OwnerColumn & { readonly suffix: number };

function ownerOf({ name, type }: Column): Ranked | undefined {
  const [first = '', second, ...more] = wordsOfName(name);
  if (more.length > 0 || (second !== undefined && !SUFFIXES.includes(second))) return undefined;
  // Whole numbers are keys only if their name says so: `store` may be a count.
  const isKey =
    type === 'string' || (type === 'integer' && (second !== undefined || CUSTOMERS.includes(first)));
  const rank = NOUNS.indexOf(first);
  if (!isKey || rank === -1) return undefined;
  const suffix = second === undefined ? SUFFIXES.length : SUFFIXES.indexOf(second);
  return { column: name, attribute: attributeOf(name), rank, isStrong: rank < CUSTOMERS.length, suffix };
}

/** Rows of `customers` belong to the customer with that id. */
function ownKey(columns: readonly Column[], tableName: string): Ranked | undefined {
  const words = wordsOfName(tableName);
  const noun = CUSTOMERS.find((each) => words.at(-1) === each || words.at(-1) === pluralOf(each));
  const key = columns.find(
    ({ name, type }) => /^(id|uuid|key)$/i.test(name) && (type === 'string' || type === 'integer'),
  );
  if (!noun || !key) return undefined;
  const attribute = `${noun}_${key.name.toLowerCase()}`;
  return { column: key.name, attribute, rank: CUSTOMERS.indexOf(noun), isStrong: true, suffix: 0 };
}

const pluralOf = (noun: string): string => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`);

/** `customerId` and `Customer ID` are compared with the attribute `customer_id`. */
const attributeOf = (column: string): string => wordsOfName(column).join('_');

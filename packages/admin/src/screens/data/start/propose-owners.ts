import type { DatasetColumn } from '@inlay/protocol/dataset';
import { wordsOfName } from '../datasets/words-of-name.ts';

/** A column that says whose row it is, and the viewer's attribute to compare it with. */
export interface OwnerColumn {
  readonly column: string;
  readonly attribute: string;
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
const SUFFIXES = list('id key uuid guid code slug no nr number name email');

/** Columns that rows probably belong to a viewer by, the most likely first. */
export function proposeOwners(
  columns: readonly Pick<DatasetColumn, 'name' | 'type'>[],
  tableName = '',
): readonly OwnerColumn[] {
  const found = columns.flatMap((column) => {
    const rank = rankOf(column);
    if (rank === undefined) return [];
    const isStrong = rank < PARTS_RANK;
    return [{ rank, column: column.name, attribute: attributeOf(column.name), isStrong }];
  });
  const own = ownKey(columns, tableName);
  return [...(own ? [{ ...own, rank: OWN_KEY_RANK }] : []), ...found]
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ rank: _, ...owner }) => owner);
}

/** After `tenant_id` of the same table. */
const OWN_KEY_RANK = 45;
const PARTS_RANK = 1000;

function rankOf({ name, type }: Pick<DatasetColumn, 'name' | 'type'>): number | undefined {
  const words = wordsOfName(name);
  const [first = '', second] = words;
  if (words.length > 2 || (second !== undefined && !SUFFIXES.includes(second))) return undefined;
  // Whole numbers are keys only if their name says so: `customers` may be a count.
  const isKey =
    type === 'string' || (type === 'integer' && (second !== undefined || CUSTOMERS.includes(first)));
  if (!isKey) return undefined;
  const suffix = second === undefined ? 5 : SUFFIXES.indexOf(second);
  const nouns = [...CUSTOMERS, ...Array(PARTS_RANK / 10 - CUSTOMERS.length).fill(''), ...PARTS, ...PEOPLE];
  const noun = nouns.indexOf(first);
  return noun === -1 ? undefined : noun * 10 + suffix;
}

/** Rows of `customers` belong to the customer with that id. */
function ownKey(
  columns: readonly Pick<DatasetColumn, 'name' | 'type'>[],
  tableName: string,
): OwnerColumn | undefined {
  const words = wordsOfName(tableName);
  const noun = CUSTOMERS.find((each) => words.at(-1) === each || words.at(-1) === pluralOf(each));
  const key = columns.find(
    ({ name, type }) => /^(id|uuid|key)$/i.test(name) && (type === 'string' || type === 'integer'),
  );
  if (!noun || !key) return undefined;
  return { column: key.name, attribute: `${noun}_${key.name.toLowerCase()}`, isStrong: true };
}

const pluralOf = (noun: string): string => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`);

/** `customerId` and `Customer ID` are compared with the attribute `customer_id`. */
const attributeOf = (column: string): string => wordsOfName(column).join('_');

import type { Relationship } from '@inlay/protocol/dataset';
import type { ColumnType } from '@inlay/protocol/result';
import type { EngineName } from '@inlay/server/platform/engines/engines';
import { TEST_ENGINES } from '../engines/test-engines.ts';
import { COMPUTED } from './computed-columns.ts';
import type { Random } from './random.ts';

/** Numbers are their digits, so that no double rounds them. */
export type ShopCell = string | boolean | null;
export type ShopRow = Readonly<Record<string, ShopCell>>;
export type Shop = Readonly<Record<TableName, readonly ShopRow[]>>;

/** The tables. Every type occurs as a key or as a value somewhere; no table is only keys. */
export const TABLES = {
  regions: { code: 'string', country: 'string', area: 'decimal', people: 'integer', founded: 'date' },
  stores: {
    country: 'string',
    no: 'integer',
    region_code: 'string',
    name: 'string',
    rating: 'number',
    open: 'boolean',
    opened: 'date',
  },
  customers: {
    id: 'integer',
    region_code: 'string',
    referrer_id: 'integer',
    segment: 'string',
    credit: 'decimal',
    score: 'number',
    active: 'boolean',
    joined: 'date',
    seen: 'datetime',
  },
  profiles: {
    customer_id: 'integer',
    tier: 'string',
    vip: 'boolean',
    points: 'integer',
    cap: 'decimal',
    extra: 'json',
  },
  orders: {
    id: 'integer',
    customer_id: 'integer',
    country: 'string',
    store_no: 'integer',
    status: 'string',
    amount: 'decimal',
    quantity: 'integer',
    weight: 'number',
    paid: 'boolean',
    day: 'date',
    created: 'datetime',
  },
  items: {
    order_id: 'integer',
    product: 'string',
    price: 'decimal',
    quantity: 'integer',
    shipped: 'date',
  },
} as const satisfies Record<string, Record<string, ColumnType>>;
export type TableName = keyof typeof TABLES;
export const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[];

/** Columns with values that doubles round: identifiers and some amounts. */
export const EXACT: readonly string[] = [
  'id',
  'customer_id',
  'referrer_id',
  'order_id',
  'people',
  'credit',
  'cap',
  'twice',
];

export const columnsOf = (table: TableName): readonly (readonly [string, ColumnType])[] =>
  Object.entries(TABLES[table]);

type ShopRelationship = Omit<Relationship, 'dataset'> & {
  readonly from: TableName;
  readonly to: TableName;
};

const byOrder = [{ own: 'order_id', other: 'id' }];
const byCustomer = [{ own: 'customer_id', other: 'id' }];
const byStore = [
  { own: 'country', other: 'country' },
  { own: 'store_no', other: 'no' },
];
const byRegion = [{ own: 'region_code', other: 'code' }];
const reversed = (columns: Relationship['columns']) =>
  columns.map(({ own, other }) => ({ own: other, other: own }));

/** Chains, both directions, composite keys, a diamond (orders to regions), and a dataset related to itself. */
export const RELATIONSHIPS: readonly ShopRelationship[] = [
  { from: 'items', to: 'orders', name: 'order', kind: 'many-to-one', columns: byOrder },
  { from: 'orders', to: 'items', name: 'lines', kind: 'one-to-many', columns: reversed(byOrder) },
  { from: 'orders', to: 'customers', name: 'customer', kind: 'many-to-one', columns: byCustomer },
  { from: 'customers', to: 'orders', name: 'orders', kind: 'one-to-many', columns: reversed(byCustomer) },
  { from: 'orders', to: 'stores', name: 'store', kind: 'many-to-one', columns: byStore },
  { from: 'stores', to: 'orders', name: 'sold', kind: 'one-to-many', columns: reversed(byStore) },
  { from: 'customers', to: 'regions', name: 'region', kind: 'many-to-one', columns: byRegion },
  { from: 'regions', to: 'customers', name: 'people_of', kind: 'one-to-many', columns: reversed(byRegion) },
  { from: 'stores', to: 'regions', name: 'area_of', kind: 'many-to-one', columns: byRegion },
  { from: 'regions', to: 'stores', name: 'stores', kind: 'one-to-many', columns: reversed(byRegion) },
  { from: 'customers', to: 'profiles', name: 'profile', kind: 'one-to-one', columns: reversed(byCustomer) },
  { from: 'profiles', to: 'customers', name: 'owner', kind: 'one-to-one', columns: byCustomer },
  {
    from: 'customers',
    to: 'customers',
    name: 'referrer',
    kind: 'many-to-one',
    columns: [{ own: 'referrer_id', other: 'id' }],
  },
  // Wrong: several customers may have the same segment.
  {
    from: 'orders',
    to: 'customers',
    name: 'namesake',
    kind: 'many-to-one',
    columns: [{ own: 'status', other: 'segment' }],
  },
];

const codes = ['EU', 'eu', 'EU ', 'US', 'É', 'E', 'a_b', "O'Neil", '日本', '😀', '100%', '\\'] as const;
const ids = ['1', '2', '3', '4', '5', '6', '7', '9007199254740992', '9007199254740993'] as const;
const texts = ['small', 'Small', 'small ', 'größe', 'B%', "it's", '', '中', 'z'] as const;
/** Doubles hold these and their sums exactly, so that equal ratios and averages are equal on every engine. */
const decimals = ['0', '0.25', '0.5', '12.75', '-7.5', '100'] as const;
const integers = ['0', '1', '2', '3', '-4', '12', '100'] as const;
const numbers = ['0', '0.125', '2.5', '-1.75', '8', '0.375', '1000'] as const;
const exactDecimals = [...decimals, '0.1', '0.2', '0.0001', '12.34', '90071992547409931.2345'] as const;
const exactIntegers = [...integers, '9007199254740992', '9007199254740993'] as const;
const days = [
  '2024-02-29',
  '2024-07-14',
  '2024-12-30',
  '2024-12-31',
  '2025-01-01',
  '2025-01-05',
  '2025-02-28',
  '2025-03-31',
  '2025-07-14',
] as const;
const moments = [
  '2024-12-31T23:30:00.000Z',
  '2025-01-01T00:30:00.000Z',
  '2025-03-30T00:59:59.000Z',
  '2025-03-30T01:00:00.000Z',
  '2025-07-14T22:00:00.000Z',
] as const;

/** Rows with nulls, orphans, several rows per key on the many side, and texts that engines like to confuse. */
export function makeShop(random: Random): Shop {
  const { pick, sample, integer } = random;
  const orNull = <T extends ShopCell>(items: readonly T[]): T | null =>
    random.chance(0.2) ? null : pick(items);
  const flag = () => orNull([true, false]);
  const rows = <T>(count: number, make: (index: number) => T): readonly T[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const regions = sample(codes, 7).map((code) => ({
    code,
    country: orNull(['CH', 'ch', 'DE']),
    area: orNull(decimals),
    people: orNull(exactIntegers),
    founded: orNull(days),
  }));
  const storeKeys = sample(
    ['CH', 'ch', 'DE'].flatMap((country) => ['1', '2', '3'].map((no) => ({ country, no }))),
    5,
  );
  const stores = storeKeys.map((key) => ({
    ...key,
    region_code: orNull(codes),
    name: orNull(texts),
    rating: orNull(numbers),
    open: flag(),
    opened: orNull(days),
  }));
  const customers = sample(ids, 7).map((id) => ({
    id,
    region_code: orNull(codes),
    referrer_id: orNull(ids),
    segment: orNull(texts),
    credit: orNull(exactDecimals),
    score: orNull(numbers),
    active: flag(),
    joined: orNull(days),
    seen: orNull(moments),
  }));
  const profiles = sample(ids, 6).map((customer_id) => ({
    customer_id,
    tier: orNull(texts),
    vip: flag(),
    points: orNull(integers),
    cap: orNull(exactDecimals),
    extra: orNull(['{"a": "it\'s"}', '[1, null]', '0']),
  }));
  const orders = rows(18, (index) => ({
    id: index === 17 ? '9007199254740993' : index === 16 ? '9007199254740992' : String(index),
    customer_id: orNull(ids),
    country: orNull(['CH', 'ch', 'DE']),
    store_no: orNull(['1', '2', '3']),
    status: orNull(texts),
    amount: orNull(decimals),
    quantity: orNull(integers),
    weight: orNull(numbers),
    paid: flag(),
    day: orNull(days),
    created: orNull(moments),
  }));
  const items = rows(26, () => ({
    order_id: orNull([...orders.map(({ id }) => id), '77', String(integer(4))]),
    product: orNull(texts),
    price: orNull(decimals),
    quantity: orNull(integers),
    shipped: orNull(days),
  }));
  return {
    regions: withComputed('regions', regions),
    stores: withComputed('stores', stores),
    customers: withComputed('customers', customers),
    profiles: withComputed('profiles', profiles),
    orders: withComputed('orders', orders),
    items: withComputed('items', items),
  };
}

/** The rows with the values of computed columns, which the table does not have. */
function withComputed(table: TableName, rows: readonly ShopRow[]): readonly ShopRow[] {
  return rows.map((row) => {
    const all = { ...row };
    for (const { name, evaluate } of COMPUTED[table]) all[name] = evaluate(all);
    return all;
  });
}

/** Statements that create and fill the tables. */
export function createShop(engine: EngineName, shop: Shop): readonly string[] {
  const { quote, types, decimal, tableSuffix, literal } = TEST_ENGINES[engine].sql;
  const typeOf = (type: ColumnType) => (type === 'decimal' ? decimal(24, 4) : types[type]);
  return TABLE_NAMES.flatMap((table) => {
    const columns = columnsOf(table);
    const list = columns.map(([name, type]) => `${quote}${name}${quote} ${typeOf(type)}`).join(', ');
    const rows = shop[table].map(
      (row) => `(${columns.map(([name, type]) => literal(row[name] ?? null, type)).join(', ')})`,
    );
    return [
      `CREATE TABLE ${table} (${list})${tableSuffix}`,
      `INSERT INTO ${table} VALUES ${rows.join(', ')}`,
    ];
  });
}

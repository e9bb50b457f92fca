import assert from 'node:assert/strict';
import type { Dataset } from '@inlay/protocol/dataset';
import type { RowRule } from '@inlay/protocol/rule';
import type { EngineName } from '@inlay/server/platform/engines/engines';
import type { DataClient } from '../data/data-client.ts';
import { skipEngine } from '../engines/skip-engine.ts';
import { ENGINE_NAMES } from '../engines/test-engines.ts';
import { PEOPLE, type Person, TENANTS, type Tenant, tablesOf } from './isolation-tables.ts';
import { type IsolatedTenants, startTenants } from './isolation-tenants.ts';

export const RUNNING = ENGINE_NAMES.filter((engine) => !skipAttacks(engine));

/** One engine in the merge tier: attacks take long, and the same plan denies rows and columns on all engines. */
export function skipAttacks(engine: EngineName): string | false {
  return skipEngine(engine, ['duckdb']);
}

const MARKER = /\b(demo|acme):(ann|bob|cat):\d+/g;

const context = (path: string) => ({ context: `attributes.${path}` as const });

const ofOwner: RowRule = {
  column: 'account.owner.name',
  operator: 'equals',
  value: context('account'),
};

/** One rule per operator; each grants users exactly their own rows. */
export const RULES: Readonly<Record<string, Partial<Dataset>>> = {
  equals: one({ column: 'account', operator: 'equals', value: context('account') }),
  in: one({ column: 'account', operator: 'in', values: context('accounts') }),
  contains: one({ column: 'marker', operator: 'contains', value: context('account') }),
  between: one({ column: 'number', operator: 'between', from: context('number'), to: context('number') }),
  'less and greater': one({
    and: [
      { column: 'number', operator: 'greater', value: context('below') },
      { column: 'number', operator: 'less', value: context('above') },
    ],
  }),
  'or equal': one({
    and: [
      { column: 'number', operator: 'greater-or-equal', value: context('number') },
      { column: 'number', operator: 'less-or-equal', value: context('number') },
    ],
  }),
  'not-in': one({ column: 'account', operator: 'not-in', values: context('others') }),
  'not-equals': one({
    and: [
      { column: 'account', operator: 'not-equals', value: context('other') },
      { column: 'account', operator: 'not-equals', value: context('another') },
    ],
  }),
  'is-set': one({
    and: [
      { column: 'account', operator: 'is-set' },
      { column: 'account', operator: 'equals', value: context('account') },
      { column: 'nothing', operator: 'is-not-set' },
    ],
  }),
  username: one({ column: 'owner', operator: 'equals', value: { context: 'username' } }),
  groups: {
    groupRules: PEOPLE.map((account) => ({
      group: `team ${account}`,
      rule: { column: 'account', operator: 'equals', value: account },
    })),
  },
  'context conditions': one({
    or: PEOPLE.map((account) => ({
      and: [
        { context: 'attributes.account', operator: 'equals', value: account },
        { column: 'account', operator: 'equals', value: account },
      ],
    })),
  }),
  'a date': one({ column: 'day', operator: 'equals', value: context('day') }),
  'odd names': one({
    and: [
      { column: 'account', operator: 'equals', value: { context: 'attributes.__proto__' } },
      { column: 'account', operator: 'equals', value: { context: 'attributes.constructor' } },
    ],
  }),
  sql: { rowRules: [{ all: true }] },
  follow: one({ follow: 'account' }),
  'follow two steps': one({ follow: 'account.owner' }),
  'related column': one(ofOwner),
  'related not-in': one({ column: 'account.owner.name', operator: 'not-in', values: context('others') }),
  'related is-not-set': one({
    and: [{ column: 'account.owner.closed', operator: 'is-not-set' }, { follow: 'account' }],
  }),
  'related by text': one({ column: 'named.name', operator: 'equals', value: context('account') }),
  'related groups': {
    groupRules: PEOPLE.map((account) => ({
      group: `team ${account}`,
      rule: {
        and: [{ follow: 'account' }, { column: 'account.owner.name', operator: 'equals', value: account }],
      },
    })),
  },
};

function one(rule: RowRule): Partial<Dataset> {
  return { rowRules: [rule] };
}

/** What a customer's server signs for one of its people. `__proto__` is an own key here, as JSON makes it. */
export function contextOf(person: Person): Record<string, unknown> {
  const number = PEOPLE.indexOf(person);
  const others = PEOPLE.filter((other) => other !== person);
  const attributes = JSON.parse(
    JSON.stringify({
      account: person,
      accounts: [person],
      number,
      below: number - 1,
      above: number + 1,
      others,
      other: others[0],
      another: others[1],
      day: `2026-01-0${number + 1}`,
      constructor: person,
    }).replace('{', `{"__proto__":"${person}",`),
  );
  return {
    username: `${person}@customer.example`,
    workspace_id: 'main',
    roles: ['USER'],
    privileges: {},
    groups: [`team ${person}`],
    attributes,
  };
}

/** A dataset per rule and engine, and one that everybody may see with a relationship to it. */
export async function buildWorld(): Promise<IsolatedTenants> {
  const tenants = await startTenants(tablesOf, RUNNING);
  for (const tenant of TENANTS) await describeData(tenants.clients[tenant]);
  return tenants;
}

async function describeData(client: DataClient): Promise<void> {
  const source = (engine: string, table: string) =>
    engine === 'duckdb' ? { kind: 'file', file: table } : { kind: 'table', table };
  const sql = 'SELECT * FROM orders WHERE account = {{ attributes.account }}';
  for (const engine of RUNNING) {
    // Nobody has access to the name that decides.
    await client.create('datasets', {
      id: ownersId(engine),
      name: 'Owners',
      connectionId: engine,
      source: source(engine, 'owners'),
      columns: columnsOf('owners').map((column) =>
        column.name === 'name' ? { ...column, access: [] } : column,
      ),
      rowRules: [{ column: 'name', operator: 'equals', value: context('account') }],
    });
    await client.create('datasets', {
      id: accountsId(engine),
      name: 'Accounts',
      connectionId: engine,
      source: source(engine, 'accounts'),
      columns: columnsOf('accounts'),
      relationships: [toOne('owner', ownersId(engine), 'owner_id', 'id')],
      rowRules: [{ follow: 'owner' }],
    });
    for (const [name, rules] of Object.entries(RULES)) {
      const related = [
        toOne('account', accountsId(engine), 'number', 'id'),
        toOne('named', ownersId(engine), 'account', 'name'),
      ];
      const [orders, links] = [datasetId(engine, name), linksId(engine, name)];
      await client.create('datasets', {
        id: orders,
        name,
        connectionId: engine,
        source: name === 'sql' ? { kind: 'sql', sql } : source(engine, 'orders'),
        columns: orderColumns,
        measures: [
          { name: 'total', kind: 'sum', column: 'amount' },
          { name: 'rows', kind: 'count' },
          { name: 'last', kind: 'max', column: 'marker' },
        ],
        relationships: related,
        ...rules,
      });
      await client.create('datasets', {
        id: links,
        name: `Links to ${name}`,
        connectionId: engine,
        source: source(engine, 'links'),
        measures: [{ name: 'links', kind: 'count' }],
        relationships: [toOne('order', orders, 'order_id', 'id')],
        segmented: false,
      });
      const { status, body } = await client.ask(`datasets/${orders}`, {
        method: 'PATCH',
        headers: { 'if-match': '*' },
        body: {
          relationships: [
            ...related,
            {
              name: 'linked',
              dataset: links,
              kind: 'one-to-many',
              columns: [{ own: 'id', other: 'order_id' }],
            },
          ],
        },
      });
      assert.equal(status, 200, JSON.stringify(body));
    }
  }
}

const toOne = (name: string, dataset: string, own: string, other: string) => ({
  name,
  dataset,
  kind: 'many-to-one',
  columns: [{ own, other }],
});

function columnsOf(table: keyof ReturnType<typeof tablesOf>) {
  return Object.entries(tablesOf('demo')[table].columns).map(([name, type]) => ({
    name,
    type: type.startsWith('varchar') ? 'string' : type,
  }));
}

/** Authors may aggregate the columns that tell whose a row is. */
const orderColumns = columnsOf('orders').map(({ name, type }) => ({
  name,
  type,
  ...(['marker', 'account', 'day'].includes(name)
    ? { aggregations: ['count', 'distinct', 'min', 'max'] }
    : {}),
  ...(name === 'amount' ? { aggregations: ['sum', 'median'] } : {}),
}));

/** The dataset that everybody may see, with a relationship to the one that has the rule. */
export const linksId = (engine: string, rule: string) => `${datasetId(engine, rule)}-links`;
export const accountsId = (engine: string) => `${engine}-accounts`;
export const ownersId = (engine: string) => `${engine}-owners`;
export const datasetId = (engine: string, rule: string) => `${engine}-${rule.replaceAll(' ', '-')}`;

/** The markers in a response of any shape that belong to another user or tenant. */
export function foreignIn(response: unknown, tenant: Tenant, person: Person): readonly string[] {
  const found = JSON.stringify(response).match(MARKER) ?? [];
  return found.filter((marker) => !marker.startsWith(`${tenant}:${person}:`));
}

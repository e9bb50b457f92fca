import type { ConnectionRequest, Expected, HostileCase } from './hostile-case.ts';
import { EVERYWHERE, HTTP_MISBEHAVIORS, TLS_MISBEHAVIORS } from './http-attacks.ts';
import {
  type HttpAttack,
  type HttpRequest,
  type HttpResponse,
  type HttpRoute,
  httpServer,
  respond,
  respondWith,
} from './http-exchange.ts';
import { endlessly, type Part } from './part.ts';

/** What a server responds to: a statement, a request for its page, and one to cancel it. */
type Place = 'statement' | 'page' | 'cancel';

type Page = Readonly<Record<string, unknown>>;

const NEXT = 'http://127.0.0.1/v1/statement/executing/1';
const STATEMENT: Page = { id: 'q', nextUri: NEXT, stats: { state: 'QUEUED' } };
const column = (name: string, type: string) => ({ name, type });
const ROWS: Page = {
  id: 'q',
  columns: [column('d0', 'varchar'), column('m0', 'bigint')],
  data: [
    ['Oslo', 7],
    ['Rome', 9],
  ],
};
const TABLES: Page = {
  id: 'q',
  columns: ['table_schema', 'table_name', 'column_name', 'data_type', 'is_nullable'].map((name) =>
    column(name, 'varchar'),
  ),
  data: [['sales', 't', 'city', 'varchar', 'YES']],
};

function trino(attack: HttpAttack<Place>): HostileCase['script'] {
  // Otherwise nobody would cancel a query.
  const isCancelled = attack.at.includes('cancel');
  return (certificate) => {
    // Queries for rows and for tables run side by side, each on its own page.
    const route = ({ method, path, body }: HttpRequest): HttpRoute<Place> => {
      if (method === 'DELETE') return { place: 'cancel', response: { body: '' } };
      if (method === 'POST') {
        const nextUri = body.includes('information_schema') ? `${NEXT}?tables` : NEXT;
        return { place: 'statement', response: { body: JSON.stringify({ ...STATEMENT, nextUri }) } };
      }
      const isForTables = path.endsWith('?tables');
      const isEndless = isCancelled && !isForTables;
      return { place: 'page', response: { body: JSON.stringify(isForTables ? TABLES : ROWS) }, isEndless };
    };
    return httpServer(attack, route, certificate);
  };
}

const EVERY: readonly ConnectionRequest[] = ['test', 'tables', 'query'];
const PHASES = {
  'as a statement begins': { at: ['statement'], affects: ['tables', 'query'] },
  'as rows': { at: ['page'], affects: ['tables', 'query'] },
  'as a query is canceled': { at: ['cancel'], affects: ['query'] },
} as const satisfies Readonly<
  Record<string, { readonly at: readonly Place[]; readonly affects: readonly ConnectionRequest[] }>
>;
type Phase = keyof typeof PHASES;

function hostile(
  name: string,
  phase: Phase,
  parts: (good: HttpResponse) => readonly Part[],
  expected: Expected = 'fails',
): HostileCase {
  const { at, affects } = PHASES[phase];
  return { name: `${name} ${phase}`, expected, affects, script: trino({ at, parts }) };
}

/** How a query ends does not depend on the response to its cancellation: it takes too long. */
const overHttp = (Object.keys(PHASES) as Phase[]).flatMap((phase) =>
  Object.entries(HTTP_MISBEHAVIORS)
    // The rest is up to Node's client, as with ClickHouse.
    .filter(
      ([name]) => EVERYWHERE.includes(name) || (phase === 'as rows' && name.startsWith('responds with')),
    )
    .map(([name, { parts, expected }]) =>
      hostile(name, phase, parts, phase === 'as a query is canceled' ? 'fails' : expected),
    ),
);

/** Bodies that are no page. */
const BODIES: Readonly<Record<string, string>> = {
  'sends an empty body': '',
  'sends a null': 'null',
  'sends an array': '[]',
  'sends a text': '"Oslo"',
  'sends a number': '7',
  'sends an empty object': '{}',
  'sends half of an object': '{"id":"q","data":[["Oslo"',
  'sends two objects': '{}{}',
  'sends zero bytes': '\0'.repeat(1000),
};

/** Fields that are not what they should be. */
const FIELDS: Readonly<Record<string, Page>> = {
  'sends a number for the next page': { nextUri: 7 },
  'sends an object for the next page': { nextUri: {} },
  'sends an empty text for the next page': { nextUri: '' },
  'sends a text for the next page that is no address': { nextUri: 'http://[' },
  'sends an address of 1 MB for the next page': { nextUri: `${NEXT}?${'x'.repeat(1_000_000)}` },
  'sends an address with line breaks for the next page': { nextUri: `${NEXT}\r\nX: y` },
  'sends columns that are null': { columns: null },
  'sends columns that are an object': { columns: {} },
  'sends columns that are a text': { columns: 'Oslo' },
  'sends columns that are an empty array': { columns: [] },
  'sends a column that is null': { columns: [null, null] },
  'sends columns without names': { columns: [{}, {}] },
  'sends columns with numbers for names': {
    columns: [
      { name: 1, type: 2 },
      { name: 1, type: 2 },
    ],
  },
  'sends data that is an object': { data: {} },
  'sends data that is a text': { data: 'Oslo' },
  'sends data that is a number': { data: 7 },
  'sends rows that are null': { data: [null] },
  'sends rows that are numbers': { data: [7] },
  'sends rows that are texts': { data: ['Oslo'] },
  'sends rows that are objects': { data: [{ d0: 'Oslo' }] },
  'sends rows that are too short': { data: [['Oslo']] },
  'sends rows that are too long': { data: [['Oslo', 7, 8, 9]] },
  'sends rows without columns': { columns: undefined },
  'sends an error that is an empty object': { error: {} },
  'sends an error that is a text': { error: 'Oslo' },
  'sends an error whose fields are objects': { error: { message: {}, errorName: {}, errorType: {} } },
  'sends an error of 30 MB': { error: { message: 'x'.repeat(30_000_000), errorName: 'X', errorType: 'Y' } },
};

function withFields(good: HttpResponse, fields: Page): Buffer {
  return respondWith(JSON.stringify({ ...(JSON.parse(good.body) as Page), ...fields }));
}

const pages = (['as a statement begins', 'as rows'] as const).flatMap((phase) => [
  ...Object.entries(BODIES).map(([name, body]) => hostile(name, phase, () => [respondWith(body)])),
  ...Object.entries(FIELDS)
    // The first page has no rows yet.
    .filter(([name]) => phase === 'as rows' || /next page|error/.test(name))
    .map(([name, fields]) =>
      // An address that is odd, but one, leads to a page like any other.
      hostile(
        name,
        phase,
        (good) => [withFields(good, fields)],
        phase === 'as rows' || name.includes('error') ? 'fails' : 'either',
      ),
    ),
]);

/** Large values, made once and only if they are sent. */
const lazily = (make: () => string) => {
  let made: Buffer | undefined;
  return (): readonly Part[] => {
    made ??= respondWith(make());
    return [made];
  };
};
const page = (data: string) => `{"columns":${JSON.stringify(ROWS.columns)},"data":[${data}]}`;
const rows = (bytes: number) => {
  const row = '["Oslo",9007199254740993]';
  return Array.from({ length: Math.floor(bytes / (row.length + 1)) }, () => row).join(',');
};
const large = [
  hostile(
    'sends a page of 8 MB',
    'as rows',
    lazily(() => page(rows(8_000_000))),
    'either',
  ),
  hostile(
    'sends a page of 55 MB',
    'as rows',
    lazily(() => page(rows(55_000_000))),
    'either',
  ),
  hostile(
    'sends a page of 100 MB',
    'as rows',
    lazily(() => page(rows(100_000_000))),
  ),
  hostile(
    'sends a text of 50 MB',
    'as rows',
    lazily(() => page(`["${'x'.repeat(50_000_000)}",7]`)),
    'either',
  ),
  hostile(
    'sends a number of a million digits',
    'as rows',
    lazily(() => page(`["Oslo",${'7'.repeat(1_000_000)}]`)),
    'either',
  ),
  hostile(
    'nests arrays 100,000 times',
    'as rows',
    lazily(() => page(`[${'['.repeat(100_000)}${']'.repeat(100_000)},7]`)),
  ),
  hostile(
    'opens a million arrays',
    'as rows',
    lazily(() => page('['.repeat(1_000_000))),
  ),
  hostile(
    'names 300,000 columns',
    'as rows',
    lazily(() =>
      JSON.stringify({
        columns: Array.from({ length: 300_000 }, (_, index) => column(`c${index}`, 'bigint')),
        data: [[1]],
      }),
    ),
  ),
  hostile(
    'sends an object with a million fields',
    'as rows',
    lazily(() => `{${Array.from({ length: 1_000_000 }, (_, index) => `"f${index}":1`).join(',')}}`),
  ),
];

const endless = [
  hostile(
    'sends a type of 1 MB',
    'as rows',
    (good) => [
      withFields(good, { columns: [column('d0', 'array('.repeat(170_000)), column('m0', 'bigint')] }),
    ],
    'either',
  ),
  hostile('points every page to itself', 'as rows', (good) => [
    withFields(good, { nextUri: NEXT, data: undefined, columns: undefined }),
  ]),
  hostile(
    'points every page to itself and has rows',
    'as rows',
    (good) => [withFields(good, { nextUri: NEXT })],
    'either',
  ),
  hostile('sends rows without end', 'as rows', () => [
    respond(['Connection: close'], '{"columns":[],"data":['),
    endlessly(Buffer.from('["Oslo",7],')),
  ]),
];

const encryption = Object.entries(TLS_MISBEHAVIORS).map(
  ([name, handshake]): HostileCase => ({
    name,
    expected: 'fails',
    affects: EVERY,
    needsTls: true,
    script: trino({ at: [], parts: () => [], handshake }),
  }),
);

export const TRINO_REPRESENTATIVES = [
  'does nothing wrong as rows',
  'sends noise as a statement begins',
  'responds with 503 as a statement begins',
  'responds with 204 as rows',
  'sends headers without end as rows',
  'sends bytes without end as rows',
  'sends a page of 8 MB as rows',
  'sends a page of 55 MB as rows',
  'points every page to itself as rows',
  'sends data that is an object as rows',
  'sends columns that are null as rows',
  'nests arrays 100,000 times as rows',
  'sends bytes without end as a query is canceled',
  'sends a byte at a time, slowly, as rows',
  'sends noise in place of a TLS handshake',
];

export const TRINO_CASES: readonly HostileCase[] = [
  hostile('does nothing wrong', 'as rows', ({ body }) => [respondWith(body)], 'answers'),
  ...overHttp,
  ...pages,
  ...large,
  ...endless,
  ...encryption,
];

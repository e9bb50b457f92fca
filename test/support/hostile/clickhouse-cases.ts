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
import { end, endlessly, type Part } from './part.ts';

/** What a server responds to: the first query of a connection, a query, the query for its tables, and a kill. */
type Place = 'settings' | 'rows' | 'tables' | 'kill';

const lines = (...values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const NAMES = ['d0', 'm0'];
const TYPES = ['String', 'UInt64'];
const ROWS = lines(NAMES, TYPES, ['Oslo', '7'], ['Rome', '9']);
const TABLES = lines(
  ['database', 'table', 'name', 'type'],
  ['String', 'String', 'String', 'String'],
  ['sales', 't', 'city', 'String'],
);
const PING = lines(['1'], ['UInt8'], [1]);

function clickhouse(attack: HttpAttack<Place>): HostileCase['script'] {
  // Otherwise nobody would kill a query.
  const isEndless = attack.at.includes('kill');
  const route = ({ body }: HttpRequest): HttpRoute<Place> => {
    if (body.includes('getSetting')) return { place: 'settings', response: { body: '0\n' } };
    if (body.includes('KILL QUERY')) return { place: 'kill', response: { body: '' } };
    if (body.includes('system.columns')) return { place: 'tables', response: { body: TABLES } };
    if (/^SELECT 1\b/.test(body)) return { place: 'rows', response: { body: PING } };
    return { place: 'rows', response: { body: ROWS }, isEndless };
  };
  return (certificate) => httpServer(attack, route, certificate);
}

const EVERY: readonly ConnectionRequest[] = ['test', 'tables', 'query'];
const PHASES = {
  'as settings': { at: ['settings'], affects: EVERY },
  'as rows': { at: ['rows', 'tables'], affects: ['tables', 'query'] },
  'as a query is killed': { at: ['kill'], affects: ['query'] },
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
  return { name: `${name} ${phase}`, expected, affects, script: clickhouse({ at, parts }) };
}

/** These leave settings out, which a driver may do without. */
const WITHOUT_SETTINGS = ['responds with 204', 'packs 600 MB into its body'];

/** How a query ends does not depend on the response to its kill: it takes too long. */
const overHttp = (Object.keys(PHASES) as Phase[]).flatMap((phase) =>
  Object.entries(HTTP_MISBEHAVIORS)
    .filter(([name]) => phase === 'as rows' || EVERYWHERE.includes(name))
    .map(([name, { parts, expected }]) => {
      if (phase === 'as settings' && WITHOUT_SETTINGS.includes(name))
        return hostile(name, phase, parts, 'either');
      return hostile(name, phase, parts, phase === 'as a query is killed' ? 'fails' : expected);
    }),
);

/** Bodies that are no rows. */
const BODIES: Readonly<Record<string, string | (() => string)>> = {
  'sends an empty body': '',
  'sends an empty line': '\n',
  'sends a text': 'Oslo\n',
  'sends an object': '{}\n',
  'sends a null': 'null\n',
  'sends only names': lines(NAMES),
  'leaves out the types': lines(NAMES, ['Oslo', '7']),
  'sends names that are numbers': lines([1, 2], TYPES, ['Oslo', '7']),
  'sends names that are null': lines(null, TYPES, ['Oslo', '7']),
  'sends names that are objects': lines([{}, []], TYPES, ['Oslo', '7']),
  'sends types that are null': lines(NAMES, null, ['Oslo', '7']),
  'sends types that are numbers': lines(NAMES, 7, ['Oslo', '7']),
  'sends more names than types': lines([...NAMES, 'x'], TYPES, ['Oslo', '7']),
  'sends a row that is an object': lines(NAMES, TYPES, { d0: 'Oslo', m0: '7' }),
  'sends a row that is a text': lines(NAMES, TYPES, 'Oslo'),
  'sends a row that is null': lines(NAMES, TYPES, null),
  'sends a row that is too short': lines(NAMES, TYPES, ['Oslo']),
  'sends a row that is empty': lines(NAMES, TYPES, []),
  'sends a row that is too long': lines(NAMES, TYPES, ['Oslo', '7', '8']),
  'sends a row that is not JSON': `${lines(NAMES, TYPES)}["Oslo",\n`,
  'leaves out the end of its only row': `${lines(NAMES, TYPES)}["Oslo"`,
  'leaves out the last line break': `${lines(NAMES, TYPES)}["Oslo","7"]`,
  'sends an exception in place of a row': `${lines(NAMES, TYPES)}Code: 395. DB::Exception: odd\n`,
  'sends a row of zero bytes': `${lines(NAMES, TYPES)}${'\0'.repeat(1000)}\n`,
  'nests arrays 100,000 times': () =>
    `${lines(NAMES, TYPES)}[${'['.repeat(100_000)}${']'.repeat(100_000)},"7"]\n`,
  'opens a million arrays': () => `${lines(NAMES, TYPES)}${'['.repeat(1_000_000)}\n`,
  'names 300,000 columns': () =>
    lines(
      Array.from({ length: 300_000 }, (_, index) => `c${index}`),
      TYPES,
    ),
};
const bodies = Object.entries(BODIES).map(([name, body]) =>
  hostile(name, 'as rows', () => [respondWith(typeof body === 'string' ? body : body())]),
);
/** A driver needs only one value of these, and does without. */
const settings = [
  '',
  '\n',
  'Oslo\n',
  '{}\n',
  'null\n',
  '[]\n',
  '[{}]\n',
  '[7',
  `[${'['.repeat(100_000)}`,
].map((body) =>
  hostile(
    `sends '${body.trim().slice(0, 10)}' (${body.length} bytes)`,
    'as settings',
    () => [respondWith(body)],
    'either',
  ),
);

const chunk = (text: string) => Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
const begun = (text: string, ...headers: readonly string[]) => [
  respond(['Transfer-Encoding: chunked', ...headers]),
  chunk(text),
];
const endless = [
  hostile(
    'sends rows without end',
    'as rows',
    ({ body }) => [...begun(body), endlessly(chunk(body.split('\n').slice(-2).join('\n').repeat(1000)))],
    'either',
  ),
  hostile('sends a row without end', 'as rows', () => [
    ...begun(`${lines(NAMES, TYPES)}["`),
    endlessly(chunk('x'.repeat(65_536))),
  ]),
  hostile('sends names without end', 'as rows', () => [
    ...begun('["'),
    endlessly(chunk('d0","'.repeat(10_000))),
  ]),
  hostile('sends settings without end', 'as settings', () => [
    ...begun(lines(['0'])),
    endlessly(chunk(lines(['0']).repeat(1000))),
  ]),
  hostile('sends a setting without end', 'as settings', () => [
    ...begun('["'),
    endlessly(chunk('x'.repeat(65_536))),
  ]),
];

/** ClickHouse 25.11 marks exceptions in the middle of a result. */
const exceptions = [
  '',
  '\r\n__exception__\r\n',
  '\r\n__exception__\r\ntag\r\nodd\r\n-5 tag\r\n__exception__\r\n',
].map((text, index) =>
  hostile(`marks an exception wrongly (${index + 1})`, 'as rows', () => [
    ...begun(`${lines(NAMES, TYPES)}${text}\r\n`, 'X-ClickHouse-Exception-Tag: tag'),
    chunk(''),
    end,
  ]),
);
const types = [
  hostile(
    'names a type of 10 MB',
    'as rows',
    ({ body }) => {
      const [, , ...rows] = body.split('\n');
      const width = (JSON.parse(rows[0] ?? '[]') as readonly unknown[]).length;
      return [
        respondWith(
          `${lines(NAMES, Array(width).fill('LowCardinality('.repeat(700_000 / width)))}${rows.join('\n')}`,
        ),
      ];
    },
    'either',
  ),
];
const headers = [
  hostile('sends a code of an exception with rows', 'as rows', ({ body }) => [
    respond(['X-ClickHouse-Exception-Code: odd', `Content-Length: ${body.length}`], body),
  ]),
  hostile(
    'sends a summary that is not JSON',
    'as rows',
    ({ body }) => [respond(['X-ClickHouse-Summary: {', `Content-Length: ${body.length}`], body)],
    'either',
  ),
  hostile(
    'keeps connections for no time',
    'as rows',
    ({ body }) => [
      respond(['Connection: keep-alive', 'Keep-Alive: timeout=0', `Content-Length: ${body.length}`], body),
      end,
    ],
    'either',
  ),
];

const encryption = Object.entries(TLS_MISBEHAVIORS).map(
  ([name, handshake]): HostileCase => ({
    name,
    expected: 'fails',
    affects: EVERY,
    needsTls: true,
    script: clickhouse({ at: [], parts: () => [], handshake }),
  }),
);

export const CLICKHOUSE_REPRESENTATIVES = [
  'does nothing wrong as rows',
  'sends noise as settings',
  'responds with 204 as rows',
  "sends a chunk of the size 'ffffffffffffffff' as rows",
  'sends headers without end as rows',
  'packs 600 MB into its body as rows',
  'promises to continue without end as rows',
  'sends a row without end as rows',
  'sends rows without end as rows',
  'sends a row that is an object as rows',
  'leaves out the types as rows',
  'leaves out the end of its only row as rows',
  'sends bytes without end as a query is killed',
  'sends a byte at a time, slowly, as rows',
  'sends noise in place of a TLS handshake',
];

export const CLICKHOUSE_CASES: readonly HostileCase[] = [
  hostile('does nothing wrong', 'as rows', ({ body }) => [respondWith(body)], 'answers'),
  ...overHttp,
  ...bodies,
  ...settings,
  ...types,
  ...endless,
  ...exceptions,
  ...headers,
  ...encryption,
];

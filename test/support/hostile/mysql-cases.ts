import type { ConnectionRequest, Expected, HostileCase } from './hostile-case.ts';
import { bodyMutations, encodeAll, endlessMessage, lengthMutations, spoil } from './message.ts';
import {
  authMoreData,
  authSwitch,
  binaryRow,
  columnCount,
  columnDefinition,
  eofPacket,
  errorPacket,
  MYSQL_FRAMING as FRAMING,
  greeting,
  localInfile,
  MAX_PACKET,
  MORE_RESULTS,
  type MysqlPacket,
  okPacket,
  prepareOk,
  rawBinaryRow,
  sequenced,
  TEXT_TYPE,
  textRow,
} from './mysql-packets.ts';
import { type MysqlPlace, mysqlServer } from './mysql-server.ts';
import { byByte, end, endlessly, hang, type Part, reset, slowly } from './part.ts';

const { encode } = FRAMING;
const all = (packets: readonly MysqlPacket[]) => encodeAll(packets, FRAMING);

const EVERY: readonly ConnectionRequest[] = ['test', 'tables', 'query'];

/** Where a server can do harm while a connection is used, and to which requests. */
const PHASES = {
  'as a greeting': { at: ['greeting'], affects: EVERY },
  'at the login': { at: ['login'], affects: EVERY },
  'as the session begins': { at: ['setting'], affects: EVERY },
  'as its version': { at: ['version'], affects: EVERY },
  'as a query is prepared': { at: ['prepare'], affects: ['query'] },
  'as rows': { at: ['rows'], affects: ['query'] },
  'as tables': { at: ['tables'], affects: ['tables'] },
  'as rows or tables': { at: ['rows', 'tables'], affects: ['tables', 'query'] },
  'as the greeting of a connection that kills a query': { at: ['kill greeting'], affects: ['query'] },
  'at the login of a connection that kills a query': { at: ['kill login'], affects: ['query'] },
  'as a query is killed': { at: ['kill'], affects: ['query'] },
} as const satisfies Readonly<
  Record<string, { readonly at: readonly MysqlPlace[]; readonly affects: readonly ConnectionRequest[] }>
>;
type Phase = keyof typeof PHASES;

interface Options {
  readonly expected?: Expected;
  readonly asksAgain?: MysqlPacket;
}

function hostile(
  name: string,
  phase: Phase,
  parts: (good: readonly MysqlPacket[]) => readonly Part[],
  { expected = 'fails', asksAgain }: Options = {},
): HostileCase {
  const { at, affects } = PHASES[phase];
  // A login that goes on is another place.
  const attack = asksAgain ? { at: ['more login'] as const, parts, asksAgain } : { at, parts };
  const script: HostileCase['script'] = (certificate) => mysqlServer(attack, certificate);
  return { name: `${name} ${phase}`, expected, affects, script };
}

/** Where each type of packet is malformed. */
const MALFORMED: Partial<Readonly<Record<Phase, readonly MysqlPacket[]>>> = {
  'as a greeting': [greeting(false), errorPacket],
  'at the login': [okPacket(), errorPacket, authSwitch('mysql_native_password'), authMoreData(Buffer.of(3))],
  'as the session begins': [okPacket(), errorPacket, localInfile],
  'as its version': [columnCount(1), columnDefinition('version', TEXT_TYPE), eofPacket(), textRow(['8.4.0'])],
  'as a query is prepared': [prepareOk(2, 0), columnDefinition('d0', TEXT_TYPE), eofPacket(), errorPacket],
  'as rows': [
    columnCount(2),
    columnDefinition('d0', TEXT_TYPE),
    eofPacket(),
    binaryRow('Oslo', 7),
    errorPacket,
    localInfile,
  ],
  'as tables': [columnCount(7), textRow(['sales'])],
};

/** Packets that a reader may take for complete where others follow. */
const FOLLOWED = ['ColumnCount', 'Row'];

/** Any version will do, and bytes of the next packet are as good as those of a row. */
const isLenient = ({ name }: MysqlPacket, phase: Phase, isLast: boolean) =>
  !isLast && (phase === 'as its version' || name === 'Row');

const malformed = Object.entries(MALFORMED).flatMap(([phase, samples]) =>
  samples.flatMap((sample) =>
    bodyMutations(sample).flatMap((mutation) =>
      [true, false]
        .filter((isLast) => isLast || FOLLOWED.includes(sample.name))
        .map((isLast) =>
          hostile(
            `sends ${mutation.name}${isLast ? '' : ' among others'}`,
            phase as Phase,
            (good) => spoil(good, { sample, mutation, isLast }, FRAMING),
            { expected: isLenient(sample, phase as Phase, isLast) ? 'either' : 'fails' },
          ),
        ),
    ),
  ),
);

/** The length means the same in each type of packet. */
const FRAMED = {
  'as a greeting': greeting(false),
  'at the login': okPacket(),
  'as a query is prepared': prepareOk(2, 0),
  'as rows': binaryRow('Oslo', 7),
} as const;
const unframed = Object.entries(FRAMED).flatMap(([phase, sample]) =>
  lengthMutations(sample, FRAMING.badLengths).map((mutation) =>
    hostile(`sends ${mutation.name}`, phase as Phase, (good) =>
      spoil(good, { sample, mutation, isLast: true }, FRAMING),
    ),
  ),
);

const EVERY_PACKET: readonly MysqlPacket[] = [
  greeting(false),
  okPacket(),
  eofPacket(),
  errorPacket,
  authSwitch('mysql_native_password'),
  authMoreData(Buffer.of(4)),
  localInfile,
  columnCount(2),
  columnDefinition('x', TEXT_TYPE),
  prepareOk(2, 0),
  binaryRow('Oslo', 7),
  { ...textRow(['Oslo', '7']), name: 'a row of texts' },
];
/** Good packets where nobody expects them. */
const misplaced = (['as a query is prepared', 'as rows'] as const).flatMap((phase) =>
  EVERY_PACKET.map((packet) =>
    hostile(
      `sends ${packet.name} before its reply`,
      phase,
      (good) => [all(sequenced([packet, ...good], good[0]?.sequence ?? 0))],
      {
        expected: 'either',
      },
    ),
  ),
);

/** Packets, good and malformed, that nobody waits for. */
const UNASKED: readonly (readonly [string, Buffer])[] = [
  ...EVERY_PACKET.map((packet) => [packet.name, encode(packet)] as const),
  ['an empty packet', encode({ ...errorPacket, body: Buffer.alloc(0) })],
  ['ERR without a code', encode({ ...errorPacket, body: Buffer.of(0xff) })],
  ['ERR with half of a code', encode({ ...errorPacket, body: Buffer.of(0xff, 1) })],
];
const unsolicited = (['at the login', 'as rows'] as const).flatMap((phase) =>
  UNASKED.map(([name, packet]) =>
    hostile(`sends ${name} after its reply`, phase, (good) => [Buffer.concat([all(good), packet])], {
      expected: 'either',
    }),
  ),
);

const incomplete = (Object.keys(PHASES) as Phase[])
  .filter((phase) => phase !== 'as rows or tables')
  .flatMap((phase) => [
    hostile('says nothing', phase, () => [hang]),
    hostile('closes the connection', phase, () => [end]),
    hostile('resets the connection', phase, () => [reset]),
    hostile('sends noise', phase, () => [Buffer.alloc(4096, '\x16\xf3Oslo\0'), end]),
  ]);
const fragmented = (['as a greeting', 'at the login', 'as a query is prepared', 'as rows'] as const).flatMap(
  (phase) => [
    hostile('leaves out the last packet', phase, (good) => [all(good.slice(0, -1)), hang]),
    hostile(
      'reverses its packets',
      phase,
      (good) => [all(sequenced(good.toReversed(), good[0]?.sequence ?? 0)), end],
      { expected: 'either' },
    ),
    hostile('numbers its packets wrongly', phase, (good) => [all(sequenced(good, 77))], {
      expected: 'either',
    }),
    hostile('sends byte by byte', phase, (good) => [byByte(all(good))], { expected: 'answers' }),
    hostile('sends a byte at a time, slowly,', phase, (good) => [slowly(all(good))], {
      // Its reply to a login has eleven bytes.
      expected: phase === 'at the login' ? 'either' : 'fails',
    }),
  ],
);

/** A full packet says that the next one goes on with it. */
const FULL_PACKET = Buffer.concat([Buffer.of(0xff, 0xff, 0xff, 9), Buffer.alloc(MAX_PACKET, 0x78)]);
const beforeRows = (good: readonly MysqlPacket[]) =>
  all(
    good.slice(
      0,
      good.findIndex(({ name }) => name === 'Row'),
    ),
  );
const endless = [
  ...[10, 200].map((length) =>
    hostile(
      `sends rows of ${length} bytes without end`,
      'as rows',
      (good) => [beforeRows(good), endlessly(encode(binaryRow('x'.repeat(length), 7)))],
      { expected: 'either' },
    ),
  ),
  hostile('sends rows without end', 'as tables', (good) => [
    beforeRows(good),
    endlessly(encode(textRow(['sales', 't', 'x'.repeat(200), 'varchar', 'varchar(10)', 'YES', '0']))),
  ]),
  hostile('sends a row without end', 'as rows or tables', (good) => [
    beforeRows(good),
    endlessly(FULL_PACKET),
  ]),
  hostile('sends column definitions without end', 'as rows', () => [
    encode({ ...columnCount(2), sequence: 1, body: Buffer.from([0xfd, 0xff, 0xff, 0xff]) }),
    endlessly(encode(columnDefinition('d0', TEXT_TYPE))),
  ]),
  hostile('sends results without end', 'as rows or tables', () => [
    endlessly(encode(okPacket(MORE_RESULTS))),
  ]),
  hostile('sends a greeting without end', 'as a greeting', () => [
    ...endlessMessage(greeting(false), MAX_PACKET - 1).apply(greeting(false), FRAMING),
  ]),
  hostile('asks for another login without end', 'at the login', () => [
    endlessly(encode(authSwitch('mysql_native_password'))),
  ]),
];

/** Values that no column of their type has, in the binary protocol. */
const TYPES = [1, 4, 7, 10, 12, 245, 246, 255];
const nested = (depth: number) =>
  Buffer.concat([
    Buffer.alloc(4),
    ...Array.from({ length: depth }, () => Buffer.from([1, 7, 0, 0, 0, 1, 0, 0, 0])),
  ]);
const lengthEncoded = (value: Buffer) =>
  Buffer.concat([
    Buffer.of(0xfd),
    Buffer.from([value.length & 0xff, (value.length >> 8) & 0xff, value.length >> 16]),
    value,
  ]);
const ofType = (type: number, value: Buffer): readonly Part[] => [
  all(
    sequenced(
      [
        columnCount(2),
        columnDefinition('d0', type),
        columnDefinition('m0', type),
        eofPacket(),
        rawBinaryRow(value),
      ],
      1,
    ),
  ),
  end,
];
const values = [
  ...TYPES.flatMap((type) => [
    hostile(`sends a value of type ${type} without bytes`, 'as rows', () => ofType(type, Buffer.alloc(0))),
    hostile(`sends a value of type ${type} of nothing but ones`, 'as rows', () =>
      ofType(type, Buffer.alloc(64, 0xff)),
    ),
  ]),
  hostile('sends geometry in geometry, 100,000 times,', 'as rows', () =>
    ofType(255, lengthEncoded(nested(100_000))),
  ),
  hostile('sends geometry with four billion points', 'as rows', () =>
    ofType(
      255,
      lengthEncoded(Buffer.concat([Buffer.alloc(4), Buffer.from([1, 2, 0, 0, 0, 255, 255, 255, 255])])),
    ),
  ),
];

/** Names of ways to log in, some of which are names of other things in JavaScript. */
const PLUGINS = [
  '',
  'dialog',
  'mysql_clear_password',
  'sha256_password',
  'toString',
  '__proto__',
  'x'.repeat(200_000),
];
const login = [
  ...PLUGINS.flatMap((plugin) => {
    const name = plugin.slice(0, 30) || 'nothing';
    return [
      hostile(`asks to log in by ${name}`, 'at the login', (good) => [
        all(sequenced([authSwitch(plugin)], good[0]?.sequence ?? 0)),
        hang,
      ]),
      hostile(`prefers logins by ${name}`, 'as a greeting', () => [encode(greeting(false, { plugin }))], {
        expected: 'either',
      }),
    ];
  }),
  hostile('greets in protocol 9', 'as a greeting', () => [encode(greeting(false, { protocol: 9 })), hang]),
  hostile('greets in protocol 255', 'as a greeting', () => [
    encode(greeting(false, { protocol: 255 })),
    hang,
  ]),
  hostile('has no capabilities', 'as a greeting', () => [encode(greeting(false, { capabilities: 0 }))], {
    expected: 'either',
  }),
  hostile('has every capability', 'as a greeting', () => [
    encode(greeting(false, { capabilities: -1 })),
    hang,
  ]),
  ...[Buffer.from('no key'), Buffer.alloc(0), Buffer.alloc(1_000_000, 0x78)].map((key) =>
    hostile(
      `sends a public key of ${key.length} bytes`,
      'at the login',
      (good) => [
        all(sequenced([authMoreData(Buffer.of(4)), authMoreData(key)], good[0]?.sequence ?? 0)),
        hang,
      ],
      { asksAgain: authSwitch('caching_sha2_password') },
    ),
  ),
];

const ENCRYPTION: Readonly<Record<string, readonly Part[]>> = {
  'replies to the request for encryption with noise': [Buffer.alloc(4096, '\x16\xf3Oslo\0'), hang],
  'replies to the request for encryption in clear': [encode({ ...okPacket(), sequence: 2 }), hang],
  'does not reply to the request for encryption': [hang],
  'closes the connection at the request for encryption': [end],
  'replies to the request for encryption without end': [endlessly(Buffer.alloc(65_536, 0x16))],
};
const encryption = [
  ...Object.entries(ENCRYPTION).map(
    ([name, parts]): HostileCase => ({
      name,
      expected: 'fails',
      affects: EVERY,
      needsTls: true,
      script: (certificate) => mysqlServer({ at: ['encryption'], parts: () => parts }, certificate),
    }),
  ),
  {
    ...hostile('does not offer encryption', 'as a greeting', () => [encode(greeting(false)), hang]),
    needsTls: true,
  },
];

const good: HostileCase = {
  ...hostile('does nothing wrong', 'at the login', (packets) => [all(packets)], { expected: 'answers' }),
};

export const MYSQL_REPRESENTATIVES = [
  'does nothing wrong at the login',
  'sends Greeting without a body as a greeting',
  'sends ERR without a code after its reply as rows',
  'sends PrepareOK with a huge count 1 as a query is prepared',
  'sends ColumnDefinition with half of its body as rows',
  'sends Row with a huge count 1 as rows',
  'sends Row with half of its body among others as tables',
  'sends a byte at a time, slowly, as rows',
  'sends rows of 200 bytes without end as rows',
  'sends a row without end as rows or tables',
  'says nothing as a query is killed',
  'sends noise as the greeting of a connection that kills a query',
  'replies to the request for encryption with noise',
];

export const MYSQL_CASES: readonly HostileCase[] = [
  good,
  ...login,
  ...malformed,
  ...unframed,
  ...misplaced,
  ...unsolicited,
  ...incomplete,
  ...fragmented,
  ...endless,
  ...values,
  ...encryption,
];

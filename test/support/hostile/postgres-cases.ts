import type { ConnectionRequest, Expected, HostileCase } from './hostile-case.ts';
import { bodyMutations, encodeAll, endlessMessage, lengthMutations, spoil } from './message.ts';
import { byByte, end, endlessly, hang, type Part, reset, slowly } from './part.ts';
import {
  authentication,
  dataRow,
  POSTGRES_FRAMING as FRAMING,
  int32,
  MESSAGES,
  type MessageName,
  type PostgresMessage,
} from './postgres-messages.ts';
import { type PostgresAttack, type PostgresPlace, postgresServer } from './postgres-server.ts';

const { encode } = FRAMING;
const all = (messages: readonly PostgresMessage[]) => encodeAll(messages, FRAMING);

/** Where a server can do harm while a connection is used, and to which requests. */
const PHASES = {
  'while connecting': { at: ['startup'], affects: ['test', 'tables', 'query'] },
  'as a transaction begins': { at: ['begin'], affects: ['test', 'tables', 'query'] },
  'as a query is prepared': { at: ['prepare', 'tables'], affects: ['tables', 'query'] },
  'as rows': { at: ['rows', 'tables'], affects: ['tables', 'query'] },
  'as a query ends': { at: ['end'], affects: ['query'] },
} as const satisfies Readonly<
  Record<string, { readonly at: readonly PostgresPlace[]; readonly affects: readonly ConnectionRequest[] }>
>;
type Phase = keyof typeof PHASES;

function hostile(
  name: string,
  phase: Phase,
  parts: (good: readonly PostgresMessage[]) => readonly Part[],
  expected: Expected = 'fails',
): HostileCase {
  const { at, affects } = PHASES[phase];
  const script: HostileCase['script'] = (certificate) => postgresServer({ at, parts }, certificate);
  // By then, all rows have arrived.
  const isComplete = phase === 'as a query ends' && expected === 'fails';
  return { name: `${name} ${phase}`, expected: isComplete ? 'either' : expected, affects, script };
}

/** Messages that a reader may take for complete where others follow: it reads on into them. */
const FOLLOWED: readonly MessageName[] = [
  'authenticationOk',
  'rowDescription',
  'dataRow',
  'errorResponse',
  'noticeResponse',
];

/** Where each type of message is malformed. */
const MALFORMED: Readonly<Record<Phase, readonly MessageName[]>> = {
  'while connecting': [
    'authenticationOk',
    'parameterStatus',
    'backendKeyData',
    'negotiateProtocolVersion',
    'readyForQuery',
    'errorResponse',
    'noticeResponse',
  ],
  'as a transaction begins': ['commandComplete', 'readyForQuery'],
  'as a query is prepared': [
    'parseComplete',
    'bindComplete',
    'parameterDescription',
    'rowDescription',
    'noData',
  ],
  'as rows': [
    'dataRow',
    'commandComplete',
    'portalSuspended',
    'emptyQueryResponse',
    'errorResponse',
    'noticeResponse',
    'notificationResponse',
    'copyInResponse',
    'copyOutResponse',
    'copyData',
  ],
  'as a query ends': ['closeComplete', 'readyForQuery'],
};

/** A reader that does not look at notices, or at the status of a transaction, misses nothing. */
const isLenient = (name: MessageName, isLast: boolean) =>
  name === 'readyForQuery' || (name === 'noticeResponse' && !isLast);

const malformed = Object.entries(MALFORMED).flatMap(([phase, names]) =>
  names.flatMap((name) =>
    bodyMutations(MESSAGES[name]).flatMap((mutation) =>
      [true, false]
        .filter((isLast) => isLast || FOLLOWED.includes(name))
        .map((isLast) =>
          hostile(
            `sends ${mutation.name}${isLast ? '' : ' among others'}`,
            phase as Phase,
            (good) => spoil(good, { sample: MESSAGES[name], mutation, isLast }, FRAMING),
            isLenient(name, isLast) ? 'either' : 'fails',
          ),
        ),
    ),
  ),
);

/** The length means the same in each type of message. */
const FRAMED: Readonly<Record<Phase, MessageName>> = {
  'while connecting': 'authenticationOk',
  'as a transaction begins': 'commandComplete',
  'as a query is prepared': 'rowDescription',
  'as rows': 'dataRow',
  'as a query ends': 'readyForQuery',
};
const unframed = Object.entries(FRAMED).flatMap(([phase, name]) =>
  lengthMutations(MESSAGES[name], FRAMING.badLengths).map((mutation) =>
    hostile(`sends ${mutation.name}`, phase as Phase, (good) =>
      spoil(good, { sample: MESSAGES[name], mutation, isLast: true }, FRAMING),
    ),
  ),
);

/** Good messages where nobody expects them. */
const misplaced = (['while connecting', 'as rows'] as const).flatMap((phase) =>
  Object.values(MESSAGES).map((message) =>
    hostile(`sends ${message.name} unexpectedly`, phase, (good) => [encode(message), all(good)], 'either'),
  ),
);

/** A server may send these at any time. */
const ASYNCHRONOUS: readonly MessageName[] = [
  'errorResponse',
  'noticeResponse',
  'notificationResponse',
  'parameterStatus',
];
/** Messages, good and malformed, on a connection that waits for none. */
const unsolicited = [
  ...Object.values(MESSAGES).map((message) => afterTransaction(message.name, [encode(message)])),
  ...ASYNCHRONOUS.flatMap((name) =>
    bodyMutations(MESSAGES[name]).map((mutation) =>
      afterTransaction(mutation.name, mutation.apply(MESSAGES[name], FRAMING)),
    ),
  ),
];

function afterTransaction(name: string, parts: readonly Part[]): HostileCase {
  const attack: PostgresAttack = { at: ['rollback'], parts: (good) => [all(good), ...parts, end] };
  return {
    name: `sends ${name} after a transaction`,
    expected: 'either',
    affects: [],
    script: (certificate) => postgresServer(attack, certificate),
  };
}

const incomplete = (Object.keys(PHASES) as Phase[]).flatMap((phase) => [
  hostile('leaves out the first message', phase, (good) => [all(good.slice(1))], 'either'),
  hostile('leaves out the last message', phase, (good) => [all(good.slice(0, -1)), hang]),
  hostile('reverses its messages', phase, (good) => [all(good.toReversed())], 'either'),
  hostile('says nothing', phase, () => [hang]),
  hostile('closes the connection', phase, () => [end]),
  hostile('resets the connection', phase, () => [reset]),
  hostile('sends noise', phase, () => [Buffer.alloc(4096, '\x16\xf3Oslo\0'), end]),
  hostile('sends byte by byte', phase, (good) => [byByte(all(good))], 'answers'),
  hostile('sends a byte at a time, slowly,', phase, (good) => [slowly(all(good))]),
]);

const HUGE = 0x7fffffff;
const endless = [
  ...[10, 1000].map((length) => {
    const [description, row] = [MESSAGES.rowDescription, dataRow(['x'.repeat(length), '7'])];
    return hostile(
      `sends rows of ${length} bytes without end`,
      'as rows',
      // Those of tables have a description of their own.
      (good) => [all(good.filter(({ name }) => name === description.name)), endlessly(encode(row))],
      'either',
    );
  }),
  hostile('sends notices without end', 'as rows', () => [endlessly(encode(MESSAGES.noticeResponse))]),
  hostile('sends settings without end', 'while connecting', () => [
    endlessly(encode(MESSAGES.parameterStatus)),
  ]),
  ...(
    [
      ['parameterStatus', 'while connecting'],
      ['errorResponse', 'as a transaction begins'],
      ['rowDescription', 'as a query is prepared'],
      ['dataRow', 'as rows'],
    ] as const
  ).map(([name, phase]) => {
    const mutation = endlessMessage(MESSAGES[name], HUGE);
    return hostile(`sends ${mutation.name}`, phase, (good) =>
      spoil(good, { sample: MESSAGES[name], mutation, isLast: true }, FRAMING),
    );
  }),
  hostile('sends a row without columns', 'as rows', (good) =>
    good.flatMap((message) => [encode(message.name === 'DataRow' ? dataRow([]) : message)]),
  ),
  hostile('names a column 60,000 times', 'as a query is prepared', () => [
    encode({ ...MESSAGES.rowDescription, body: manyFields(60_000) }),
  ]),
];

/** As many columns as the count can say are negative numbers to those who read it signed. */
function manyFields(count: number): Buffer {
  const field = MESSAGES.rowDescription.body.subarray(2, 2 + 3 + 18);
  return Buffer.concat([
    Buffer.from([count >> 8, count & 0xff]),
    ...Array.from({ length: count }, () => field),
  ]);
}

/** Kerberos, SCM, GSSAPI, SSPI, and codes that mean nothing. */
const UNSUPPORTED = [1, 2, 4, 6, 7, 8, 9, 13, 99, -1];
const login = [
  ...UNSUPPORTED.map((code) =>
    hostile(`asks for authentication ${code}`, 'while connecting', () => [
      encode(authentication(code)),
      hang,
    ]),
  ),
  hostile('asks for a password in MD5 without a salt', 'while connecting', () => [
    encode(authentication(5)),
    hang,
  ]),
  hostile('asks for a password and then for another one', 'while connecting', () => [
    encode(authentication(3)),
    encode(authentication(3)),
    encode(authentication(5, int32(0))),
    hang,
  ]),
  hostile('continues a SCRAM login that never began', 'while connecting', () => [
    encode(authentication(11, Buffer.from('r=a,s=YQ==,i=1'))),
    encode(authentication(12, Buffer.from('v=YQ=='))),
    hang,
  ]),
  hostile('offers an endless list of SCRAM mechanisms', 'while connecting', () => [
    encode(authentication(10, Buffer.from('PLAIN\0'.repeat(200_000)))),
    hang,
  ]),
];

function scram(name: string, parts: PostgresAttack['parts'], at: PostgresPlace = 'scram'): HostileCase {
  const attack: PostgresAttack = { at: [at], asksForScram: true, parts };
  return {
    name,
    expected: 'fails',
    affects: ['test', 'tables', 'query'],
    script: (certificate) => postgresServer(attack, certificate),
  };
}
const challenge = (text: string): readonly Part[] => [encode(authentication(11, Buffer.from(text))), hang];
const CHALLENGE = authentication(11, Buffer.from('r=x,s=YQ==,i=4096'));
const PROOF = authentication(12, Buffer.from('v=AAAA'));
const scramLogins = [
  scram('asks for two billion rounds of SCRAM', (_, nonce) => challenge(`r=${nonce}x,s=YQ==,i=2147483647`)),
  scram('asks for no rounds of SCRAM', (_, nonce) => challenge(`r=${nonce}x,s=YQ==,i=0`)),
  scram('sends a SCRAM challenge with another nonce', () => challenge('r=x,s=YQ==,i=4096')),
  scram('sends a SCRAM challenge with a salt of 8 MB', (_, nonce) =>
    challenge(`r=${nonce}x,s=${'YWFh'.repeat(2_000_000)},i=4096`),
  ),
  scram('sends a SCRAM challenge of commas', () => challenge(','.repeat(4_000_000))),
  scram('sends an empty SCRAM challenge', () => challenge('')),
  ...bodyMutations(CHALLENGE).map((mutation) =>
    scram(`sends ${mutation.name} as a SCRAM challenge`, () => [...mutation.apply(CHALLENGE, FRAMING), hang]),
  ),
  scram(
    'proves its SCRAM login wrongly',
    (good) => [all(good), encode(MESSAGES.authenticationOk), encode(MESSAGES.readyForQuery)],
    'scram proof',
  ),
  ...bodyMutations(PROOF).map((mutation) =>
    scram(
      `sends ${mutation.name} as a SCRAM proof`,
      () => [...mutation.apply(PROOF, FRAMING), hang],
      'scram proof',
    ),
  ),
];

/** Wrong replies to the request for encryption, also when a query is canceled. */
const ENCRYPTION: Readonly<Record<string, readonly Part[]>> = {
  'refuses encryption': [Buffer.from('N'), hang],
  'replies to the request for encryption with an error': [encode(MESSAGES.errorResponse), hang],
  'replies to the request for encryption with noise': [Buffer.alloc(4096, '\x16\xf3Oslo\0'), hang],
  'accepts encryption and sends messages in clear': [
    Buffer.from('S'),
    all([MESSAGES.authenticationOk, MESSAGES.readyForQuery]),
    hang,
  ],
  'accepts encryption and sends messages along': [
    Buffer.concat([Buffer.from('S'), all([MESSAGES.authenticationOk, MESSAGES.readyForQuery])]),
    hang,
  ],
  'accepts encryption and says nothing': [Buffer.from('S'), hang],
  'accepts encryption and closes the connection': [Buffer.from('S'), end],
  'accepts encryption without end': [endlessly(Buffer.from('S'))],
  'does not reply to the request for encryption': [hang],
};

const encryption = Object.entries(ENCRYPTION).flatMap(([name, parts]): readonly HostileCase[] => [
  {
    name,
    expected: 'fails',
    affects: ['test', 'tables', 'query'],
    needsTls: true,
    script: (certificate) => postgresServer({ at: ['encryption'], parts: () => parts }, certificate),
  },
  {
    name: `${name} as a query is canceled`,
    expected: 'fails',
    affects: ['query'],
    needsTls: true,
    script: (certificate) => postgresServer({ at: ['cancel encryption'], parts: () => parts }, certificate),
  },
]);

const CANCELLATION: Readonly<Record<string, readonly Part[]>> = {
  'says nothing': [hang],
  'resets the connection': [reset],
  'sends an error': [encode(MESSAGES.errorResponse), end],
  'sends notices without end': [endlessly(encode(MESSAGES.noticeResponse))],
};
const cancellation = Object.entries(CANCELLATION).map(
  ([name, parts]): HostileCase => ({
    name: `${name} as a query is canceled`,
    expected: 'fails',
    affects: ['query'],
    script: (certificate) => postgresServer({ at: ['cancel'], parts: () => parts }, certificate),
  }),
);

const good: HostileCase = {
  name: 'does nothing wrong',
  expected: 'answers',
  affects: ['test', 'tables', 'query'],
  script: (certificate) =>
    postgresServer({ at: ['begin'], parts: (messages) => [all(messages)] }, certificate),
};

export const POSTGRES_REPRESENTATIVES = [
  'does nothing wrong',
  'asks for authentication 7 while connecting',
  'sends ErrorResponse without a body while connecting',
  'sends RowDescription with a huge count 1 as a query is prepared',
  'sends DataRow with a negative count 1 among others as rows',
  'sends DataRow with a huge count 2 as rows',
  'sends NoticeResponse without terminators as rows',
  'sends CopyInResponse unexpectedly as rows',
  'sends a byte at a time, slowly, as rows',
  'sends rows of 1000 bytes without end as rows',
  'sends an endless DataRow as rows',
  'says nothing as a query is canceled',
  'replies to the request for encryption with noise as a query is canceled',
  'accepts encryption and sends messages in clear',
];

export const POSTGRES_CASES: readonly HostileCase[] = [
  good,
  ...login,
  ...malformed,
  ...unframed,
  ...misplaced,
  ...unsolicited,
  ...incomplete,
  ...endless,
  ...scramLogins,
  ...encryption,
  ...cancellation,
];

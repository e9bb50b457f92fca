import type { Count, CountValue, Framing, Message } from './message.ts';

export interface PostgresMessage extends Message {
  readonly type: number;
}

// PostgreSQL docs, "Message Formats": those of the server.

const int16 = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value & 0xffff);
  return bytes;
};
export const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value | 0);
  return bytes;
};
const text = (value: string) => Buffer.from(`${value}\0`);

// -1 is the length of a null, so a negative length is another one.
const INT16: Readonly<Record<CountValue, number>> = { negative: -2, huge: 0x7fff };
const INT32: Readonly<Record<CountValue, number>> = { negative: -2, huge: 0x7fffffff };
const replaced = (body: Buffer, at: number, bytes: Buffer) => {
  const changed = Buffer.from(body);
  bytes.copy(changed, at);
  return changed;
};
const int16At =
  (at: number): Count =>
  (body, value) =>
    replaced(body, at, int16(INT16[value]));
const int32At =
  (at: number): Count =>
  (body, value) =>
    replaced(body, at, int32(INT32[value]));

function message(
  name: string,
  type: string,
  parts: readonly Buffer[] = [],
  counts: readonly Count[] = [],
): PostgresMessage {
  return { name, type: type.charCodeAt(0), body: Buffer.concat(parts), counts };
}

export function authentication(code: number, ...parts: readonly Buffer[]): PostgresMessage {
  return message(`Authentication ${code}`, 'R', [int32(code), ...parts], [int32At(0)]);
}

export const TEXT_TYPE = 25;
const INT8_TYPE = 20;
const field = ([name, type]: readonly [string, number]) =>
  Buffer.concat([text(name), int32(0), int16(0), int32(type), int16(-1), int32(-1), int16(0)]);

export function rowDescription(columns: readonly (readonly [string, number])[]): PostgresMessage {
  return message('RowDescription', 'T', [int16(columns.length), ...columns.map(field)], [int16At(0)]);
}

export function dataRow(cells: readonly string[]): PostgresMessage {
  const values = cells.flatMap((cell) => [int32(Buffer.byteLength(cell)), Buffer.from(cell)]);
  return message('DataRow', 'D', [int16(cells.length), ...values], [int16At(0), int32At(2)]);
}

export const commandComplete = (tag: string) => message('CommandComplete', 'C', [text(tag)]);

const fields = (severity: string) => [
  text(`S${severity}`),
  text(`V${severity}`),
  text('C42P01'),
  text('Mthere is no such table'),
  Buffer.alloc(1),
];

/** One good message of each type. */
export const MESSAGES = {
  authenticationOk: authentication(0),
  parameterStatus: message('ParameterStatus', 'S', [text('server_version'), text('17.0')]),
  backendKeyData: message('BackendKeyData', 'K', [int32(4711), int32(815)]),
  negotiateProtocolVersion: message(
    'NegotiateProtocolVersion',
    'v',
    [int32(0), int32(1), text('_pq_.x')],
    [int32At(4)],
  ),
  readyForQuery: message('ReadyForQuery', 'Z', [Buffer.from('I')]),
  // The names that compiled queries give their columns.
  rowDescription: rowDescription([
    ['d0', TEXT_TYPE],
    ['m0', INT8_TYPE],
  ]),
  dataRow: dataRow(['Oslo', '7']),
  commandComplete: commandComplete('SELECT 2'),
  errorResponse: message('ErrorResponse', 'E', fields('ERROR')),
  noticeResponse: message('NoticeResponse', 'N', fields('NOTICE')),
  notificationResponse: message('NotificationResponse', 'A', [int32(4711), text('channel'), text('payload')]),
  parseComplete: message('ParseComplete', '1'),
  bindComplete: message('BindComplete', '2'),
  closeComplete: message('CloseComplete', '3'),
  noData: message('NoData', 'n'),
  portalSuspended: message('PortalSuspended', 's'),
  emptyQueryResponse: message('EmptyQueryResponse', 'I'),
  parameterDescription: message('ParameterDescription', 't', [int16(1), int32(TEXT_TYPE)], [int16At(0)]),
  copyInResponse: message('CopyInResponse', 'G', [Buffer.alloc(1), int16(1), int16(0)], [int16At(1)]),
  copyOutResponse: message('CopyOutResponse', 'H', [Buffer.alloc(1), int16(1), int16(0)], [int16At(1)]),
  copyBothResponse: message('CopyBothResponse', 'W', [Buffer.alloc(1), int16(1), int16(0)], [int16At(1)]),
  copyData: message('CopyData', 'd', [Buffer.from('Oslo\t7\n')]),
  copyDone: message('CopyDone', 'c'),
  functionCallResponse: message('FunctionCallResponse', 'V', [int32(4), Buffer.from('Oslo')], [int32At(0)]),
  unknown: message('a message of an unknown type', '!', [Buffer.from('Oslo')]),
} as const satisfies Readonly<Record<string, PostgresMessage>>;

export type MessageName = keyof typeof MESSAGES;

const header = (type: number, length: number) => Buffer.concat([Buffer.of(type), int32(length)]);

export const POSTGRES_FRAMING: Framing<PostgresMessage> = {
  encode: ({ type, body }) => Buffer.concat([header(type, body.length + 4), body]),
  encodeWithLength: ({ type, body }, length) => Buffer.concat([header(type, length), body]),
  badLengths: { '-1': -1, '0': 0, '3': 3, '2 GB': 0x7fffffff },
};

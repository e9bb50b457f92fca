import type { Count, Framing, Message } from './message.ts';

// MySQL docs, "Client/Server Protocol": packets of the server.

export interface MysqlPacket extends Message {
  readonly sequence: number;
}

const bytes = (...values: readonly number[]) => Buffer.from(values);
const int16 = (value: number) => bytes(value & 0xff, (value >> 8) & 0xff);
const int32 = (value: number) => Buffer.concat([int16(value & 0xffff), int16(value >>> 16)]);
const text = (value: string) => Buffer.concat([Buffer.of(Buffer.byteLength(value)), Buffer.from(value)]);

const replaced = (body: Buffer, at: number, length: number, inserted: Buffer) =>
  Buffer.concat([body.subarray(0, at), inserted, body.subarray(at + length)]);

/** Integers of one byte, or of the eight after 0xfe. 0xfb is a null, and 0xff nothing at all. */
const LENGTH_ENCODED = {
  negative: bytes(0xff),
  huge: Buffer.concat([bytes(0xfe), Buffer.alloc(8, 0xff)]),
};
const lengthEncodedAt =
  (at: number): Count =>
  (body, value) =>
    replaced(body, at, 1, LENGTH_ENCODED[value]);
const INT16 = { negative: int16(0xfffe), huge: int16(0x7fff) };
const int16At =
  (at: number): Count =>
  (body, value) =>
    replaced(body, at, 2, INT16[value]);
const byteAt =
  (at: number): Count =>
  (body, value) =>
    replaced(body, at, 1, bytes({ negative: 0xff, huge: 0x7f }[value]));

function packet(name: string, parts: readonly Buffer[], counts: readonly Count[] = []): MysqlPacket {
  return { name, sequence: 0, body: Buffer.concat(parts), counts };
}

// CLIENT_LONG_PASSWORD, CONNECT_WITH_DB, PROTOCOL_41, TRANSACTIONS, SECURE_CONNECTION and PLUGIN_AUTH.
const CAPABILITIES = 0x1 | 0x8 | 0x200 | 0x2000 | 0x8000 | 0x80000;
const SSL_CAPABILITY = 0x800;
const VERSION = '8.4.0';

interface GreetingOptions {
  readonly protocol?: number;
  readonly capabilities?: number;
  readonly plugin?: string;
}

export function greeting(isEncrypted: boolean, options: GreetingOptions = {}): MysqlPacket {
  const { protocol = 10, plugin = 'mysql_native_password' } = options;
  const capabilities = options.capabilities ?? CAPABILITIES | (isEncrypted ? SSL_CAPABILITY : 0);
  const scrambleLength = 1 + VERSION.length + 1 + 4 + 8 + 1 + 2 + 1 + 2 + 2;
  return packet(
    'Greeting',
    [
      bytes(protocol),
      Buffer.from(`${VERSION}\0`),
      int32(4711),
      Buffer.from('scramble'),
      bytes(0),
      int16(capabilities & 0xffff),
      bytes(45),
      int16(2),
      int16(capabilities >>> 16),
      bytes(21),
      Buffer.alloc(10),
      Buffer.from('and the rest\0'),
      Buffer.from(`${plugin}\0`),
    ],
    [byteAt(scrambleLength)],
  );
}

export const MORE_RESULTS = 0x8;
export const okPacket = (status = 2) =>
  packet('OK', [bytes(0, 0, 0), int16(status), int16(0)], [lengthEncodedAt(1), lengthEncodedAt(2)]);
export const eofPacket = (status = 2) => packet('EOF', [bytes(0xfe), int16(0), int16(status)]);
export const errorPacket = packet('ERR', [
  bytes(0xff),
  int16(1146),
  Buffer.from('#42S02there is no such table'),
]);
export const authSwitch = (plugin: string) =>
  packet('AuthSwitchRequest', [
    bytes(0xfe),
    Buffer.from(`${plugin}\0`),
    Buffer.from('scramble and the rest\0'),
  ]);
export const authMoreData = (data: Buffer) => packet('AuthMoreData', [bytes(1), data]);
export const localInfile = packet('LocalInfileRequest', [bytes(0xfb), Buffer.from('/etc/passwd')]);

export const columnCount = (count: number) => packet('ColumnCount', [bytes(count)], [lengthEncodedAt(0)]);
export const prepareOk = (columns: number, params: number) =>
  packet(
    'PrepareOK',
    [bytes(0), int32(1), int16(columns), int16(params), bytes(0), int16(0)],
    [int16At(5), int16At(7)],
  );

export const TEXT_TYPE = 253;
export const INTEGER_TYPE = 8;
const UTF8 = 45;
const BINARY = 63;
export function columnDefinition(name: string, type: number): MysqlPacket {
  const strings = ['def', 'sales', 't', 't', name, name].map(text);
  const charset = type === TEXT_TYPE ? UTF8 : BINARY;
  return packet(
    'ColumnDefinition',
    [...strings, bytes(0x0c), int16(charset), int32(255), bytes(type), int16(0), bytes(0), int16(0)],
    [lengthEncodedAt(0), lengthEncodedAt(14)],
  );
}

export const textRow = (cells: readonly string[]) => packet('Row', cells.map(text), [lengthEncodedAt(0)]);

/** Of a text and an integer. */
export function binaryRow(cell: string, value: number): MysqlPacket {
  return packet('Row', [bytes(0, 0), text(cell), int32(value), int32(0)], [lengthEncodedAt(2)]);
}

/** Of a value that takes the rest of the packet. */
export const rawBinaryRow = (value: Buffer) => packet('Row', [bytes(0, 0), value]);

/** Numbers the packets of a reply. */
export function sequenced(packets: readonly MysqlPacket[], first: number): readonly MysqlPacket[] {
  return packets.map((each, index) => ({ ...each, sequence: (first + index) & 0xff }));
}

function header(length: number, sequence: number): Buffer {
  return bytes(length & 0xff, (length >> 8) & 0xff, (length >> 16) & 0xff, sequence);
}

export const MAX_PACKET = 0xffffff;
export const MYSQL_FRAMING: Framing<MysqlPacket> = {
  encode: ({ body, sequence }) => Buffer.concat([header(body.length, sequence), body]),
  encodeWithLength: ({ body, sequence }, length) => Buffer.concat([header(length, sequence), body]),
  badLengths: { '0': 0, '1': 1, '16 MB': MAX_PACKET - 1, 'a full packet': MAX_PACKET },
};

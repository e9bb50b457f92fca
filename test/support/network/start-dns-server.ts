import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, isIPv4, type Socket } from 'node:net';
import { readSystemNames, type SystemNames } from '@inlay/server/platform/egress/system-names';

/** Addresses; `hang` sends nothing, `garbage` something that is no message, `truncated` answers completely over TCP only. */
export type DnsAnswer =
  | readonly string[]
  | { readonly cname: string; readonly addresses: readonly string[] }
  | 'hang'
  | 'garbage'
  | 'truncated'
  | 'SERVFAIL'
  | 'REFUSED';

/** By name, or by type and name: `AAAA db.example`. Other names do not exist. */
type Zone = Readonly<Record<string, DnsAnswer>>;

export interface DnsServer {
  readonly address: string;
  /** A machine that asks this server, without a hosts file. */
  readonly system: SystemNames;
  /** What was asked so far, each as `A db.example`. */
  readonly queries: readonly string[];
  /** Changes the answer, and sends it to those who hang. */
  answer(name: string, answer: DnsAnswer): void;
  close(): Promise<void>;
}

interface Query {
  /** `A db.example` */
  readonly key: string;
  readonly name: string;
  readonly type: number;
  /** Id and question, as they came. */
  readonly id: Buffer;
  readonly question: Buffer;
}

const TYPES: Readonly<Record<number, string>> = { 1: 'A', 28: 'AAAA' };
const CNAME = 5;
const CODES = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };
const TRUNCATED = 0x0200;
const LONG = Array.from({ length: 200 }, (_, index) => `192.0.2.${index + 1}`);

/** A DNS server on loopback that answers as a test says, over UDP and TCP (RFC 1035 §4). */
export async function startDnsServer(initial: Zone): Promise<DnsServer> {
  const zone = new Map<string, DnsAnswer>(Object.entries(initial));
  const queries: string[] = [];
  const hanging = new Set<{ readonly query: Query; readonly send: (message: Buffer) => void }>();
  const connections = new Set<Socket>();

  function respond(query: Query, send: (message: Buffer) => void, isUdp: boolean): void {
    const answer = zone.get(query.key) ?? zone.get(query.name);
    if (answer === 'hang') hanging.add({ query, send });
    else if (answer === 'garbage') send(Buffer.concat([query.id, Buffer.alloc(40, 0xff)]));
    else if (answer === 'truncated')
      send(isUdp ? writeMessage(query, TRUNCATED) : writeAddresses(query, LONG));
    else if (answer === undefined) send(writeMessage(query, CODES.NXDOMAIN));
    else if (typeof answer === 'string') send(writeMessage(query, CODES[answer]));
    else if ('cname' in answer) send(writeAddresses(query, answer.addresses, answer.cname));
    else send(writeAddresses(query, answer));
  }

  const tcp = createServer((socket) => {
    connections.add(socket);
    socket.on('error', () => {});
    const send = (response: Buffer) => socket.write(Buffer.concat([uint16(response.length), response]));
    socket.on('data', (bytes: Buffer) => {
      // Each message has its length before it; queries are so short that none is split.
      for (let at = 0; at < bytes.length; at += 2 + bytes.readUInt16BE(at))
        respond(readQuery(bytes.subarray(at + 2)), send, false);
    });
  }).listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket('udp4').bind(port, '127.0.0.1');
  await once(udp, 'listening');
  udp.on('message', (message, client) => {
    const query = readQuery(message);
    queries.push(query.key);
    respond(query, (response) => udp.send(response, client.port, client.address), true);
  });
  const address = `127.0.0.1:${port}`;
  return {
    address,
    system: readSystemNames({ hosts: '', resolvConf: '', servers: [address] }),
    queries,
    answer: (name, answer) => {
      zone.set(name, answer);
      for (const waiting of [...hanging]) {
        hanging.delete(waiting);
        respond(waiting.query, waiting.send, true);
      }
    },
    close: async () => {
      for (const socket of connections) socket.destroy();
      udp.close();
      tcp.close();
      await once(tcp, 'close');
    },
  };
}

function readQuery(message: Buffer): Query {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const name = labels.join('.');
  const type = message.readUInt16BE(at + 1);
  const question = message.subarray(12, at + 5);
  return { key: `${TYPES[type]} ${name}`, name, type, id: message.subarray(0, 2), question };
}

function writeAddresses(query: Query, addresses: readonly string[], cname?: string): Buffer {
  const owner = cname ?? query.name;
  const records = addresses
    .filter((address) => (isIPv4(address) ? 1 : 28) === query.type)
    .map((address) => writeRecord(owner, query.type, writeAddress(address)));
  const alias = cname === undefined ? [] : [writeRecord(query.name, CNAME, writeName(cname))];
  return writeMessage(query, 0, [...alias, ...records]);
}

/** @param flags a response code or `TRUNCATED` */
function writeMessage({ id, question }: Query, flags: number, records: readonly Buffer[] = []): Buffer {
  const counts = [1, records.length, 0, 0].map(uint16);
  return Buffer.concat([id, uint16(0x8180 | flags), ...counts, question, ...records]);
}

function writeRecord(owner: string, type: number, data: Buffer): Buffer {
  const timeToLive = Buffer.alloc(4);
  return Buffer.concat([writeName(owner), uint16(type), uint16(1), timeToLive, uint16(data.length), data]);
}

function writeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

/** IPv6 in full length only: `2001:db8:0:0:0:0:0:1`. */
function writeAddress(address: string): Buffer {
  return isIPv4(address)
    ? Buffer.from(address.split('.').map(Number))
    : Buffer.concat(address.split(':').map((group) => uint16(Number.parseInt(group, 16))));
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

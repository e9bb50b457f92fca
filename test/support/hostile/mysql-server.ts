import type { TestCertificate } from '../network/test-certificate.ts';
import { encodeAll } from './message.ts';
import {
  binaryRow,
  columnCount,
  columnDefinition,
  eofPacket,
  greeting,
  INTEGER_TYPE,
  MYSQL_FRAMING,
  type MysqlPacket,
  okPacket,
  prepareOk,
  sequenced,
  TEXT_TYPE,
  textRow,
} from './mysql-packets.ts';
import { type Part, sendParts } from './part.ts';
import type { Peer } from './peer.ts';
import type { Conversation } from './start-hostile-server.ts';

/**
 * What the server replies to: a connection, a request for encryption, a login and what follows it, a setting of the session,
 * the query for its version, the preparation of a query, its execution, the query for the tables of the database, and a
 * connection that kills a query, with its login and its command.
 */
export type MysqlPlace =
  | 'greeting'
  | 'encryption'
  | 'login'
  | 'more login'
  | 'setting'
  | 'version'
  | 'prepare'
  | 'rows'
  | 'tables'
  | 'kill greeting'
  | 'kill login'
  | 'kill';

export interface MysqlAttack {
  readonly at: readonly MysqlPlace[];
  /** What is sent in place of these good packets. */
  parts(good: readonly MysqlPacket[]): readonly Part[];
  /** Replaces the reply to a login, so that another one follows. */
  readonly asksAgain?: MysqlPacket;
}

const COMMANDS = { quit: 1, query: 3, prepare: 0x16, execute: 0x17 } as const;
const SSL_REQUEST_LENGTH = 32;

const COLUMNS = [columnDefinition('d0', TEXT_TYPE), columnDefinition('m0', INTEGER_TYPE)];
const TABLE_COLUMNS = ['schema', 'table', 'column', 'type', 'full_type', 'nullable', 'json'];
const TABLES = [
  columnCount(TABLE_COLUMNS.length),
  ...TABLE_COLUMNS.map((name) => columnDefinition(name, TEXT_TYPE)),
  eofPacket(),
  textRow(['sales', 't', 'city', 'varchar', 'varchar(10)', 'YES', '0']),
  eofPacket(),
];
const ROWS = [
  columnCount(2),
  ...COLUMNS,
  eofPacket(),
  binaryRow('Oslo', 7),
  binaryRow('Rome', 9),
  eofPacket(),
];
const oneCell = (cell: string) => [
  columnCount(1),
  columnDefinition('c', TEXT_TYPE),
  eofPacket(),
  textRow([cell]),
  eofPacket(),
];

/** A server with one table, which is a good one but for the attack. */
export function mysqlServer(
  { at, parts, asksAgain }: MysqlAttack,
  certificate?: TestCertificate,
): Conversation {
  // Otherwise nobody would kill a query.
  const neverSendsRows = at.some((place) => place.startsWith('kill'));
  let isKilled = false;

  async function reply(peer: Peer, place: MysqlPlace, packets: readonly MysqlPacket[], first: number) {
    const good = sequenced(packets, first);
    if (at.includes(place)) {
      peer.attacks();
      await sendParts(peer, parts(good));
    } else await peer.send(encodeAll(good, MYSQL_FRAMING));
  }

  async function logIn(peer: Peer): Promise<void> {
    const isKilling = isKilled;
    await reply(peer, isKilling ? 'kill greeting' : 'greeting', [greeting(certificate !== undefined)], 0);
    let response = await readPacket(peer);
    if (response.body.length === SSL_REQUEST_LENGTH && certificate !== undefined) {
      if (at.includes('encryption')) {
        peer.attacks();
        await sendParts(peer, parts([]));
      }
      peer.secure(certificate);
      response = await readPacket(peer);
    }
    if (asksAgain !== undefined) {
      await peer.send(encodeAll(sequenced([asksAgain], response.sequence + 1), MYSQL_FRAMING));
      const { sequence } = await readPacket(peer);
      return reply(peer, 'more login', [okPacket()], sequence + 1);
    }
    return reply(peer, isKilling ? 'kill login' : 'login', [okPacket()], response.sequence + 1);
  }

  async function serve(peer: Peer): Promise<void> {
    for (;;) {
      const { body } = await readPacket(peer);
      const sql = body.toString('latin1', 1);
      const command = body[0];
      if (command === COMMANDS.quit) return;
      if (command === COMMANDS.query) await replyToQuery(peer, sql);
      if (command === COMMANDS.prepare) {
        const params = Array.from(sql.matchAll(/\?/g), () => columnDefinition('?', TEXT_TYPE));
        const described = params.length === 0 ? [] : [...params, eofPacket()];
        await reply(
          peer,
          'prepare',
          [prepareOk(COLUMNS.length, params.length), ...described, ...COLUMNS, eofPacket()],
          1,
        );
      }
      if (command === COMMANDS.execute) {
        isKilled = neverSendsRows;
        if (neverSendsRows) await peer.hang();
        await reply(peer, 'rows', ROWS, 1);
      }
    }
  }

  async function replyToQuery(peer: Peer, sql: string): Promise<void> {
    if (sql.startsWith('SET')) return reply(peer, 'setting', [okPacket()], 1);
    if (sql.startsWith('KILL')) return reply(peer, 'kill', [okPacket()], 1);
    if (sql.startsWith('SELECT VERSION')) return reply(peer, 'version', oneCell('8.4.0'), 1);
    if (sql.startsWith('SELECT 1')) return reply(peer, 'version', oneCell('1'), 1);
    return reply(peer, 'tables', TABLES, 1);
  }

  return async (peer) => {
    await logIn(peer);
    await serve(peer);
  };
}

async function readPacket(peer: Peer): Promise<{ readonly body: Buffer; readonly sequence: number }> {
  const head = await peer.read(4);
  return { body: await peer.read(head.readUIntLE(0, 3)), sequence: head[3] ?? 0 };
}

import type { TestCertificate } from '../network/test-certificate.ts';
import { encodeAll } from './message.ts';
import { type Part, sendParts } from './part.ts';
import type { Peer } from './peer.ts';
import {
  authentication,
  commandComplete,
  dataRow,
  MESSAGES,
  POSTGRES_FRAMING,
  type PostgresMessage,
  rowDescription,
  TEXT_TYPE,
} from './postgres-messages.ts';
import type { Conversation } from './start-hostile-server.ts';

/**
 * What the server replies to: the request for encryption, the startup message, the two messages of a SCRAM login, the
 * statement that begins a transaction, the preparation of a query, its execution, its end and that of the transaction, the
 * query for the tables of the database, and a connection that cancels a query, with its request for encryption.
 */
export type PostgresPlace =
  | 'encryption'
  | 'startup'
  | 'scram'
  | 'scram proof'
  | 'begin'
  | 'prepare'
  | 'rows'
  | 'end'
  | 'rollback'
  | 'tables'
  | 'cancel'
  | 'cancel encryption';

export interface PostgresAttack {
  readonly at: readonly PostgresPlace[];
  /** What is sent in place of these good messages. */
  parts(good: readonly PostgresMessage[], clientNonce: string): readonly Part[];
  /** Whether clients log in with SCRAM; otherwise, nobody needs a password. */
  readonly asksForScram?: boolean;
}

const SSL_REQUEST = 80877103;
const CANCEL_REQUEST = 80877102;

const ROWS = [MESSAGES.dataRow, dataRow(['Rome', '9'])];
const TABLE_COLUMNS = ['nspname', 'relname', 'attname', 'int8', 'attnotnull'];
const TABLES = [
  rowDescription(TABLE_COLUMNS.map((name) => [name, TEXT_TYPE] as const)),
  dataRow(['public', 'sales', 'city', String(TEXT_TYPE), 'f']),
  commandComplete('SELECT 1'),
  MESSAGES.readyForQuery,
];

const INTEGER_TYPE = 23;
const ONE = [
  rowDescription([['?column?', INTEGER_TYPE]]),
  dataRow(['1']),
  commandComplete('SELECT 1'),
  MESSAGES.readyForQuery,
];

/** A server with one table, which is a good one but for the attack. */
export function postgresServer(attack: PostgresAttack, certificate?: TestCertificate): Conversation {
  const { at, parts, asksForScram = false } = attack;
  // Otherwise nobody would cancel a query.
  const neverSendsRows = at.includes('cancel') || at.includes('cancel encryption');
  let isCancelled = false;

  async function reply(peer: Peer, place: PostgresPlace, good: readonly PostgresMessage[], nonce = '') {
    if (at.includes(place)) {
      peer.attacks();
      await sendParts(peer, parts(good, nonce));
    } else await peer.send(encodeAll(good, POSTGRES_FRAMING));
  }

  async function logIn(peer: Peer): Promise<void> {
    if (asksForScram) {
      await reply(peer, 'startup', [authentication(10, Buffer.from('SCRAM-SHA-256\0\0'))]);
      const { body } = await readMessage(peer);
      const nonce = /r=(.*)$/.exec(body.toString('latin1'))?.[1] ?? '';
      const challenge = `r=${nonce}server,s=${Buffer.from('salt').toString('base64')},i=4096`;
      await reply(peer, 'scram', [authentication(11, Buffer.from(challenge))], nonce);
      await readMessage(peer);
      await reply(peer, 'scram proof', [authentication(12, Buffer.from('v=AAAA'))]);
      return;
    }
    const { authenticationOk, parameterStatus, backendKeyData, readyForQuery } = MESSAGES;
    await reply(peer, 'startup', [authenticationOk, parameterStatus, backendKeyData, readyForQuery]);
  }

  async function serve(peer: Peer): Promise<void> {
    for (;;) {
      const { type, body } = await readMessage(peer);
      const sql = body.toString('latin1');
      if (type === 'X') return;
      if (type === 'Q') await replyToQuery(peer, sql);
      // The driver sends Parse, Bind, Describe, Execute and Sync at once.
      if (type === 'D')
        await reply(peer, 'prepare', [
          MESSAGES.parseComplete,
          MESSAGES.bindComplete,
          MESSAGES.rowDescription,
        ]);
      if (type === 'E' && neverSendsRows) {
        isCancelled = true;
        await peer.hang();
      }
      if (type === 'E') await reply(peer, 'rows', [...ROWS, commandComplete('SELECT 2')]);
      if (type === 'S') await reply(peer, 'end', [MESSAGES.readyForQuery]);
    }
  }

  async function replyToQuery(peer: Peer, sql: string): Promise<void> {
    if (/^BEGIN/.test(sql)) {
      const settings = sql.split(';').slice(1);
      const done = [commandComplete('BEGIN'), ...settings.map(() => commandComplete('SET'))];
      return reply(peer, 'begin', [...done, MESSAGES.readyForQuery]);
    }
    if (/^ROLLBACK/.test(sql))
      return reply(peer, 'rollback', [commandComplete('ROLLBACK'), MESSAGES.readyForQuery]);
    if (sql.startsWith('SELECT 1')) return peer.send(encodeAll(ONE, POSTGRES_FRAMING));
    return reply(peer, 'tables', TABLES);
  }

  return async (peer) => {
    for (;;) {
      const length = (await peer.read(4)).readInt32BE();
      const request = await peer.read(length - 4);
      const code = request.readInt32BE();
      if (code === SSL_REQUEST) {
        if (at.includes(isCancelled ? 'cancel encryption' : 'encryption')) {
          peer.attacks();
          await sendParts(peer, parts([], ''));
        } else await peer.send(Buffer.from(certificate === undefined ? 'N' : 'S'));
        if (certificate !== undefined) peer.secure(certificate);
      } else if (code === CANCEL_REQUEST) {
        return reply(peer, 'cancel', []);
      } else {
        await logIn(peer);
        return serve(peer);
      }
    }
  };
}

async function readMessage(peer: Peer): Promise<{ readonly type: string; readonly body: Buffer }> {
  const head = await peer.read(5);
  return { type: String.fromCharCode(head[0] ?? 0), body: await peer.read(head.readInt32BE(1) - 4) };
}

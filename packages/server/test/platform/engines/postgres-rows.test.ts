import assert from 'node:assert/strict';
import { Duplex } from 'node:stream';
import { describe, test } from 'node:test';
import type { PoolClient } from 'pg';
import type { SendBatch } from '../../../src/platform/engines/engine.ts';
import { type Reading, readPostgresRows } from '../../../src/platform/engines/postgres/read-rows.ts';

const LIMITS = { maxRows: 100_000, maxBytes: 100_000_000, timeoutMs: 1000 };
const TEXT = 25;

/** What the driver calls as messages arrive. */
interface Handlers {
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(): void;
  handleReadyForQuery(): void;
}

function beginReading({ limits = LIMITS, send }: { limits?: Reading['limits']; send?: SendBatch } = {}) {
  const stream = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  stream.resume();
  let handlers: Handlers | undefined;
  let abandoned = 0;
  const client = {
    connection: { stream },
    query(given: Handlers) {
      handlers = given;
    },
  } as unknown as PoolClient;
  const abandon = () => {
    abandoned += 1;
  };
  const result = readPostgresRows(client, { sql: 'SELECT', params: [] }, { limits, send, abandon });
  assert.ok(handlers);
  const { handleRowDescription, handleDataRow, handleCommandComplete, handleReadyForQuery } = handlers;
  handleRowDescription({ fields: [{ name: 'words', dataTypeID: TEXT }] });
  return {
    stream,
    result,
    row: (text: string) => handleDataRow({ fields: [text] }),
    end() {
      handleCommandComplete();
      handleReadyForQuery();
    },
    isReady: handleReadyForQuery,
    abandoned: () => abandoned,
  };
}

const BATCH = 'x'.repeat(300_000);

describe('rows of PostgreSQL', () => {
  test('are not read while the receiver is behind', async () => {
    const received = Promise.withResolvers<void>();
    const reading = beginReading({ send: () => received.promise });
    reading.row('first');
    assert.equal(reading.stream.isPaused(), false);
    reading.row(BATCH);
    assert.equal(reading.stream.isPaused(), true);
    received.resolve();
    await new Promise(setImmediate);
    assert.equal(reading.stream.isPaused(), false);
    reading.row('last');
    reading.end();
    const { rowCount, columns } = await reading.result;
    assert.deepEqual([rowCount, columns[0]?.values, reading.abandoned()], [3, ['last'], 0]);
  });

  test('are abandoned at a limit, and later ones ignored', async () => {
    const reading = beginReading({ limits: { ...LIMITS, maxRows: 2 } });
    for (const text of ['a', 'b', 'c', 'd']) reading.row(text);
    assert.equal(reading.abandoned(), 1);
    const { columns, truncated } = await reading.result;
    assert.deepEqual([columns[0]?.values, truncated], [['a', 'b'], true]);
  });

  test('are abandoned if one exceeds the limit alone', async () => {
    const reading = beginReading({ limits: { ...LIMITS, maxBytes: 1000 } });
    reading.row(BATCH);
    reading.row('after');
    await assert.rejects(reading.result, { code: 'TOO_LARGE', column: 'words' });
    assert.equal(reading.abandoned(), 1);
  });

  test('are abandoned if nobody receives them, but not after their end', async () => {
    const send = () => Promise.reject(new Error('gone'));
    const reading = beginReading({ send });
    reading.row(BATCH);
    await assert.rejects(reading.result, /gone/);
    assert.deepEqual([reading.abandoned(), reading.stream.isPaused()], [1, false]);
    const ended = beginReading({ send });
    ended.row(BATCH);
    ended.end();
    await assert.rejects(ended.result, /gone/);
    await new Promise(setImmediate);
    assert.deepEqual([ended.abandoned(), ended.stream.isPaused()], [0, false]);
  });

  test('that end without an end of their statement are an error, not a table', async () => {
    const reading = beginReading();
    reading.row('a');
    reading.isReady();
    await assert.rejects(reading.result, { code: 'BAD_RESPONSE' });
  });
});

import type { PoolClient, Submittable } from 'pg';
import { collectResult, type ResultCollector } from '../collect-result.ts';
import type { EngineResult, QueryLimits, SendBatch, Statement } from '../engine.ts';
import { badResponse, noColumns } from '../engine-error.ts';
import { postgresCell, postgresColumnType } from './column-types.ts';

interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

interface DataRow {
  /** Text, because the columns are requested in that format. */
  readonly fields: readonly (string | null)[];
}

export interface Reading {
  readonly limits: QueryLimits;
  readonly send: SendBatch | undefined;
  /** Called if the server would send more than is read. The connection is of no use then. */
  abandon(): void;
}

/**
 * Reads rows as they arrive. Execute has no row count, because with one PostgreSQL runs a parallel plan without its
 * workers: PostgreSQL docs, "When Can Parallel Query Be Used?" (ADR 312).
 */
export function readPostgresRows(
  client: PoolClient,
  { sql, params }: Statement,
  { limits, send, abandon }: Reading,
): Promise<EngineResult> {
  const { stream } = client.connection;
  const { promise, resolve, reject } = Promise.withResolvers<EngineResult>();
  let types: readonly number[] = [];
  let collector: ResultCollector | undefined;
  let isComplete = false;
  let isOver = false;

  function end(outcome: () => void): void {
    isOver = true;
    outcome();
  }

  function stopReading(outcome: () => void): void {
    if (isOver) return;
    abandon();
    end(outcome);
  }

  /** Rows wait in the database, not here, while the receiver is behind. */
  function waitForReceiver(behind: ResultCollector): void {
    if (!behind.isSending || stream.isPaused()) return;
    stream.pause();
    behind
      .drained()
      .catch((error) => stopReading(() => reject(error)))
      .finally(() => stream.resume());
  }

  client.query({
    submit(connection) {
      stream.cork();
      connection.parse({ text: sql, name: '', types: [] }, true);
      connection.bind({ values: params.map((param) => (param === null ? null : String(param))) }, true);
      connection.describe({ type: 'P', name: '' }, true);
      connection.execute({}, true);
      connection.sync();
      stream.uncork();
    },
    handleRowDescription({ fields }: RowDescription) {
      if (collector) throw badResponse('The server sent the columns of a result twice.');
      const columns = fields.map(({ name, dataTypeID }) => ({ name, type: postgresColumnType(dataTypeID) }));
      types = fields.map(({ dataTypeID }) => dataTypeID);
      collector = collectResult(columns, limits, send);
    },
    handleDataRow({ fields }: DataRow) {
      if (isOver) return;
      if (!collector) throw badResponse('The server sent a row without columns.');
      const result = collector;
      try {
        const isAdded = result.add(fields.map((text, index) => postgresCell(text, types[index] ?? 0)));
        if (isAdded) waitForReceiver(result);
        else stopReading(() => resolve(result.finish()));
      } catch (error) {
        stopReading(() => reject(error));
      }
    },
    handleCommandComplete() {
      isComplete = true;
    },
    handleEmptyQuery() {},
    handleReadyForQuery() {
      end(() => {
        if (!collector) reject(noColumns());
        // The server was ready for the next statement without having ended this one.
        else if (!isComplete) reject(badResponse('The rows have no end.'));
        else resolve(collector.finish());
      });
    },
    handleError: (error: Error) => end(() => reject(error)),
  } as Submittable);
  return promise;
}

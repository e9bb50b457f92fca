import type { TenantId } from '@inlay/protocol/tenant-id';
import { type CounterOptions, DelayedCounts } from '../counters/delayed-counts.ts';
import type { Caller } from '../identity/acting.ts';
import { insertRows, rowsInsert } from '../store/insert-rows.ts';
import type { AuditEventRow } from '../store/schema.ts';
import type { Queries, Store } from '../store/store.ts';
import type { Time } from '../time/time.ts';
import { detailsText, EVENT_COLUMNS, minuteId } from './record-event.ts';

/** Who read how many rows of a dataset, and under which rules. Neither cells nor filters are part of it. */
export interface DataAccess {
  readonly tenantId: TenantId;
  readonly action: 'data.export' | 'data.query' | 'data.rows';
  readonly actor: string | null;
  readonly caller: Caller;
  /** Null for one that is not saved. */
  readonly datasetId: string | null;
  readonly rows: number;
  readonly details: Readonly<Record<string, unknown>>;
}

/** `row_count` is never null here. */
type CountedRow = AuditEventRow & { row_count: number };

const MINUTE = 60_000;

/**
 * Records data access in one row per minute for the same person, dataset, kind and rules, so that a busy embed does not
 * fill the store (ADR 330). The row has the request id and address of its first request.
 */
export class AccessLog {
  readonly #store: Store;
  readonly #time: Time;
  readonly #counts: DelayedCounts<CountedRow>;

  constructor(options: CounterOptions) {
    this.#store = options.store;
    this.#time = options.time;
    this.#counts = new DelayedCounts({
      ...options,
      afterMs: 1000,
      write: (rows) => this.#write(rows),
      add: addTo,
    });
  }

  /** Resolves when the access is stored, so that nobody has a file that a crash removes from the log. */
  async record(accesses: readonly DataAccess[]): Promise<void> {
    if (accesses.length > 0) await this.#write(merged(accesses.map((access) => this.#rowOf(access))));
  }

  /** Stores the access within a second. */
  count(accesses: readonly DataAccess[]): void {
    for (const access of accesses) {
      const row = this.#rowOf(access);
      this.#counts.count(keyOf(row), row);
    }
  }

  flush(): Promise<void> {
    return this.#counts.flush();
  }

  async #write(rows: readonly CountedRow[]): Promise<void> {
    // In one order on every node, or two of them could deadlock.
    const inOrder = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    await this.#store.write((transaction: Queries) => insertRows(transaction, insert, inOrder));
  }

  #rowOf({ tenantId, action, actor, caller, datasetId, rows, details }: DataAccess): CountedRow {
    const now = this.#time.now();
    const at = now - (now % MINUTE);
    const text = detailsText(details, caller);
    return {
      tenant_id: tenantId,
      id: minuteId(at, [action, actor, datasetId, text]),
      at,
      action,
      outcome: 'success',
      actor,
      target: datasetId,
      reason: null,
      count: 1,
      row_count: rows,
      request_id: caller.requestId,
      ip: caller.ip,
      details: text,
    };
  }
}

const insert = rowsInsert<AuditEventRow>('audit_events', EVENT_COLUMNS, {
  key: 'id',
  unless: ['tenant_id', 'id'],
  add: ['count', 'row_count'],
});

const keyOf = ({ tenant_id, id }: AuditEventRow) => `${tenant_id}\n${id}`;

function addTo(known: CountedRow, more: CountedRow): void {
  known.count += more.count;
  known.row_count += more.row_count;
}

function merged(rows: readonly CountedRow[]): readonly CountedRow[] {
  const byKey = new Map<string, CountedRow>();
  for (const row of rows) {
    const known = byKey.get(keyOf(row));
    if (known) addTo(known, row);
    else byKey.set(keyOf(row), row);
  }
  return [...byKey.values()];
}

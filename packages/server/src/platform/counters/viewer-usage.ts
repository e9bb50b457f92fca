import type { TenantId } from '@inlay/protocol/tenant-id';
import { insertRows, rowsInsert } from '../store/insert-rows.ts';
import type { ViewerUsageRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { type CounterOptions, DelayedCounts } from './delayed-counts.ts';
import type { MeteredKind } from './monthly-totals.ts';

/** Who used something. */
export interface UsingViewer {
  readonly tenantId: TenantId;
  readonly workspaceId: string;
  readonly username: string;
}

const DAY = 86_400_000;

const COLUMNS: Readonly<Record<MeteredKind, 'views' | 'exchanges' | 'exported_rows'>> = {
  view: 'views',
  exchange: 'exchanges',
  'exported-row': 'exported_rows',
};

const insert = rowsInsert<ViewerUsageRow>(
  'viewer_usage',
  {
    tenant_id: 'text',
    day: 'bigint',
    workspace_id: 'text',
    username: 'text',
    views: 'bigint',
    exchanges: 'bigint',
    exported_rows: 'bigint',
  },
  {
    key: 'username',
    unless: ['tenant_id', 'day', 'workspace_id', 'username'],
    add: ['views', 'exchanges', 'exported_rows'],
  },
);

/** Usage per viewer and day (UTC). */
export class ViewerUsage {
  readonly #counts: DelayedCounts<ViewerUsageRow>;

  constructor(options: CounterOptions, afterMs: number) {
    this.#counts = new DelayedCounts({
      ...options,
      afterMs,
      write: (portion) => addViewerUsage(options.store, portion),
      add: (known, more) => {
        known.views += more.views;
        known.exchanges += more.exchanges;
        known.exported_rows += more.exported_rows;
      },
    });
  }

  count(
    { tenantId, workspaceId, username }: UsingViewer,
    at: number,
    what: MeteredKind,
    count: number,
  ): void {
    const day = at - (at % DAY);
    const row = {
      tenant_id: tenantId,
      day,
      workspace_id: workspaceId,
      username,
      views: 0,
      exchanges: 0,
      exported_rows: 0,
      [COLUMNS[what]]: count,
    };
    // Neither identifier contains a control character.
    this.#counts.count(`${tenantId}\n${day}\n${workspaceId}\n${username}`, row);
  }

  flush(): Promise<void> {
    return this.#counts.flush();
  }
}

async function addViewerUsage(store: Store, rows: readonly ViewerUsageRow[]): Promise<void> {
  // In one order on every node, or two of them could deadlock.
  const sorted = rows.toSorted((a, b) =>
    a.tenant_id === b.tenant_id ? compareRows(a, b) : a.tenant_id < b.tenant_id ? -1 : 1,
  );
  await store.write((transaction) => insertRows(transaction, insert, sorted));
}

const compareRows = (a: ViewerUsageRow, b: ViewerUsageRow): number =>
  a.username === b.username ? (a.workspace_id < b.workspace_id ? -1 : 1) : a.username < b.username ? -1 : 1;

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { ThemeContent } from '@inlay/protocol/theme';
import { generateTables } from '../../platform/engines/duckdb/generate-tables.ts';
import { duckdb } from '../../platform/engines/duckdb/index.ts';
import { OPERATOR } from '../../platform/identity/acting.ts';
import type { Services } from '../../services.ts';
import { createConnection, filesFolder, findConnection } from '../connections/index.ts';
import {
  applyFolder,
  type FolderFile,
  FULL_ACCESS,
  listItems,
  PLAIN,
  parseFolder,
} from '../content/index.ts';
import { findDataset } from '../datasets/index.ts';
import { changeTenantSettings } from '../tenants/index.ts';
import { storeTheme } from '../themes/index.ts';
import { findNamed, insertNamed } from '../users/index.ts';

/** The demo's files in the repository. */
export interface DemoParts {
  /** SQL that creates the tables: deterministic rows per day, up to the variable `last_day`. */
  readonly script: string;
  readonly tables: readonly string[];
  /** The app's folder, as `inlay content import` reads it. */
  readonly files: readonly FolderFile[];
  /** Its theme, which its pages reference by name. */
  readonly theme: ThemeContent;
}

export interface DemoOptions {
  /** Called before each slow step. */
  readonly onStep?: (step: 'data' | 'content') => void;
  readonly signal?: AbortSignal;
}

const operator = { as: FULL_ACCESS, actor: null, caller: OPERATOR };
const limits = { timeoutMs: 5 * 60_000, memoryMb: 1024, processMb: 2048, threads: 2 };

/**
 * Loads the demo's data and content into a tenant without apps. Existing parts are kept, so it can run at every start;
 * a tenant with other apps is left alone.
 */
export async function loadDemo(
  services: Services,
  tenantId: TenantId,
  { script, tables, files, theme }: DemoParts,
  { onStep, signal }: DemoOptions = {},
): Promise<void> {
  const isNew = await hasNoApp(services, tenantId);
  if (!isNew && !(await usesTables(services, tenantId, tables))) return;
  const folder = filesFolder(services, tenantId);
  if (tables.some((table) => !existsSync(join(folder, `${table}.parquet`)))) {
    onStep?.('data');
    const task = { script: withLastDay(script, services.time.now()), tables, folder };
    await generateTables(services.duckdb, task, { ...limits, signal });
    services.results.forget(tenantId);
  }
  if (!isNew) return;
  onStep?.('content');
  await ensureGroup(services, tenantId);
  await services.store.write((transaction) => changeTenantSettings(transaction, tenantId, CALENDAR));
  await ensureConnection(services, tenantId);
  await storeTheme(
    services,
    tenantId,
    { name: 'larkfell', content: theme },
    { actor: null, caller: OPERATOR },
  );
  const request = { services, tenantId, ...operator };
  const parsed = await parseFolder(files);
  await applyFolder(request, parsed.files, { ...PLAIN, publish: true });
}

/** Yesterday, so that `last 30 days` has data; limited to when the content still makes sense. */
function withLastDay(script: string, now: number): string {
  const yesterday = new Date(Math.min(now, Date.UTC(2030, 0, 1)) - 86_400_000).toISOString().slice(0, 10);
  return `SET VARIABLE last_day = DATE '${yesterday}';\n${script}`;
}

async function hasNoApp({ store }: Services, tenantId: TenantId): Promise<boolean> {
  const scope = { working: 'all', published: [], reviewed: 'all', hidden: [] } as const;
  const { meta } = await listItems(store.lists, tenantId, {
    kind: 'app',
    scope,
    page: { page: 1, limit: 1 },
  });
  return meta.total === 0;
}

/** The demo is in use, so a node with an empty files folder recreates the same rows. */
async function usesTables(
  { store }: Services,
  tenantId: TenantId,
  tables: readonly string[],
): Promise<boolean> {
  for (const table of tables)
    if ((await findDataset(store, tenantId, table))?.connectionId === CONNECTION) return true;
  return false;
}

const CONNECTION = 'demo-files';

/** Larkfell's fiscal year ends in October. */
const CALENDAR = { fiscalYearStart: 11, currency: 'EUR', weekStart: 1 };

async function ensureConnection(services: Services, tenantId: TenantId): Promise<void> {
  if (await findConnection(services.store, tenantId, CONNECTION)) return;
  await createConnection(
    services,
    tenantId,
    { id: CONNECTION, name: 'Demo files', kind: duckdb.name },
    { actor: null, caller: OPERATOR },
  );
}

/** Visibility rules of the demo use this group. */
async function ensureGroup({ store, time }: Services, tenantId: TenantId): Promise<void> {
  const group = { id: 'finance', name: 'Finance' };
  await store.write(async (transaction) => {
    if (await findNamed(transaction, tenantId, 'groups', group.id)) return;
    await insertNamed(transaction, tenantId, 'groups', group, time.now());
  });
}

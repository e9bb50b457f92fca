import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocale } from '@inlay/charts/format/create-locale';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { readDemoParts } from '@inlay/server/cli/prepare-demo';
import { readConfig } from '@inlay/server/config';
import { loadDemo } from '@inlay/server/features/demo/load-demo';
import { createEmbedRequest } from '@inlay/server/features/embeds/embed-request';
import { openEmbed, resolveEmbed } from '@inlay/server/features/embeds/open-embed';
import { queryTile } from '@inlay/server/features/embeds/query-tile';
import { createTenant } from '@inlay/server/features/provisioning/create-tenant';
import { prepareFirstStart } from '@inlay/server/features/provisioning/first-start';
import { openServices } from '@inlay/server/open-services';
import { viewerOfContext } from '@inlay/server/platform/identity/viewer-of-context';
import type { Services } from '@inlay/server/services';
import { pino } from 'pino';
import { printTable } from './table.ts';

const tenants = Number(process.env.BENCH_TENANTS ?? 1000);
const limitMb = 500;
const calendar = { timeZone: 'UTC', weekStart: 1, fiscalYearStart: 11 } as const;

/** What a node holds after a dashboard was opened in each of a thousand tenants, all with the demo's content and rows. */
export async function benchTenants(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'inlay-bench-'));
  const config = readConfig({
    INLAY_DATA_DIR: folder,
    INLAY_LOG_LEVEL: 'silent',
    INLAY_ADMIN_PASSWORD: 'unused here',
  });
  const services = await openServices(config, { log: pino({ level: 'silent' }) });
  try {
    await prepareFirstStart(services);
    await loadDemo(services, 'demo' as TenantId, readDemoParts());
    let node = 0;
    let tree = 0;
    for (let number = 1; number <= tenants; number += 1) {
      await openDashboard(services, await makeTenant(services, number));
      const own = memoryOf(process.pid);
      node = Math.max(node, own);
      tree = Math.max(tree, own + services.duckdb.pids.reduce((sum, pid) => sum + memoryOf(pid), 0));
    }
    printTable(`A dashboard opened in each of ${tenants} tenants`, [
      {
        what: 'memory of the node and the processes that run DuckDB, making the tenants included',
        figure: `${tree.toFixed(0)} MB`,
        ratio: (tree / limitMb).toFixed(2),
        target: `≤ ${limitMb} MB`,
        met: tree <= limitMb,
      },
      { what: 'of which the node', figure: `${node.toFixed(0)} MB` },
      { what: 'processes that run DuckDB at the end', figure: String(services.duckdb.pids.length) },
    ]);
  } finally {
    await services.engines.close();
    await services.duckdb.close();
    await services.store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In megabytes. Pages that several processes share, such as their code, count once in all (Linux: `Pss`). */
function memoryOf(pid: number): number {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    // It has ended in the meantime.
    return 0;
  }
}

async function makeTenant(services: Services, number: number): Promise<TenantId> {
  const parts = readDemoParts();
  const { tenant } = await createTenant(services, {
    id: `tenant-${number}`,
    adminUsername: 'admin@bench.example',
  });
  const { filesDir } = services.config;
  mkdirSync(join(filesDir, tenant.id), { recursive: true });
  for (const table of parts.tables)
    linkSync(join(filesDir, 'demo', `${table}.parquet`), join(filesDir, tenant.id, `${table}.parquet`));
  await loadDemo(services, tenant.id, parts);
  return tenant.id;
}

async function openDashboard(services: Services, tenantId: TenantId): Promise<void> {
  const viewer = viewerOfContext(services, tenantId, {
    username: 'bench',
    workspace_id: 'main',
    privileges: { sales: ['view'] },
    groups: ['finance'],
  });
  const opened = await openEmbed(services, viewer, await resolveEmbed(services, viewer, 'sales-dashboard'));
  const request = createEmbedRequest({
    services,
    viewer,
    opened,
    setting: { locale: createLocale({ language: 'en-GB' }), calendar, linkHosts: [] },
    filters: {},
    variables: {},
    signal: AbortSignal.timeout(60_000),
  });
  await Promise.all([...opened.tiles.values()].map((tile) => queryTile(request, tile)));
}

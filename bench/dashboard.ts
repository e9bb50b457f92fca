import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocale } from '@inlay/charts/format/create-locale';
import { loadDrawings } from '@inlay/charts/tile-chart';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { readDemoParts } from '@inlay/server/cli/prepare-demo';
import { readConfig } from '@inlay/server/config';
import { findDataset } from '@inlay/server/features/datasets/datasets';
import { findModel } from '@inlay/server/features/datasets/find-model';
import { loadDemo } from '@inlay/server/features/demo/load-demo';
import { gatherTiles } from '@inlay/server/features/embeds/page/gather-tiles';
import { FIRST_PART_MS } from '@inlay/server/features/embeds/page/render-page';
import { createEmbedRequest } from '@inlay/server/features/embeds/request/embed-request';
import { openEmbed, resolveEmbed } from '@inlay/server/features/embeds/request/open-embed';
import { queryTile } from '@inlay/server/features/embeds/tiles/query-tile';
import { prepareFirstStart } from '@inlay/server/features/provisioning/first-start';
import { openServices } from '@inlay/server/open-services';
import type { Statement } from '@inlay/server/platform/engines/engine';
import { dialectNamed } from '@inlay/server/platform/engines/engines';
import { viewerOfContext } from '@inlay/server/platform/identity/viewer-of-context';
import { compile } from '@inlay/server/platform/query/compile/compile';
import { guard } from '@inlay/server/platform/query/guard/guard';
import { planQuery } from '@inlay/server/platform/query/plan/plan';
import { createPageTheme } from '@inlay/server/platform/render/page-theme';
import { chartMarkup } from '@inlay/server/platform/render/tile-section';
import { pino } from 'pino';
import { openBareDuckdb } from './peers/bare-duckdb.ts';
import { compareWithSuperset } from './peers/compare-with-superset.ts';
import type { BenchOptions } from './read-arguments.ts';
import { ms, printTable } from './table.ts';
import { median, timed } from './timed.ts';

await loadDrawings();

const tenant = 'demo' as TenantId;
const calendar = { timeZone: 'UTC', weekStart: 1, fiscalYearStart: 11 } as const;
const samples = 7;

export async function benchDashboard({ peers }: BenchOptions): Promise<void> {
  await compareWithBareQueries();
  if (peers) await compareWithSuperset();
}

/** The demo's overview of twelve tiles, from the embed's name to the last chart, against its bare queries in a row. */
async function compareWithBareQueries(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'inlay-bench-'));
  const config = readConfig({
    INLAY_DATA_DIR: folder,
    INLAY_LOG_LEVEL: 'silent',
    INLAY_ADMIN_PASSWORD: 'unused here',
  });
  const services = await openServices(config, { log: pino({ level: 'silent' }) });
  try {
    await prepareFirstStart(services);
    const { tables, ...parts } = readDemoParts();
    await loadDemo(services, tenant, { tables, ...parts });
    const viewer = viewerOfContext(services, tenant, {
      username: 'bench',
      workspace_id: 'main',
      privileges: { sales: ['view'] },
      groups: ['finance'],
    });
    const pageTheme = createPageTheme(createLocale({ language: 'en-GB' }), []);
    const size = { width: 480, height: 260 };
    const firsts: number[] = [];
    const inPage: number[] = [];
    const paint = async () => {
      services.results.forget(tenant);
      const started = performance.now();
      const opened = await openEmbed(
        services,
        viewer,
        await resolveEmbed(services, viewer, 'sales-dashboard'),
      );
      const request = createEmbedRequest({
        services,
        viewer,
        opened,
        setting: { locale: pageTheme.locale, calendar, linkHosts: [], imageHosts: [] },
        filters: {},
        variables: {},
        signal: AbortSignal.timeout(30_000),
      });
      const { results, late } = await gatherTiles(request, undefined, FIRST_PART_MS);
      firsts.push(performance.now() - started);
      const all = new Map(results);
      for await (const result of late ?? []) all.set(result.id, result);
      inPage.push(all.size);
      // A chart counts when it is drawn from its answer: those that the page does not wait for are asked for by its script.
      for (const tile of opened.tiles.values()) {
        const { result } = await queryTile(request, tile);
        chartMarkup(tile, { state: 'ready', result }, pageTheme, { size });
      }
      return opened;
    };
    const statements: Statement[] = [];
    for (const { query, datasetId } of (await paint()).tiles.values()) {
      const dataset = await findDataset(services.store, tenant, datasetId);
      if (!dataset) throw new Error(`there is no dataset ${datasetId}`);
      const model = await findModel(services.store, tenant, dataset, viewer);
      const plan = planQuery(query, model, calendar, services.time.now());
      statements.push(compile(guard(plan, viewer), dialectNamed('duckdb')));
    }
    const bare = await openBareDuckdb(join(config.filesDir, tenant), tables);
    const [ours, theirs]: [number[], number[]] = [[], []];
    // In turns, so that whatever else the machine does falls on both.
    for (let round = 0; round < samples; round += 1) {
      ours.push(await timed(paint));
      theirs.push(
        await timed(async () => {
          for (const statement of statements) await bare.run(statement);
        }),
      );
    }
    bare.close();
    const [page, queries] = [median(ours), median(theirs)];
    printTable(`A dashboard of ${statements.length} tiles, nothing cached`, [
      { what: `${statements.length} bare queries, one after the other, p50`, figure: ms(queries) },
      {
        what: 'from the name of the embed to the last chart, p50',
        figure: ms(page),
        ratio: `${(page / queries).toFixed(2)} ×`,
      },
      { what: 'until the first part of the page leaves, p50', figure: ms(median(firsts)) },
      { what: 'charts that come with the page, p50', figure: String(median(inPage)) },
    ]);
  } finally {
    await services.engines.close();
    await services.duckdb.close();
    await services.store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

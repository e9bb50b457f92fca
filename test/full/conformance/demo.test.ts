import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createLocale } from '@inlay/charts/format/create-locale';
import { titleTile } from '@inlay/charts/format/title-tile';
import { writeValue } from '@inlay/charts/format/write-value';
import type { TileContent } from '@inlay/charts/tile';
import type { AppContent } from '@inlay/content/app';
import type { StoryContent } from '@inlay/content/story';
import type { NamedValues } from '@inlay/protocol/narrative';
import type { QuerySpec } from '@inlay/protocol/query';
import type { QueryResult } from '@inlay/protocol/result';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { readDemoParts } from '@inlay/server/cli/prepare-demo';
import type { DataViewer } from '@inlay/server/features/connections/connect-for';
import { applyFolder, PLAIN, planFolder } from '@inlay/server/features/content/as-code/deploy-folder';
import { exportApp } from '@inlay/server/features/content/as-code/export-content';
import { folderTexts } from '@inlay/server/features/content/as-code/folder-texts';
import { parseFolder } from '@inlay/server/features/content/as-code/parse-folder';
import { FULL_ACCESS } from '@inlay/server/features/content/store/content-request';
import { itemsOfApp } from '@inlay/server/features/content/store/items';
import { listPhrases } from '@inlay/server/features/content/visibility/translate-content';
import { findDataset, type StoredDataset } from '@inlay/server/features/datasets/datasets';
import { runQuery } from '@inlay/server/features/datasets/run-query';
import { loadDemo } from '@inlay/server/features/demo/load-demo';
import { OPERATOR } from '@inlay/server/platform/identity/acting';
import { viewerOfContext } from '@inlay/server/platform/identity/viewer-of-context';
import { titleRuns } from '@inlay/server/platform/render/render-markdown';
import { valueWriter } from '@inlay/server/platform/render/write-value';
import { demoViewers } from '../../support/embeds/demo-viewers.ts';
import { STORES, startInlay, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';

const demo = 'demo' as TenantId;
const calendar = { timeZone: 'Europe/Berlin', weekStart: 1, fiscalYearStart: 11 } as const;
const parts = readDemoParts();
const operator = { as: FULL_ACCESS, actor: null, caller: OPERATOR };
const yearFilter = {
  column: 'ordered_on',
  operator: 'between',
  from: '2025-11-01',
  to: '2026-10-31',
} as const;

/** Whatever is written leaves a row in one of these. */
async function countRows({ services }: TestInlay): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const table of ['audit_events', 'content_revisions', 'connections', 'datasets', 'groups'] as const) {
    const rows = await services.store.tenant(demo).selectFrom(table).select('id').execute();
    counts[table] = rows.length;
  }
  return counts;
}

describe('demo', () => {
  // Both stores read the same files: making them is the slow part, and no matter of the store.
  let files: string;
  before(() => {
    files = mkdtempSync(join(tmpdir(), 'inlay-demo-files-'));
  });
  after(() => rmSync(files, { recursive: true, force: true }));

  for (const [engine, makeStore] of Object.entries(STORES)) {
    describe(`the demo on ${engine}`, () => {
      /** What is read from the files alone is the same whatever the store. */
      const itOfFiles = (title: string, test: () => Promise<void>) => {
        if (engine === 'SQLite') it(title, test);
      };
      let store: TestStore;
      let inlay: TestInlay;
      let viewers: { readonly manager: DataViewer; readonly finance: DataViewer };
      before(async () => {
        store = await makeStore();
        inlay = await startInlay(store, { env: { INLAY_FILES_DIR: files } });
        await loadDemo(inlay.services, demo, parts);
        viewers = demoViewers(inlay.services, demo);
      });
      after(async () => {
        await inlay.close();
        await store.drop();
      });

      const dataset = async (id: string) =>
        (await findDataset(inlay.services.store, demo, id)) as StoredDataset;
      const ask = async (viewer: DataViewer, id: string, query: QuerySpec): Promise<QueryResult> =>
        (await runQuery(inlay.services, viewer, await dataset(id), query, { calendar })).result;
      const contents = async <T>(kind: string) =>
        (await itemsOfApp(inlay.services.store, demo, 'sales', 'all'))
          .filter((item) => item.kind === kind)
          .map((item) => ({ id: item.id, state: item.state, content: JSON.parse(item.draft) as T }));

      it('is published, complete, and identical to the files in the repository', async () => {
        const request = { services: inlay.services, tenantId: demo, ...operator };
        const plan = await planFolder(request, (await parseFolder(parts.files)).files, {
          ...PLAIN,
          publish: true,
        });
        assert.deepEqual([plan.files, plan.embeds], [[], []]);
        for (const kind of ['tile', 'story', 'dashboard'])
          for (const { id, state } of await contents(kind)) assert.equal(state, 'published', id);
        assert.ok((await contents('tile')).length >= 12);
        assert.equal((await contents('story')).length, 2);
        assert.equal((await contents('dashboard')).length, 3);
      });

      it('has files that equal an export', async () => {
        const files = await exportApp(inlay.services.store, demo, 'sales', { connections: false });
        const exported = folderTexts(files);
        const yaml = exported.filter(({ path }) => path.endsWith('.yaml'));
        const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);
        assert.deepEqual([...yaml].sort(byPath), [...parts.files].sort(byPath));
        // What editors complete from is that of today, too.
        for (const { path, text } of exported.filter((file) => file.path.startsWith('schema/')))
          assert.equal(
            readFileSync(new URL(`../../../demo/content/sales/${path}`, import.meta.url), 'utf8'),
            text,
            path,
          );
      });

      it('is fully translated for a German viewer', async () => {
        const phrases = await listPhrases(inlay.services.store, demo, 'sales');
        const [app] = await contents<AppContent>('app');
        assert.deepEqual(new Set(Object.keys(app?.content.translations?.de ?? {})), new Set(phrases));
      });

      it('is idempotent when loaded again', async () => {
        const before = await countRows(inlay);
        const steps: string[] = [];
        await loadDemo(inlay.services, demo, parts, { onStep: (step) => steps.push(step) });
        assert.deepEqual(steps, []);
        assert.deepEqual(await countRows(inlay), before);
      });

      itOfFiles('makes its files again where a node has none', async () => {
        rmSync(join(files, 'demo', 'ledger.parquet'));
        const steps: string[] = [];
        await loadDemo(inlay.services, demo, parts, { onStep: (step) => steps.push(step) });
        assert.deepEqual(steps, ['data']);
        assert.ok(existsSync(join(files, 'demo', 'ledger.parquet')));
      });

      itOfFiles('answers every tile for both users', async () => {
        for (const { id, content } of await contents<TileContent>('tile')) {
          const finance = await ask(viewers.finance, content.datasetId, content.query);
          assert.ok(finance.rowCount > 0, `${id} has nothing for finance`);
          const manager = await ask(viewers.manager, content.datasetId, content.query);
          if (content.visibility) assert.equal(manager.rowCount, 0, `${id} shows the manager what it hides`);
          else assert.ok(manager.rowCount > 0, `${id} has nothing for the manager`);
        }
      });

      itOfFiles('finds each value of its sentences in the tile that the sentence names', async () => {
        const tiles = new Map((await contents<TileContent>('tile')).map(({ id, content }) => [id, content]));
        const sources = (values: NamedValues = {}) => Object.values(values);
        const stories = await contents<StoryContent>('story');
        const named = stories.flatMap(({ content }) =>
          content.steps.flatMap(({ values, visibility }) => (visibility ? [] : sources(values))),
        );
        assert.ok(named.length > 5);
        for (const { tile: id, column, row } of named) {
          const tile = tiles.get(id) as TileContent;
          const result = await ask(viewers.manager, tile.datasetId, tile.query);
          const cell =
            row === 'total'
              ? result.totals?.[column]
              : result.columns.find(({ name }) => name === column)?.values[0];
          assert.ok(cell !== undefined && cell !== null, `${id} ${column}`);
        }
      });

      itOfFiles('tells each viewer only what their own rows say', async () => {
        const tiles = new Map((await contents<TileContent>('tile')).map(({ id, content }) => [id, content]));
        const regions = await ask(viewers.finance, 'order_lines', {
          dimensions: [{ column: 'region' }],
          measures: ['sales'],
        });
        const ofRegions = (regions.columns[0]?.values ?? []).map((region) =>
          viewerOfContext(inlay.services, demo, {
            workspace_id: 'main',
            username: 'anyone@larkfell.test',
            privileges: { sales: ['view'] },
            attributes: { region: String(region) },
          }),
        );
        assert.equal(ofRegions.length, 5);
        const locale = createLocale({ language: 'en', currency: 'EUR' });
        for (const viewer of [viewers.finance, ...ofRegions]) {
          const response = async (id: string) => {
            const { datasetId, query } = tiles.get(id) as TileContent;
            return ask(viewer, datasetId, query);
          };
          for (const { id, content } of await contents<StoryContent>('story'))
            for (const step of content.steps) {
              if (step.visibility && viewer !== viewers.finance) continue;
              const { values = {}, tiles: shown = [], title, narrative = '', recommendation = '' } = step;
              const results = new Map<string, QueryResult>();
              for (const source of [...Object.values(values).map(({ tile }) => tile), ...shown])
                results.set(source, await response(source));
              const write = valueWriter(values, results, {}, locale);
              const texts = [title, narrative, recommendation].map((text) =>
                titleRuns(text, write).map((run) => run.text),
              );
              const titles = shown.map(
                (tile) => titleTile(tiles.get(tile) as TileContent, results.get(tile), {}, locale).title,
              );
              for (const text of [...texts.map((runs) => runs.join('')), ...titles])
                assert.doesNotMatch(text, /–/, `${id} ${step.id}: ${text}`);
            }
          const [growth] = (await response('growth')).columns.map(({ values }) => Number(values[0]));
          const said = writeValue({ tile: '', column: 'growth' }, await response('growth'), 'change', locale);
          assert.match(said, Number(growth) > 0 ? /^up \d/ : /^down \d/);
        }
      });

      it('never shows the manager a row of another region, with any filters', async () => {
        for (const id of ['order_lines', 'customers', 'shop_visits', 'ledger']) {
          const measure = (await dataset(id)).definition.measures?.[0]?.name as string;
          const query = { dimensions: [{ column: 'region' }], measures: [measure] };
          const all = await ask(viewers.finance, id, query);
          assert.equal(all.rowCount, 5);
          const seen = (await ask(viewers.manager, id, query)).columns[0]?.values;
          assert.deepEqual(seen, id === 'ledger' ? [] : ['UK & Ireland']);
          const filters = [{ column: 'region', operator: 'in', values: ['DACH', 'Nordics'] } as const];
          assert.equal((await ask(viewers.manager, id, { ...query, filters })).rowCount, 0);
        }
      });

      itOfFiles('holds what its titles say, in every region that reads them', async () => {
        const products = await ask(viewers.finance, 'order_lines', {
          dimensions: [{ column: 'region' }, { column: 'product' }],
          measures: ['sales'],
          filters: [yearFilter],
          sort: [{ by: 'sales', direction: 'desc' }],
        });
        const [regions = [], names = []] = products.columns.map(({ values }) => values);
        for (const region of new Set(regions))
          assert.equal(names[regions.indexOf(region)], 'Halo Ultralight', String(region));

        const growth = await ask(viewers.finance, 'order_lines', {
          dimensions: [{ column: 'region' }],
          measures: ['growth'],
        });
        const [where = [], rates = []] = growth.columns.map(({ values }) => values);
        for (const [index, region] of where.entries())
          assert.equal(Number(rates[index]) < 0, region === 'France', String(region));

        const segments = await ask(viewers.finance, 'order_lines', {
          dimensions: [{ column: 'customer.region' }, { column: 'customer.segment' }],
          measures: ['sales'],
          filters: [yearFilter],
        });
        const [homes = [], kinds = [], sales = []] = segments.columns.map(({ values }) => values);
        for (const home of new Set(homes)) {
          const of = (kind: string) => {
            const row = homes.findIndex((each, index) => each === home && kinds[index] === kind);
            return Number(sales[row]);
          };
          assert.ok(of('Returning') > 2 * of('New'), String(home));
        }
      });

      it('refuses a folder whose dataset lacks a connection or names a missing column, and writes nothing', async () => {
        const before = await countRows(inlay);
        const wrong = {
          'connectionId: demo-files':
            /datasets\/ledger\.yaml .*\/connectionId refers to a connection that does not exist: 'nowhere'/,
          'column: actual': /datasets\/ledger\.yaml .*\/measures\/0/,
        };
        for (const [text, says] of Object.entries(wrong)) {
          const value = `${text.split(':')[0]}: nowhere`;
          const files = parts.files.map((file) =>
            file.path === 'datasets/ledger.yaml' ? { ...file, text: file.text.replace(text, value) } : file,
          );
          const request = { services: inlay.services, tenantId: demo, ...operator };
          const options = { ...PLAIN, publish: true };
          await assert.rejects(applyFolder(request, (await parseFolder(files)).files, options), {
            message: says,
          });
        }
        assert.deepEqual(await countRows(inlay), before);
      });

      it('does not change a tenant that has its own apps', async () => {
        const other = await makeStore();
        const another = await startInlay(other, { env: { INLAY_FILES_DIR: join(files, 'other') } });
        try {
          const app = { path: 'app.yaml', text: 'id: mine\ntitle: Mine\nworkspaceId: main\n' };
          await loadDemo(another.services, demo, { ...parts, script: '', tables: [], files: [app] });
          const before = await countRows(another);
          await loadDemo(another.services, demo, parts);
          assert.deepEqual(await countRows(another), before);
        } finally {
          await another.close();
          await other.drop();
        }
      });
    });
  }
});

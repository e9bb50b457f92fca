import type { ContentFile, ContentPlan } from '@inlay/content/content-plan';
import { contentClient, makeOrders, TILE } from '../test/support/content/content-client.ts';
import { parsedFiles, sentWith } from '../test/support/content/content-files.ts';
import { call, logInAs } from '../test/support/http/api-client.ts';
import { freePort } from '../test/support/server/free-port.ts';
import { ADMIN, postgresStore, sqliteStore, type TestStore } from '../test/support/server/start-inlay.ts';
import { startWatchedServer } from './load/server-process.ts';
import { ms, printTable, type Row } from './table.ts';
import { timed } from './timed.ts';

const TILES = 1000;
const MAX_TURN_MS = 100;

/** An app of a thousand tiles, planned and applied over HTTP: how long, how much memory, and what others notice. */
export async function benchContent(): Promise<void> {
  const rows: Row[] = [];
  for (const [name, makeStore] of Object.entries({ SQLite: sqliteStore, PostgreSQL: postgresStore })) {
    const store = await makeStore();
    rows.push(...(await measure(name, store)));
    await store.drop();
  }
  printTable(`An app of ${TILES.toLocaleString('en')} tiles, planned and applied`, rows);
}

async function measure(name: string, store: TestStore): Promise<Row[]> {
  const server = await startWatchedServer(await freePort(), {
    ...store.env,
    INLAY_ADMIN_PASSWORD: ADMIN.password,
  });
  try {
    const token = await logInAs(server.url);
    const admin = contentClient(server, token);
    await makeOrders(admin);
    await admin('POST', 'apps', { body: { id: 'sales', title: 'Sales', workspaceId: 'main' } });
    const { body } = await admin('GET', 'apps/sales/content');
    const app = parsedFiles(body.files);
    const idleBytes = await server.residentBytes();
    const post = async (path: string, sent: object): Promise<ContentPlan> => {
      const { status, body: plan } = await call<ContentPlan>(`${server.url}/api/v0/${path}`, {
        token,
        body: sent,
      });
      if (status !== 200) throw new Error(JSON.stringify(plan));
      return plan;
    };
    const rows: Row[] = [];
    const step = async (what: string, work: () => Promise<unknown>) => {
      await server.longestTurnMs();
      const tookMs = await timed(work);
      const turnMs = await server.longestTurnMs();
      const grownMb = ((await server.residentBytes()) - idleBytes) / 1024 ** 2;
      rows.push({
        what: `  ${what}`,
        figure: ms(tookMs),
        ratio: `longest turn ${ms(turnMs)} CPU, memory +${grownMb.toFixed(0)} MB`,
        target: `turns ≤ ${MAX_TURN_MS} ms`,
        met: turnMs <= MAX_TURN_MS,
      });
    };
    for (const [what, title] of [
      ['new', 'Revenue'],
      ['all changed', 'Takings'],
    ] as const) {
      const request = sentWith({ files: [...app, ...tilesOf(title)], publish: true });
      let revision = '';
      await step(`plan, ${what}`, async () => {
        ({ revision } = await post('content-plans', request));
      });
      await step(`apply, ${what}`, () => post('content-applications', { ...request, revision }));
    }
    const request = sentWith({ files: [...app, ...tilesOf('Takings')], publish: true });
    await step('plan, nothing changed', () => post('content-plans', request));
    await step('export', () => admin('GET', 'apps/sales/content'));
    return [{ what: name, figure: '' }, ...rows];
  } finally {
    await server.stop();
  }
}

const tilesOf = (title: string): readonly ContentFile[] => [
  ...Array.from({ length: TILES }, (_, at) => ({
    path: `tiles/tile-${at}.yaml`,
    content: { ...TILE, title: `${title} ${at}`, options: { formats: { revenue: { kind: 'currency' } } } },
  })),
  {
    path: 'dashboards/board.yaml',
    content: {
      title: 'Board',
      items: Array.from({ length: 20 }, (_, at) => ({
        id: `i${at}`,
        x: 0,
        y: at * 4,
        w: 12,
        h: 4,
        tile: `tile-${at}`,
      })),
    },
  },
  { path: 'embeds/home.yaml', content: { title: 'Home', target: { kind: 'dashboard', id: 'board' } } },
];
